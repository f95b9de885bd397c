import type { AriCommand, OfferCommand } from '../../domain/booking/command.ts';
import { DAYS_OPEN } from '../../domain/inventory/calendars.store.ts';
import { FLAGS_COLUMN, nightOf } from '../../domain/inventory/night.ts';
import { loadMessage } from '../../domain/offers/ari/load-ari.store.ts';
import type { LoadedMessage } from '../../domain/offers/ari/loaded-message.ts';
import type { Days } from '../../domain/offers/offer-change.ts';
import { cellKey, type OfferState } from '../../domain/offers/offer-draft.ts';
import type { StoredSeason } from '../../domain/offers/season.ts';
import { type PriceColumns, priceColumns, pricesOf } from '../../domain/pricing/price-columns.ts';
import { type Day, formatDay } from '../../kernel/day.ts';
import type { RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { LoadedOffer, LoadedOffers, OfferNames } from '../batch-offers.ts';

/**
 * Loads what each change of an offer needs: the room types, plans and seasons of the hotel, and the nights and prices
 * of the changed days.
 */
export async function loadOffers(
  tx: Queryable,
  offerCommands: OfferCommand[],
  ariCommands: AriCommand[],
  clockShift: number,
): Promise<LoadedOffers> {
  const offers = new Map<OfferCommand, LoadedOffer>();
  const messages = new Map<AriCommand, LoadedMessage>();
  const names = new Map<AriCommand, OfferNames>();
  for (const command of offerCommands) offers.set(command, await loadOffer(tx, command));
  await Promise.all(
    ariCommands.map(async (command) => {
      if (command.client.person !== undefined)
        names.set(command, await loadNames(tx, command.hotelLedger.hotelId));
      messages.set(command, await loadMessage(tx, command, clockShift));
    }),
  );
  return { offers, messages, names };
}

async function loadNames(tx: Queryable, hotelId: string): Promise<OfferNames> {
  const [roomTypes, plans] = await Promise.all([loadRoomTypes(tx, hotelId), loadPlans(tx, hotelId)]);
  return { roomTypes, plans };
}

async function loadOffer(tx: Queryable, command: OfferCommand): Promise<LoadedOffer> {
  const { hotelId } = command.hotelLedger;
  const [daysOpened, roomTypes, plans, seasons] = await Promise.all([
    loadDaysOpened(tx, hotelId),
    loadRoomTypes(tx, hotelId),
    loadPlans(tx, hotelId),
    loadSeasons(tx, hotelId, seasonNameOf(command)),
  ]);
  const span = spanOf(command, seasons);
  if (span === null) return { daysOpened, roomTypes, plans, seasons, nights: new Map(), prices: new Map() };
  const isWhole = command.season !== null;
  const [nights, prices] = await Promise.all([
    loadStoredNights(tx, command, span, isWhole ? [...roomTypes.keys()] : namedRooms(command)),
    loadStoredPrices(tx, span, isWhole ? [...plans.keys()] : namedPlans(command)),
  ]);
  return { daysOpened, roomTypes, plans, seasons, nights, prices };
}

function namedRooms({ change }: OfferCommand): RoomTypeId[] {
  return [...new Set(change.nights.map(({ roomTypeId }) => roomTypeId))];
}

function namedPlans({ change }: OfferCommand): RatePlanId[] {
  return [...new Set(change.prices.map(({ ratePlanId }) => ratePlanId))];
}

function seasonNameOf({ season }: Pick<OfferCommand, 'season'>): string | null {
  return (season?.kind === 'set' ? season.season.name : season?.name) ?? null;
}

/** Returns the first and last day that the command can change, or null if it changes no day. */
function spanOf({ change, season }: OfferCommand, seasons: StoredSeason[]): Omit<Days, 'weekdays'> | null {
  const name = seasonNameOf({ season });
  const ranges: Omit<Days, 'weekdays'>[] = [
    ...change.nights,
    ...change.prices,
    ...(season?.kind === 'set' ? [season.season] : []),
    ...seasons.filter((one) => one.name === name),
  ];
  if (ranges.length === 0) return null;
  return {
    first: Math.min(...ranges.map(({ first }) => first)) as Day,
    last: Math.max(...ranges.map(({ last }) => last)) as Day,
  };
}

async function loadDaysOpened(tx: Queryable, hotelId: string): Promise<number> {
  const result = await tx.query<{ days: number }>({
    name: 'desk-offer-hotel',
    text: `select case when h.auto_open then ${DAYS_OPEN} else 0 end as days from hotels h where h.id = $1`,
    values: [hotelId],
  });
  return result.rows[0]?.days ?? 0;
}

async function loadRoomTypes(tx: Queryable, hotelId: string): Promise<OfferState['roomTypes']> {
  const result = await tx.query({
    name: 'desk-offer-rooms',
    text: 'select id, code, default_allotment from room_types where hotel_id = $1 order by code',
    values: [hotelId],
  });
  return new Map(
    result.rows.map((row) => [row.id, { code: row.code, usualAllotment: row.default_allotment }]),
  );
}

async function loadPlans(tx: Queryable, hotelId: string): Promise<OfferState['plans']> {
  const result = await tx.query({
    name: 'desk-offer-plans',
    text: `select p.id, p.room_type_id, p.code, p.currency, ${priceColumns('p')} from rate_plans p
      where p.hotel_id = $1 order by p.code, p.id`,
    values: [hotelId],
  });
  return new Map(
    result.rows.map((row) => [
      row.id,
      {
        code: row.code,
        roomTypeId: row.room_type_id,
        currency: row.currency,
        prices: pricesOf(row),
      },
    ]),
  );
}

/**
 * Loads the seasons of a hotel. The list of what a season has changed can take megabytes, so the function does not load
 * this list for any season except the season in the command.
 */
async function loadSeasons(tx: Queryable, hotelId: string, name: string | null): Promise<StoredSeason[]> {
  const result = await tx.query<StoredSeason>({
    name: 'desk-offer-seasons',
    text: `select id, name, first_day - date '1970-01-01' as first, last_day - date '1970-01-01' as last, opens,
        price_percent as "pricePercent", min_stay as "minStay",
        case when name = $2 then before else '{"nights": [], "prices": []}' end as before
      from seasons where hotel_id = $1 and ended_at is null order by first_day`,
    values: [hotelId, name],
  });
  return result.rows;
}

async function loadStoredNights(
  tx: Queryable,
  { hotelLedger: { ledgerId, hotelId } }: OfferCommand,
  { first, last }: Omit<Days, 'weekdays'>,
  rooms: RoomTypeId[],
): Promise<OfferState['nights']> {
  if (rooms.length === 0) return new Map();
  const result = await tx.query<{ nights: StoredCell[] | null }>({
    name: 'desk-offer-nights',
    text: `select json_agg(json_build_array(n.room_type_id, n.day - date '1970-01-01', n.allotment, n.blocked,
        ${FLAGS_COLUMN}, n.min_stay, coalesce(n.max_stay, 0), coalesce(c.booked + c.held, 0))) as nights
      from nights n left join night_counters c on c.ledger_id = $1 and c.hotel_id = n.hotel_id
        and c.room_type_id = n.room_type_id and c.day = n.day
      where n.hotel_id = $2 and n.room_type_id = any($3::uuid[]) and n.day between $4 and $5`,
    values: [ledgerId, hotelId, rooms, formatDay(first), formatDay(last)],
  });
  const cells = result.rows[0]!.nights ?? [];
  return new Map(
    cells.map(([room, day, allotment, blocked, flags, minStay, maxStay, taken]) => [
      cellKey(room, day),
      { night: nightOf(allotment, blocked, flags, minStay, maxStay), taken },
    ]),
  );
}

/**
 * The fields in their order: room type, day, allotment, blocked, flags, minimum stay, maximum stay, booked and held
 * rooms.
 */
type StoredCell = [string, Day, number, number, number, number, number, number];

async function loadStoredPrices(
  tx: Queryable,
  { first, last }: Omit<Days, 'weekdays'>,
  plans: RatePlanId[],
): Promise<OfferState['prices']> {
  if (plans.length === 0) return new Map();
  const result = await tx.query<PriceColumns & { rate_plan_id: string; day: Day }>({
    name: 'desk-offer-prices',
    text: `select d.rate_plan_id, d.day - date '1970-01-01' as day, ${priceColumns('d')} from day_prices d
      where d.rate_plan_id = any($1::uuid[]) and d.day between $2 and $3`,
    values: [plans, formatDay(first), formatDay(last)],
  });
  return new Map(result.rows.map((row) => [cellKey(row.rate_plan_id, row.day), pricesOf(row)]));
}
