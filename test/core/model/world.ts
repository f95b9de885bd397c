import { dayOf as asDay, dayInBaghdad, formatDay } from '../../../src/kernel/day.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import type { TestService } from '../../support/service.ts';
import {
  type Currency,
  type Hotel,
  type Plan,
  type Policy,
  Reference,
  type Room,
  type Stay,
} from './reference.ts';
import type { Setup } from './steps.ts';
import { dayOf, minor } from './wire-facts.ts';

const ROOMS = ['DBL', 'TRP'] as const;
const BOARDS = ['BB', 'RO'] as const;
const DAYS = 40;
const SHOWN_DAYS = 12;
const ALLOTMENT = 6;

/** The hotel of a run. `change` makes an operator's change in the database and in the reference. */
export interface ModelWorld {
  model: Reference;
  rooms: Room[];
  /** Noon of today in Baghdad. */
  startsAt: number;
  change: (
    one: Extract<Setup, { kind: 'price' | 'dayPrice' | 'limit' | 'rate' | 'allot' | 'restrict' }>,
  ) => Promise<void>;
  bodyOf: (stay: Stay) => Record<string, string>;
  dateOf: (day: number) => string;
  textOf: (amount: number, currency: Currency) => string;
  nightsOf: (
    room: Room,
    headers: Record<string, string>,
  ) => Promise<
    { day: number; allotment: number; blocked: number; held: number; booked: number; available: number }[]
  >;
  soldIn: (clientId: string) => Promise<Map<string, number>>;
}

export async function openWorld(service: TestService, hotelId: string): Promise<ModelWorld> {
  const { pool, feed } = service.context;
  const firstDay = dayInBaghdad(new Date());
  const startsAt = firstDay * 86_400_000 + 9 * 3_600_000;
  const sql = (text: string, values: unknown[]) => pool.query(text, values);
  await putBack(sql, hotelId, firstDay);
  await feed.catchUp();
  const { hotel, rooms, plans } = await readCatalogue(service, hotelId, firstDay);
  const model = new Reference(hotel, plans, firstDay);
  const dateOf = (day: number) => formatDay(asDay(day));

  const planOf = (named: 'quoted' | number): Plan =>
    named === 'quoted' ? (model.quotes.at(-1)?.stay.plan ?? plans[0]!) : plans[named]!;

  const change: ModelWorld['change'] = async (one) => {
    if (one.kind === 'price') {
      const plan = planOf(one.plan);
      plan.prices = scaled(plan.prices, one.percent);
      const { single, double, extraAdult, child } = plan.prices;
      await sql(
        'update rate_plans set single_price = $2, double_price = $3, extra_adult_price = $4, child_price = $5 where id = $1',
        [plan.id, single, double, extraAdult, child],
      );
    } else if (one.kind === 'dayPrice') {
      const plan = plans[one.plan]!;
      const day = model.today + one.day;
      await sql('delete from day_prices where rate_plan_id = $1 and day = $2', [plan.id, dateOf(day)]);
      plan.dayPrices.delete(day);
      if (one.percent > 0) {
        const prices = scaled(plan.prices, one.percent);
        plan.dayPrices.set(day, prices);
        const values = [
          demoId(hotelId),
          plan.id,
          dateOf(day),
          prices.single,
          prices.double,
          prices.extraAdult,
          prices.child,
        ];
        await sql('insert into day_prices values ($1, $2, $3, $4, $5, $6, $7)', values);
      }
    } else if (one.kind === 'limit') await limit(sql, planOf(one.plan), model.today + one.day, one.limits);
    else if (one.kind === 'rate') {
      model.rate = one.rate;
      await setRate(sql, one.rate);
    } else {
      const room = rooms[one.room]!;
      const day = model.today + one.day;
      const { kind: _, room: __, day: ___, ...values } = one;
      room.nights.set(day, { ...room.nights.get(day)!, ...values });
      const { allotment, blocked, stopSell, closedToArrival } = room.nights.get(day)!;
      await sql(
        'update nights set allotment = $3, blocked = $4, stop_sell = $5, closed_to_arrival = $6 where room_type_id = $1 and day = $2',
        [room.id, dateOf(day), allotment, blocked, stopSell, closedToArrival],
      );
    }
    await feed.catchUp();
  };

  return {
    ...{ model, rooms, startsAt, change, dateOf },
    bodyOf: ({ plan, from, to }) => ({
      hotelId,
      roomTypeId: plan.room.id,
      ratePlanId: plan.id,
      checkIn: dateOf(from),
      checkOut: dateOf(to),
    }),
    textOf: (amount, currency) => (currency === 'IQD' ? String(amount) : (amount / 100).toFixed(2)),
    nightsOf: async (room, headers) => {
      const url = `/v1/availability?hotelId=${hotelId}&roomTypeId=${room.id}&days=${SHOWN_DAYS}`;
      const { body } = await service.call('GET', url, { headers });
      return body.data.map(
        (night: {
          date: string;
          allotment: number;
          blocked: number;
          held: number;
          booked: number;
          available: number;
        }) => ({
          day: dayOf(night.date),
          ...{ allotment: night.allotment, blocked: night.blocked, held: night.held },
          ...{ booked: night.booked, available: night.available },
        }),
      );
    },
    soldIn: async (clientId) => {
      const { rows } = await pool.query(
        `select c.room_type_id, c.day, c.booked from night_counters c join clients l on l.ledger_id = c.ledger_id
         where l.client_id = $1`,
        [clientId],
      );
      return new Map(rows.map((row) => [`${row.room_type_id}/${dayOf(row.day)}`, row.booked as number]));
    },
  };
}

/** Restores open nights, usual prices and the exchange rate, so that every run starts from the same state. */
async function putBack(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  hotelId: string,
  firstDay: number,
): Promise<void> {
  const hotel = demoId(hotelId);
  await sql(
    `update nights set allotment = $2, blocked = 0, stop_sell = false, closed_to_arrival = false, closed_to_departure = false,
       min_stay = 1, max_stay = null where hotel_id = $1 and day < $3`,
    [hotel, ALLOTMENT, formatDay(asDay(firstDay + DAYS))],
  );
  await sql('delete from day_prices where hotel_id = $1 and day < $2', [
    hotel,
    formatDay(asDay(firstDay + DAYS)),
  ]);
  await sql('delete from plan_days where hotel_id = $1', [hotel]);
  const usual =
    hotelId === 'HTL-2026-0005' ? [96_000, 120_000, 36_000, 18_000] : [6_400, 8_000, 2_400, 1_200];
  await sql(
    `update rate_plans set single_price = $2, double_price = $3, extra_adult_price = $4, child_price = $5 where hotel_id = $1`,
    [hotel, ...usual],
  );
  await sql('delete from exchange_rates', []);
  await setRate(sql, 1310);
}

/** Sets or removes the restrictions of a plan on one day. */
async function limit(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  plan: Plan,
  day: number,
  given: Extract<Setup, { kind: 'limit' }>['limits'],
): Promise<void> {
  const key = [plan.id, formatDay(asDay(day))];
  if (given === null) {
    plan.limits.delete(day);
    await sql('delete from plan_days where rate_plan_id = $1 and day = $2', key);
    return;
  }
  const { hasMaximum, ...limits } = given;
  const maxStay = hasMaximum ? Math.max(limits.minStay, limits.minStayThrough) : null;
  plan.limits.set(day, { ...limits, maxStay });
  await sql(
    `insert into plan_days select hotel_id, id, $2, $3, $4, $5, $6, $7, $8 from rate_plans where id = $1
     on conflict (rate_plan_id, day) do update set stop_sell = excluded.stop_sell,
       closed_to_arrival = excluded.closed_to_arrival, closed_to_departure = excluded.closed_to_departure,
       min_stay = excluded.min_stay, min_stay_through = excluded.min_stay_through, max_stay = excluded.max_stay`,
    [
      ...[...key, limits.stopSell, limits.closedToArrival, limits.closedToDeparture],
      ...[limits.minStay, limits.minStayThrough, maxStay],
    ],
  );
}

let ratesSet = 0;

/**
 * The test gives the service a clock that starts at noon. The database has the real time, which may be earlier or later.
 * A rate of two days ago is valid by both clocks. Each rate is one second newer than the previous one.
 */
async function setRate(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  rate: number,
): Promise<void> {
  ratesSet += 1;
  await sql(
    "insert into exchange_rates values (clock_timestamp() - interval '2 days' + make_interval(secs => $2), $1)",
    [rate, ratesSet],
  );
}

async function readCatalogue(service: TestService, hotelId: string, firstDay: number) {
  const get = async (path: string) => (await service.call('GET', `/v1/${path}`)).body.data;
  const detail = await get(`hotels/${hotelId}`);
  const { rows } = await service.context.pool.query(
    'select payment_collected_by from contracts where hotel_id = $1',
    [demoId(hotelId)],
  );
  const [hours, minutes] = detail.policies.check_in_from.split(':').map(Number);
  const hotel: Hotel = {
    currency: detail.currency,
    collectedBy: rows[0].payment_collected_by,
    taxPercent: detail.taxes.tax_percent,
    servicePercent: detail.taxes.service_charge_percent,
    commissionPercent: detail.commission_rate,
    checkInMinute: hours * 60 + minutes,
  };
  const roomTypes = await get(`room-types?hotelId=${hotelId}`);
  const rooms: Room[] = ROOMS.map((code) => {
    const found = roomTypes.find((one: { code: string }) => one.code === code);
    const open = () => ({ allotment: ALLOTMENT, blocked: 0, stopSell: false, closedToArrival: false });
    const nights = new Map(Array.from({ length: DAYS + 1 }, (_, index) => [firstDay - 1 + index, open()]));
    return {
      ...{ id: found.id, code, nights },
      ...{ maxOccupancy: found.max_occupancy, maxAdults: found.max_adults, maxChildren: found.max_children },
    };
  });
  const policies = await get('cancellation-policies');
  const rates = await get(`rates?hotelId=${hotelId}`);
  const plans = rooms.flatMap((room) =>
    BOARDS.map((code): Plan => {
      const rate = rates.find(
        (one: { code: string; room_type_id: string }) => one.code === code && one.room_type_id === room.id,
      );
      const policy = policies.find((one: { id: string }) => one.id === rate.cancellation_policy_id);
      return {
        ...{
          id: rate.id,
          code,
          room,
          currency: rate.currency,
          dayPrices: new Map(),
          limits: new Map(),
          policy: policyOf(policy),
        },
        prices: {
          single: minor(rate.single_price),
          double: minor(rate.double_price),
          extraAdult: minor(rate.extra_adult_price),
          child: minor(rate.child_price),
        },
      };
    }),
  );
  return { hotel, rooms, plans };
}

interface WirePenalty {
  type: 'NIGHTS' | 'PERCENT';
  value: number;
}

/** The no-show penalty is one more rule. It applies from the time of check-in. */
function policyOf(policy: {
  id: string;
  rules: { hours_before_check_in: number; penalty: WirePenalty }[];
  no_show_penalty: WirePenalty;
}): Policy {
  return {
    id: policy.id,
    rules: [
      ...policy.rules.map((rule) => ({ hours: rule.hours_before_check_in, ...rule.penalty })),
      { hours: 0, ...policy.no_show_penalty },
    ],
  };
}

function scaled(prices: Plan['prices'], percent: number): Plan['prices'] {
  const scale = (amount: number) => Math.max(1_000, Math.round((amount * percent) / 100));
  return {
    single: scale(prices.single),
    double: scale(prices.double),
    extraAdult: scale(prices.extraAdult),
    child: scale(prices.child),
  };
}
