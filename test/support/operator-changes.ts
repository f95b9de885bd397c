import type pg from 'pg';
import { demoId } from '../../src/sandbox/demo-catalogue.ts';
import { CONTRACT_HOLDER } from '../../src/sandbox/demo-world.store.ts';
import { demoStay, inDays } from './stay.ts';

/** The room, hotel and day that a change affects, and a number that selects one of many variants. */
export interface ChangeAbout {
  hotel: string;
  room: 'DBL' | 'TRP';
  day: number;
  number: number;
}

type OperatorChange = (database: pg.Pool, about: ChangeAbout) => Promise<unknown>;

/** Changes that an operator makes with psql, without the service: one per table that nodes keep in memory. */
export const OPERATOR_CHANGES: Record<string, OperatorChange> = {
  nights: async (database, about) => {
    const { number } = about;
    const { hotelId, roomTypeId, checkIn, checkOut } = stayOf(about, 3);
    if (number % 11 === 0)
      return database.query('delete from nights where room_type_id = $1 and day = $2', [roomTypeId, checkIn]);
    if (number % 11 < 3)
      return database.query(
        `insert into nights (hotel_id, room_type_id, day, allotment) values ($1, $2, $3, $4)
         on conflict (hotel_id, room_type_id, day) do update set allotment = excluded.allotment`,
        [hotelId, roomTypeId, checkIn, 8 + (number % 5)],
      );
    return database.query(
      `update nights set allotment = $4, blocked = $5, stop_sell = $6, closed_to_arrival = $7,
         closed_to_departure = $8, min_stay = $9, max_stay = $10
       where room_type_id = $1 and day >= $2 and day < $3`,
      [
        roomTypeId,
        checkIn,
        checkOut,
        4 + (number % 12),
        number % 3,
        number % 12 === 2,
        number % 13 === 3,
        number % 17 === 4,
        number % 6 === 0 ? 2 : 1,
        number % 3 === 0 ? null : 2 + (number % 20),
      ],
    );
  },
  day_prices: async (database, about) => {
    const { number } = about;
    const { hotelId, ratePlanId, checkIn } = stayOf(about, 1);
    if (number % 3 === 0)
      return database.query('delete from day_prices where rate_plan_id = $1 and day = $2', [
        ratePlanId,
        checkIn,
      ]);
    return database.query(
      `insert into day_prices values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (rate_plan_id, day) do update set double_price = excluded.double_price`,
      [hotelId, ratePlanId, checkIn, 90_000 + number, 120_000 + number, number, number],
    );
  },
  plan_days: async (database, about) => {
    const { number } = about;
    const { hotelId, ratePlanId, checkIn } = stayOf(about, 1);
    if (number % 3 === 0)
      return database.query('delete from plan_days where rate_plan_id = $1 and day = $2', [
        ratePlanId,
        checkIn,
      ]);
    return database.query(
      `insert into plan_days values ($1, $2, $3, $4, $5, false, $6, $7, $8)
       on conflict (rate_plan_id, day) do update set stop_sell = excluded.stop_sell, min_stay = excluded.min_stay`,
      [
        ...[hotelId, ratePlanId, checkIn, number % 2 === 0, number % 5 === 0],
        ...[1 + (number % 3), 1 + (number % 4), number % 2 === 0 ? null : 30],
      ],
    );
  },
  hotels: (database, { hotel, number }) =>
    database.query('update hotels set status = $2, phone = $3 where public_id = $1', [
      hotel,
      number % 4 === 0 ? 'SUSPENDED' : 'ACTIVE',
      `+96477000${10_000 + number}`,
    ]),
  room_types: (database, about) =>
    database.query('update room_types set active = $2, size_sqm = $3 where id = $1', [
      stayOf(about, 1).roomTypeId,
      about.number % 4 !== 0,
      1 + (about.number % 90),
    ]),
  rate_plans: (database, about) =>
    database.query('update rate_plans set single_price = $2, double_price = $3, active = $4 where id = $1', [
      stayOf(about, 1).ratePlanId,
      80_000 + about.number,
      100_000 + about.number,
      about.number % 4 !== 0,
    ]),
  cancellation_policies: (database, { hotel, number }) =>
    database.query('update cancellation_policies set name_en = $2 where hotel_id = $1', [
      demoId(hotel),
      `Policy ${number}`,
    ]),
  contracts: async (database, { hotel, number }) => {
    const pair = [demoId('client', CONTRACT_HOLDER), demoId(hotel)];
    if (number % 4 === 0)
      return database.query('delete from contracts where client_id = $1 and hotel_id = $2', pair);
    return database.query(
      `insert into contracts (client_id, hotel_id, commission_basis_points, permissions, valid_from, valid_until)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (client_id, hotel_id) do update set commission_basis_points = excluded.commission_basis_points,
         permissions = excluded.permissions, valid_until = excluded.valid_until`,
      [
        ...pair,
        number % 3_000,
        number % 5 === 0 ? ['VIEW'] : ['VIEW', 'BOOK'],
        inDays(-10),
        number % 2 === 0 ? null : inDays(400),
      ],
    );
  },
  clients: async (database, { number }) => {
    const clientId = `operator-${number % 5}`;
    if (number % 3 === 0) return database.query('delete from clients where client_id = $1', [clientId]);
    return database.query(
      `insert into clients (client_id, name, ledger_id, rate_limit_per_minute, booking_limit_per_minute)
       values ($1, $1, 1, $2, $3)
       on conflict (client_id) do update set rate_limit_per_minute = excluded.rate_limit_per_minute,
         booking_limit_per_minute = excluded.booking_limit_per_minute`,
      [clientId, 1 + number, 2 + number],
    );
  },
  api_keys: (database, { number }) =>
    number % 3 === 0
      ? database.query(
          "update api_keys set revoked_at = clock_timestamp() where client_id in (select id from clients where client_id like 'operator-%')",
        )
      : database.query(
          "insert into api_keys (client_id, hash, hint) select id, sha256($1::text::bytea), 'test' from clients where client_id like 'operator-%'",
          [String(number)],
        ),
  exchange_rates: (database, { number }) =>
    number % 3 === 0
      ? database.query('delete from exchange_rates where as_of = $1', [rateDay(number)])
      : database.query(
          `insert into exchange_rates values ($1, $2)
           on conflict (as_of) do update set iqd_for_a_usd = excluded.iqd_for_a_usd`,
          [rateDay(number), 1_300 + number / 10_000],
        ),
};

function stayOf({ hotel, room, day }: ChangeAbout, nights: number) {
  return { ...demoStay({ hotel, room, from: day, nights }), hotelId: demoId(hotel) };
}

/** Returns one of a few days in the past, so that the exchange rate in force today does not change. */
const rateDay = (number: number) => `2020-01-0${1 + (number % 5)}T00:00:00Z`;
