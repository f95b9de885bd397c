import { type Day, dayOf, formatDay } from '../../../kernel/day.ts';
import { lastOpenDay } from '../../../kernel/horizon.ts';
import type { Queryable } from '../../../platform/db/pool.ts';
import type { AriCommand } from '../../booking/command.ts';
import { FLAGS_COLUMN, type Night, nightOf } from '../../inventory/night.ts';
import type { PlanDay } from '../../inventory/plan-day.ts';
import { type PriceColumns, priceColumns, pricesOf } from '../../pricing/price-columns.ts';
import { type Prices, pricesFrom } from '../../pricing/rate-plan.ts';
import { ROOMS, readRooms } from './fields.ts';
import {
  arrivedAtOf,
  cutOf,
  type FoundMessage,
  isCut,
  type LoadedMessage,
  type StoredMessage,
  type StoredResults,
  seenEventOf,
} from './loaded-message.ts';
import type { LoadedPlan, LoadedRoom } from './part-state.ts';
import type { Part } from './parts.ts';
import { loadSeen } from './versions.store.ts';

/** Loads the progress of a message and the data that its next part needs. The hotel must be locked. */
export async function loadMessage(
  tx: Queryable,
  command: AriCommand,
  clockShift: number,
): Promise<LoadedMessage> {
  const found = await findMessage(tx, command, clockShift);
  const { stored } = found;
  const { requestHash, planHash } = command.message;
  const isOther =
    stored !== null &&
    (stored.requestHash !== requestHash || (!stored.isComplete && stored.planHash !== planHash));
  if (isOther || stored?.isComplete) return { ...found, cut: { base: dayOf(0), parts: [] }, state: null };
  const cut = cutOf(command, found);
  const index = stored?.partsDone ?? 0;
  const part = cut.parts[index];
  if (part === undefined) return { ...found, cut, state: null };
  const isLast = index === cut.parts.length - 1;
  const [rooms, plans, seen, results] = await Promise.all([
    loadRooms(tx, command, part, cut.base, seenEventOf(command, found)),
    loadPlans(tx, command, part, cut.base),
    loadSeen(tx, command, formatDay(cut.base), formatDay(lastOpenDay(cut.base)), found.now),
    stored !== null && stored.results === null && isLast
      ? loadResults(tx, command)
      : (stored?.results ?? null),
  ]);
  return {
    ...found,
    stored: stored === null ? null : { ...stored, results },
    cut,
    state: {
      base: cut.base,
      ...{ sentAt: command.message.sentAt, arrivedAt: arrivedAtOf(command, found) },
      ...{ seen, rooms, plans },
    },
  };
}

async function findMessage(tx: Queryable, command: AriCommand, clockShift: number): Promise<FoundMessage> {
  const { client, hotelLedger, message } = command;
  const result = await tx.query({
    name: 'ari-message',
    text: `select extract(epoch from clock_timestamp())::float8 * 1000 as now, encode(m.request_hash, 'hex') as hash,
        encode(m.plan_hash, 'hex') as plan_hash,
        m.seen_event, m.parts_done, m.is_complete, extract(epoch from m.received_at)::float8 * 1000 as received_at,
        case when m.is_complete or $5 then m.results end as results,
        greatest(n.last, number_base())::float8 as last_event, jump_over($4::int || '/' || $2::uuid, $6::bigint) is not null as is_seen_lost, coalesce(a.up_to, 0) as acknowledged
      from (values (1)) one
      left join supply_messages m on m.client_id = $1 and m.hotel_id = $2 and m.message_id = $3
      left join event_numbers n on n.ledger_id = $4 and n.hotel_id = $2
      left join supply_acknowledgements a on a.client_id = $1 and a.hotel_id = $2`,
    values: [
      client.id,
      hotelLedger.hotelId,
      message.messageId,
      hotelLedger.ledgerId,
      !isCut(command),
      message.seenEvent,
    ],
  });
  const row = result.rows[0]!;
  const stored: StoredMessage | null =
    row.hash === null
      ? null
      : {
          requestHash: row.hash,
          planHash: row.plan_hash,
          receivedAt: row.received_at,
          seenEvent: row.seen_event,
          partsDone: row.parts_done,
          isComplete: row.is_complete,
          results: row.results,
        };
  const { last_event: lastEvent, is_seen_lost: isSeenLost, acknowledged } = row;
  return { now: Math.round(row.now) + clockShift, stored, lastEvent, isSeenLost, acknowledged };
}

async function loadResults(
  tx: Queryable,
  { client, hotelLedger, message }: AriCommand,
): Promise<StoredResults> {
  const result = await tx.query<{ results: StoredResults }>({
    name: 'ari-results',
    text: 'select results from supply_messages where client_id = $1 and hotel_id = $2 and message_id = $3',
    values: [client.id, hotelLedger.hotelId, message.messageId],
  });
  return result.rows[0]!.results;
}

/** Returns the rate plans or the room types of a part, and the first and the last day that their updates can change. */
function spanOf(command: AriCommand, part: Part, base: Day, isPlan: boolean) {
  const { products } = command.message;
  const named = part.filter(({ product }) => products[product]!.isPlan === isPlan);
  const updates = named.flatMap((one) => one.updates);
  const first = updates.reduce((least, one) => Math.min(least, one.first), lastOpenDay(base) as number);
  const last = updates.reduce((most, one) => Math.max(most, one.last), base as number);
  return {
    ids: named.map(({ product }) => products[product]!.id),
    updates,
    first: formatDay(dayOf(Math.max(first, base))),
    last: formatDay(dayOf(Math.min(last, lastOpenDay(base)))),
  };
}

async function loadRooms(
  tx: Queryable,
  command: AriCommand,
  part: Part,
  base: Day,
  seenEvent: number,
): Promise<Map<string, LoadedRoom>> {
  const { ids, updates, first, last } = spanOf(command, part, base, false);
  if (ids.length === 0) return new Map();
  const { hotelId, ledgerId } = command.hotelLedger;
  const countsLeft = updates.some(({ set }) =>
    set.some((field, at) => at % 2 === 0 && field === ROOMS && readRooms(set[at + 1]!).isLeft),
  );
  const [types, nights, sent, events] = await Promise.all([
    tx.query({
      name: 'ari-room-types',
      text: 'select id, default_allotment from room_types where hotel_id = $1 and id = any($2::uuid[])',
      values: [hotelId, ids],
    }),
    tx.query<{ cells: StoredNight[] | null }>({
      name: 'ari-nights',
      text: `select json_agg(json_build_array(n.room_type_id, n.day - date '1970-01-01', n.allotment, n.blocked,
          ${FLAGS_COLUMN}, n.min_stay, coalesce(n.max_stay, 0), coalesce(c.booked, 0), coalesce(c.held, 0))) as cells
        from nights n left join night_counters c on c.ledger_id = $1 and c.hotel_id = n.hotel_id
          and c.room_type_id = n.room_type_id and c.day = n.day
        where n.hotel_id = $2 and n.room_type_id = any($3::uuid[]) and n.day between $4 and $5`,
      values: [ledgerId, hotelId, ids, first, last],
    }),
    loadSent(tx, command, ids, first, last),
    // Leave out the event of a booking that the hotel could not honour, if the rooms of the booking are not sold again.
    // These rooms did not become free, and the sender did not count them as free.
    countsLeft
      ? tx.query<{ nights: [string, Day, Day, number][] }>({
          name: 'ari-events',
          text: `select nights from events
            where ledger_id = $1 and hotel_id = $2 and number > $3 and last_night >= $4
              and case kind when 'booking.not_honoured' then booking->'cancelled'->'keptFromSale' is null else true end`,
          values: [ledgerId, hotelId, seenEvent, first],
        })
      : null,
  ]);
  const rooms = new Map<string, Mutable<LoadedRoom>>();
  for (const { id, default_allotment } of types.rows)
    rooms.set(id, {
      usualAllotment: default_allotment,
      ...{ nights: new Map(), sold: new Map(), soldSince: events === null ? null : new Map() },
      sent: sent.get(id) ?? new Map(),
    });
  for (const [id, day, allotment, blocked, flags, minStay, maxStay, booked, held] of nights.rows[0]!.cells ??
    []) {
    const room = rooms.get(id);
    room?.nights.set(day, nightOf(allotment, blocked, flags, minStay, maxStay));
    room?.sold.set(day, { booked, held });
  }
  for (const [id, from, to, count] of events?.rows.flatMap((row) => row.nights) ?? []) {
    const since = rooms.get(id)?.soldSince;
    for (let day = from; since != null && day <= to; day = dayOf(day + 1))
      since.set(day, (since.get(day) ?? 0) + count);
  }
  return rooms as Map<string, LoadedRoom>;
}

/** A row with these columns: room type, day, allotment, blocked, flags, minimum stay, maximum stay, booked and held. */
type StoredNight = [string, Day, number, number, number, number, number, number, number];

interface Mutable<Room extends LoadedRoom> {
  usualAllotment: number;
  nights: Map<Day, Night>;
  sold: Map<Day, { booked: number; held: number }>;
  soldSince: Map<Day, number> | null;
  sent: Room['sent'];
}

async function loadPlans(
  tx: Queryable,
  command: AriCommand,
  part: Part,
  base: Day,
): Promise<Map<string, LoadedPlan>> {
  const { ids, first, last } = spanOf(command, part, base, true);
  if (ids.length === 0) return new Map();
  const [plans, prices, days, sent] = await Promise.all([
    tx.query<PriceColumns & { id: string }>({
      name: 'ari-rate-plans',
      text: `select p.id, ${priceColumns('p')} from rate_plans p where p.hotel_id = $1 and p.id = any($2::uuid[])`,
      values: [command.hotelLedger.hotelId, ids],
    }),
    tx.query<{ cells: [string, Day, number, number, number, number][] | null }>({
      name: 'ari-prices',
      text: `select json_agg(json_build_array(d.rate_plan_id, d.day - date '1970-01-01', ${priceColumns('d')})) as cells
        from day_prices d where d.rate_plan_id = any($1::uuid[]) and d.day between $2 and $3`,
      values: [ids, first, last],
    }),
    tx.query<{ cells: StoredPlanDay[] | null }>({
      name: 'ari-plan-days',
      text: `select json_agg(json_build_array(rate_plan_id, day - date '1970-01-01', stop_sell, closed_to_arrival,
          closed_to_departure, min_stay, min_stay_through, coalesce(max_stay, 0))) as cells
        from plan_days where rate_plan_id = any($1::uuid[]) and day between $2 and $3`,
      values: [ids, first, last],
    }),
    loadSent(tx, command, ids, first, last),
  ]);
  const found = new Map<string, LoadedPlan & { prices: Map<Day, Prices>; restrictions: Map<Day, PlanDay> }>();
  for (const row of plans.rows)
    found.set(row.id, {
      usual: pricesOf(row),
      ...{ prices: new Map(), restrictions: new Map() },
      sent: sent.get(row.id) ?? new Map(),
    });
  for (const [id, day, single, double, extraAdult, child] of prices.rows[0]!.cells ?? [])
    found.get(id)?.prices.set(day, pricesFrom(single, double, extraAdult, child));
  for (const [id, day, stopSell, closedToArrival, closedToDeparture, minStay, minStayThrough, maxStay] of days
    .rows[0]!.cells ?? [])
    found.get(id)?.restrictions.set(day, {
      ...{ stopSell, closedToArrival, closedToDeparture, minStay, minStayThrough, maxStay },
    });
  return found;
}

type StoredPlanDay = [string, Day, boolean, boolean, boolean, number, number, number];

/** Loads the times at which the fields of these days were last sent. */
async function loadSent(
  tx: Queryable,
  { hotelLedger }: AriCommand,
  ids: string[],
  first: string,
  last: string,
): Promise<Map<string, Map<Day, number[]>>> {
  const sent = new Map<string, Map<Day, number[]>>();
  const result = await tx.query<{ cells: [string, Day, number[]][] | null }>({
    name: 'ari-sent',
    text: `select json_agg(json_build_array(product_id, day - date '1970-01-01', to_json(sent))) as cells
      from offer_marks
      where hotel_id = $1 and product_id = any($2::uuid[]) and day between $3 and $4 and sent <> '{}'`,
    values: [hotelLedger.hotelId, ids, first, last],
  });
  for (const [id, day, times] of result.rows[0]!.cells ?? []) {
    const days = sent.get(id) ?? new Map<Day, number[]>();
    days.set(day, times);
    sent.set(id, days);
  }
  return sent;
}
