// Writes the demo hotels and keeps their days current.

import { addressWithCity } from '../domain/catalog/city.ts';
import type { Night } from '../domain/inventory/night.ts';
import type { Prices } from '../domain/pricing/rate-plan.ts';
import { addDays, type Day, formatDay } from '../kernel/day.ts';
import { CALENDAR_DAYS } from '../kernel/horizon.ts';
import type { Transaction } from '../platform/db/pool.ts';
import { demoDayFactor, demoNight } from './demo-calendar.ts';
import { BOARD_TEMPLATES, demoId, demoPrices, POLICY_TEMPLATES, ROOM_TEMPLATES } from './demo-catalogue.ts';
import { DEMO_HOTELS, type DemoHotel } from './demo-hotels.ts';

/**
 * The key of an advisory lock that no other code uses. Services that start at the same time build the demo world one
 * after another.
 */
const WORLD_LOCK = 7_236_402;

/** The public id of the client whose contracts apply to every sandbox client. */
export const CONTRACT_HOLDER = 'sandbox-contracts';

const IQD_FOR_A_USD = 1310;

/**
 * Increase this version when demo days, prices, addresses or Kurdish names change in the code. A service with an
 * existing database then makes the same changes in the database. Other fields of a hotel are never updated.
 */
const WORLD_VERSION = 3;

/**
 * Builds the demo world for a day, or updates an existing demo world to that day. Changes nothing if the demo world is
 * already up to date for that day.
 */
export async function bringDemoWorldTo(tx: Transaction, today: Day): Promise<boolean> {
  const stamp = `${WORLD_VERSION} ${formatDay(today)}`;
  await tx.query('select pg_advisory_xact_lock($1)', [WORLD_LOCK]);
  const known = await tx.query("select value from deployment where key = 'demo_world'");
  if (known.rows[0]?.value === stamp) return false;
  const holder = await putContractHolder(tx);
  for (const hotel of DEMO_HOTELS) {
    await putHotel(tx, hotel, holder);
    await putRooms(tx, hotel);
    await putNights(tx, hotel, today);
    await putDayPrices(tx, hotel, today);
  }
  await tx.query(
    `insert into exchange_rates (as_of, iqd_for_a_usd)
     select clock_timestamp(), $1 where not exists (select 1 from exchange_rates)`,
    [IQD_FOR_A_USD],
  );
  await tx.query(
    `insert into deployment (key, value) values ('demo_world', to_jsonb($1::text))
     on conflict (key) do update set value = excluded.value`,
    [stamp],
  );
  return true;
}

async function putContractHolder(tx: Transaction): Promise<string> {
  const id = demoId('client', CONTRACT_HOLDER);
  await tx.query(
    `insert into clients (id, client_id, name, ledger_id) values ($1, $2, 'Sandbox contracts', 1) on conflict do nothing`,
    [id, CONTRACT_HOLDER],
  );
  return id;
}

async function putHotel(tx: Transaction, hotel: DemoHotel, holder: string): Promise<void> {
  const id = demoId(hotel.publicId);
  const { en, ar, ckb } = hotel.names;
  const descriptions = {
    en: `${en} is a ${hotel.stars}-star demo hotel in ${hotel.city}. It exists in the sandbox only.`,
    ar: `${ar} فندق تجريبي من فئة ${hotel.stars} نجوم، موجود في بيئة الاختبار فقط.`,
    ckb: `${ckb} هۆتێلێکی نموونەییە لە پلەی ${hotel.stars} ئەستێرە، تەنها لە ژینگەی تاقیکردنەوەدا هەیە.`,
  };
  const policies = {
    children: 'Children of all ages are welcome; each pays the child price of the rate plan.',
    payment:
      hotel.collectedBy === 'HOTEL'
        ? 'Payment at the hotel, in cash or by card.'
        : 'Paid through the partner.',
    pets: 'Pets are not allowed.',
    cancellation: 'The cost depends on the cancellation policy of the rate plan.',
  };
  await tx.query(
    `insert into hotels (auto_open, id, public_id, name_en, name_ar, name_ckb, star_rating, city, governorate, currency,
       descriptions, address, address_ckb, phone, latitude, longitude, amenities, policies, scenario)
     values (true, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict (id) do update set address = excluded.address, address_ckb = excluded.address_ckb
     where hotels.address ->> 'ar' = $19 or hotels.address = excluded.address and hotels.address_ckb is null`,
    [
      id,
      hotel.publicId,
      en,
      ar,
      ckb,
      hotel.stars,
      hotel.city,
      hotel.governorate,
      hotel.currency,
      descriptions,
      {
        en: addressWithCity(hotel.street.en, hotel.city, 'en'),
        ar: addressWithCity(hotel.street.ar, hotel.city, 'ar'),
      },
      addressWithCity(hotel.street.ckb, hotel.city, 'ckb'),
      `+96477000${hotel.publicId.slice(-4)}0`,
      hotel.latitude,
      hotel.longitude,
      hotel.stars >= 4
        ? ['WIFI', 'PARKING', 'RESTAURANT', 'AIR_CONDITIONING', 'GYM']
        : ['WIFI', 'AIR_CONDITIONING'],
      policies,
      hotel.scenario ?? null,
      // Version 1 wrote this address, without the city. Version 2 wrote no Kurdish address. The statement updates rows
      // that still have the address of one of these versions, so an address that was changed later is kept.
      hotel.street.ar,
    ],
  );
  for (const [code, policy] of Object.entries(POLICY_TEMPLATES))
    await tx.query(
      `insert into cancellation_policies (id, hotel_id, code, name_en, name_ar, rules, no_show_penalty)
       values ($1, $2, $3, $4, $5, $6, '{"type": "PERCENT", "value": 100}') on conflict (id) do nothing`,
      [
        demoId(hotel.publicId, 'policy', code),
        id,
        code,
        policy.nameEn,
        policy.nameAr,
        JSON.stringify(policy.rules),
      ],
    );
  if (hotel.uncontracted) return;
  await tx.query(
    `insert into contracts (client_id, hotel_id, commission_basis_points, payment_collected_by, valid_from)
     values ($1, $2, $3, $4, '2026-01-01') on conflict do nothing`,
    [holder, id, hotel.commissionBasisPoints, hotel.collectedBy],
  );
}

/**
 * Returns the SQL clause that adds the Kurdish name to an existing row that has none. A row whose English name was
 * changed later is not updated.
 */
function missingName(table: 'room_types' | 'rate_plans'): string {
  return `on conflict (id) do update set name_ckb = excluded.name_ckb
    where ${table}.name_ckb is null and ${table}.name_en = excluded.name_en`;
}

async function putRooms(tx: Transaction, hotel: DemoHotel): Promise<void> {
  for (const code of hotel.rooms) {
    const room = ROOM_TEMPLATES[code];
    await tx.query(
      `insert into room_types (id, hotel_id, code, name_en, name_ar, name_ckb, max_occupancy, max_adults,
         max_children, bed_configuration, amenities, size_sqm, default_allotment)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '{WIFI,AIR_CONDITIONING,PRIVATE_BATHROOM}', $11, $12)
       ${missingName('room_types')}`,
      [
        demoId(hotel.publicId, 'room', code),
        demoId(hotel.publicId),
        code,
        room.nameEn,
        room.nameAr,
        room.nameCkb,
        room.maxOccupancy,
        room.maxAdults,
        room.maxChildren,
        JSON.stringify(room.beds),
        room.sizeSqm,
        room.allotment,
      ],
    );
    for (const board of hotel.boards) {
      const template = BOARD_TEMPLATES[board];
      const prices = demoPrices(hotel, code, board);
      await tx.query(
        `insert into rate_plans (id, hotel_id, room_type_id, code, name_en, name_ar, name_ckb, pricing_model, currency,
           single_price, double_price, extra_adult_price, child_price, cancellation_policy_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         ${missingName('rate_plans')}`,
        [
          demoId(hotel.publicId, 'plan', code, board),
          demoId(hotel.publicId),
          demoId(hotel.publicId, 'room', code),
          board,
          template.nameEn,
          template.nameAr,
          template.nameCkb,
          template.pricingModel,
          hotel.currency,
          prices.single,
          prices.double,
          prices.extraAdult,
          prices.child,
          demoId(hotel.publicId, 'policy', template.policy),
        ],
      );
    }
  }
}

/**
 * Compares the nights of a hotel with the stored nights, and writes those that differ. On a new day, about four in five
 * nights differ, because the content of most nights depends on the number of days from today.
 */
async function putNights(tx: Transaction, hotel: DemoHotel, today: Day): Promise<void> {
  const rooms: string[] = [];
  const days: string[] = [];
  const nights: Night[] = [];
  for (const code of hotel.rooms)
    for (let offset = 0; offset < CALENDAR_DAYS; offset += 1) {
      rooms.push(demoId(hotel.publicId, 'room', code));
      days.push(formatDay(addDays(today, offset)));
      nights.push(demoNight(hotel, code, offset));
    }
  await tx.query('delete from nights where hotel_id = $1 and day < $2', [
    demoId(hotel.publicId),
    formatDay(today),
  ]);
  await tx.query(
    `insert into nights as n (hotel_id, room_type_id, day, allotment, blocked, stop_sell, closed_to_arrival,
       closed_to_departure, min_stay, max_stay)
     select $1, * from unnest($2::uuid[], $3::date[], $4::int2[], $5::int2[], $6::bool[], $7::bool[], $8::bool[],
       $9::int2[], $10::int2[])
     on conflict (hotel_id, room_type_id, day) do update set
       allotment = excluded.allotment, blocked = excluded.blocked, stop_sell = excluded.stop_sell,
       closed_to_arrival = excluded.closed_to_arrival, closed_to_departure = excluded.closed_to_departure,
       min_stay = excluded.min_stay, max_stay = excluded.max_stay
     where (n.allotment, n.blocked, n.stop_sell, n.closed_to_arrival, n.closed_to_departure, n.min_stay, n.max_stay)
       is distinct from (excluded.allotment, excluded.blocked, excluded.stop_sell, excluded.closed_to_arrival,
         excluded.closed_to_departure, excluded.min_stay, excluded.max_stay)`,
    [
      demoId(hotel.publicId),
      rooms,
      days,
      nights.map((night) => night.allotment),
      nights.map((night) => night.blocked),
      nights.map((night) => night.stopSell),
      nights.map((night) => night.closedToArrival),
      nights.map((night) => night.closedToDeparture),
      nights.map((night) => night.minStay),
      nights.map((night) => (night.maxStay === 0 ? null : night.maxStay)),
    ],
  );
}

async function putDayPrices(tx: Transaction, hotel: DemoHotel, today: Day): Promise<void> {
  const plans: string[] = [];
  const days: string[] = [];
  const prices: Prices[] = [];
  for (const code of hotel.rooms)
    for (const board of hotel.boards)
      for (let offset = 0; offset < CALENDAR_DAYS; offset += 1) {
        const factor = demoDayFactor(hotel, offset);
        if (factor === 1) continue;
        plans.push(demoId(hotel.publicId, 'plan', code, board));
        days.push(formatDay(addDays(today, offset)));
        prices.push(demoPrices(hotel, code, board, factor));
      }
  const keys = [demoId(hotel.publicId), plans, days];
  await tx.query(
    `delete from day_prices p where hotel_id = $1 and not exists (
       select 1 from unnest($2::uuid[], $3::date[]) k(plan, day) where k.plan = p.rate_plan_id and k.day = p.day)`,
    keys,
  );
  await tx.query(
    `insert into day_prices as p (hotel_id, rate_plan_id, day, single_price, double_price, extra_adult_price, child_price)
     select $1, * from unnest($2::uuid[], $3::date[], $4::int4[], $5::int4[], $6::int4[], $7::int4[])
     on conflict (rate_plan_id, day) do update set single_price = excluded.single_price,
       double_price = excluded.double_price, extra_adult_price = excluded.extra_adult_price,
       child_price = excluded.child_price
     where p.double_price <> excluded.double_price`,
    [
      ...keys,
      prices.map((price) => price.single),
      prices.map((price) => price.double),
      prices.map((price) => price.extraAdult),
      prices.map((price) => price.child),
    ],
  );
}
