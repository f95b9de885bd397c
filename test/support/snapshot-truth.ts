import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { type Night, UNOPENED } from '../../src/domain/inventory/night.ts';
import { type PlanDay, UNRESTRICTED } from '../../src/domain/inventory/plan-day.ts';
import { type Day, dayInBaghdad, dayOf, daysFrom, formatDay, getDay } from '../../src/kernel/day.ts';
import type { Snapshot } from '../../src/snapshot/snapshot.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows as the driver returns them, compared column by column.
type Row = Record<string, any>;

/**
 * The number of days before the first row, and after the last row, that are also compared. Memory must have no data for
 * these days.
 */
const MARGIN_DAYS = 40;

const TABLES = [
  'hotels',
  'room_types',
  'rate_plans',
  'cancellation_policies',
  'contracts',
  'clients',
  'api_keys',
  'nights',
  'night_counters',
  'day_prices',
  'plan_days',
  'exchange_rates',
  'ledgers',
] as const;

type Tables = Record<(typeof TABLES)[number] | 'holds', Row[]>;

/**
 * Returns one line per cell in which a snapshot and the database differ. Each line begins with the name of the table.
 * The function reads plain rows and shares no code with the loading of the snapshot or the feed. Nobody may write to
 * the database while the function runs.
 */
export async function findDifferences(pool: pg.Pool, snapshot: Snapshot): Promise<string[]> {
  const tables = {} as Tables;
  for (const table of TABLES) tables[table] = (await pool.query(`select * from ${table}`)).rows;
  tables.holds = (await pool.query("select * from holds where status = 'ACTIVE'")).rows;
  return [
    ...compareEntities('hotels', snapshot.hotels.all(), tables.hotels.map(withJsonColumns)),
    ...compareEntities('room_types', snapshot.roomTypes.all(), tables.room_types.map(withUsualAllotment)),
    ...compareEntities('rate_plans', snapshot.ratePlans.all(), tables.rate_plans.map(withPrices)),
    ...compareEntities(
      'cancellation_policies',
      snapshot.policies.all(),
      tables.cancellation_policies.map(withRules),
    ),
    ...compareEntities('contracts', snapshot.contracts.all(), tables.contracts.map(withPairAsId)),
    ...compareEntities('clients', snapshot.clients.all(), tables.clients.map(withHolder)),
    ...compareEntities('api_keys', snapshot.keys.all(), tables.api_keys.map(withRevoked)),
    ...compareNights(snapshot, tables),
    ...compareCounters(snapshot, tables),
    ...compareDayPrices(snapshot, tables),
    ...comparePlanDays(snapshot, tables),
    ...compareHolds(snapshot, tables),
    ...compareRates(snapshot, tables),
  ];
}

const pricesOf = (row: Row) => ({
  single: row.single_price,
  double: row.double_price,
  extraAdult: row.extra_adult_price,
  child: row.child_price,
});
const withJsonColumns = (row: Row) => ({
  ...row,
  address: { ...row.address, ckb: row.address_ckb },
  charge_changes: row.charge_changes.map((change: Row) => ({
    from: Date.parse(change.from),
    taxBasisPoints: change.tax_basis_points,
    serviceBasisPoints: change.service_basis_points,
  })),
});
const withUsualAllotment = (row: Row) => ({ ...row, usual_allotment: row.default_allotment });
const withPrices = (row: Row) => ({ ...row, prices: pricesOf(row) });
const withRules = (row: Row) => ({
  ...row,
  rules: row.rules.map((rule: Row) => ({
    hoursBeforeCheckIn: rule.hours_before_check_in,
    penalty: rule.penalty,
  })),
});
const withPairAsId = (row: Row) => ({ ...row, id: `${row.client_id}/${row.hotel_id}` });
const withHolder = (row: Row) => ({
  ...row,
  public_id: row.client_id,
  is_suspended: row.suspended_at !== null,
  contract_holder_id: row.contract_holder_id ?? row.id,
});
const withRevoked = (row: Row) => ({
  ...row,
  revoked: row.revoked_at !== null,
  expires_at: row.expires_at?.getTime() ?? null,
});

/**
 * Compares each property of an entity with the column of the same name. Instants are compared in the form of the API.
 */
function compareEntities(table: string, entities: Iterable<{ id: string }>, rows: Row[]): string[] {
  const found: string[] = [];
  const missing = new Map(rows.map((row) => [row.id as string, row]));
  for (const entity of entities) {
    const row = missing.get(entity.id);
    missing.delete(entity.id);
    if (row === undefined) found.push(`${table} ${entity.id}: only in memory`);
    else
      for (const [property, value] of Object.entries(entity))
        compare(found, `${table} ${entity.id} ${property}`, value, wireForm(row[columnOf(property)]));
  }
  for (const id of missing.keys()) found.push(`${table} ${id}: only in the database`);
  return found;
}

function compareNights(snapshot: Snapshot, { nights, room_types }: Tables): string[] {
  const found: string[] = [];
  const byRoom = byDay(nights, (row) => row.room_type_id);
  const days = daysOf(nights);
  for (const room of room_types) {
    const calendar = snapshot.calendarOf(room.id);
    for (const day of days)
      compare(
        found,
        `nights ${room.id} ${formatDay(day)}`,
        calendar.get(day),
        nightOf(byRoom.get(room.id)?.get(day)),
      );
  }
  return found;
}

function nightOf(row: Row | undefined): Night {
  if (row === undefined) return UNOPENED;
  return {
    open: row.open,
    allotment: row.allotment,
    blocked: row.blocked,
    stopSell: row.stop_sell,
    closedToArrival: row.closed_to_arrival,
    closedToDeparture: row.closed_to_departure,
    minStay: row.min_stay,
    maxStay: row.max_stay ?? 0,
  };
}

function compareCounters(
  snapshot: Snapshot,
  { night_counters, room_types, ledgers, nights }: Tables,
): string[] {
  const found: string[] = [];
  const byPlace = byDay(night_counters, (row) => `${row.ledger_id}/${row.room_type_id}`);
  const days = daysOf([...nights, ...night_counters]);
  for (const { id: ledgerId } of ledgers)
    for (const room of room_types) {
      const counters = snapshot.findCounters(ledgerId, room.id);
      const rows = byPlace.get(`${ledgerId}/${room.id}`);
      if (counters === null && rows === undefined) continue;
      for (const day of days) {
        const row = rows?.get(day);
        compare(
          found,
          `night_counters ${ledgerId} ${room.id} ${formatDay(day)}`,
          { booked: counters?.bookedOn(day) ?? 0, held: counters?.heldOn(day) ?? 0 },
          { booked: row?.booked ?? 0, held: row?.held ?? 0 },
        );
      }
    }
  return found;
}

function compareDayPrices(snapshot: Snapshot, { day_prices, rate_plans, nights }: Tables): string[] {
  const found: string[] = [];
  const byPlan = byDay(day_prices, (row) => row.rate_plan_id);
  const days = daysOf([...nights, ...day_prices]);
  for (const row of rate_plans) {
    const plan = snapshot.ratePlans.find(row.id);
    if (plan === null) continue;
    for (const day of days) {
      const expected = pricesOf(byPlan.get(row.id)?.get(day) ?? row);
      compare(found, `day_prices ${row.id} ${formatDay(day)}`, snapshot.priceOn(plan, day), expected);
    }
  }
  return found;
}

function comparePlanDays(snapshot: Snapshot, { plan_days, rate_plans, nights }: Tables): string[] {
  const found: string[] = [];
  const byPlan = byDay(plan_days, (row) => row.rate_plan_id);
  const days = daysOf([...nights, ...plan_days]);
  for (const { id } of rate_plans) {
    const planDays = snapshot.findPlanDays(id);
    const rows = byPlan.get(id);
    if (planDays === null && rows === undefined) continue;
    for (const day of days) {
      const what = `plan_days ${id} ${formatDay(day)}`;
      compare(found, what, planDays?.get(day) ?? UNRESTRICTED, planDayOf(rows?.get(day)));
    }
  }
  return found;
}

function planDayOf(row: Row | undefined): PlanDay {
  if (row === undefined) return UNRESTRICTED;
  return {
    stopSell: row.stop_sell,
    closedToArrival: row.closed_to_arrival,
    closedToDeparture: row.closed_to_departure,
    minStay: row.min_stay,
    minStayThrough: row.min_stay_through,
    maxStay: row.max_stay ?? 0,
  };
}

function compareHolds(snapshot: Snapshot, { holds, room_types, ledgers }: Tables): string[] {
  const inMemory = ledgers.flatMap(({ id }) =>
    // At time 0 no hold is due yet, so this returns all active holds.
    room_types.flatMap((room) => snapshot.liveHolds(id, room.id, 0)),
  );
  const flat = inMemory.map(
    ({ stay, party, guest, price, policyId, timeline, collectedBy, asked, ...hold }) => ({
      ...hold,
      checkIn: formatDay(stay.checkIn),
      checkOut: formatDay(stay.checkOut),
      roomsCount: party.rooms,
      adults: party.adults,
      children: party.children,
      guestName: guest.name,
      guestPhone: guest.phone,
      guestEmail: guest.email,
      total: String(price.total),
      price: { stay: price, policyId, timeline, collectedBy, asked },
    }),
  );
  const rows = holds.map((row) => ({
    ...row,
    created_at: row.created_at.getTime(),
    expires_at: row.expires_at.getTime(),
  }));
  return compareEntities('holds', flat, rows as unknown as Row[]);
}

/** Compares the rate in force at each instant when it changes, and one millisecond before. */
function compareRates(snapshot: Snapshot, { exchange_rates }: Tables): string[] {
  const found: string[] = [];
  for (const { as_of } of exchange_rates)
    for (const now of [as_of.getTime() - 1, as_of.getTime()]) {
      const inForce = exchange_rates
        .filter((row) => row.as_of.getTime() <= now)
        .sort((one, other) => other.as_of - one.as_of)[0];
      const expected = inForce === undefined ? 0 : Math.round(Number(inForce.iqd_for_a_usd) * 10_000);
      compare(found, `exchange_rates ${now}`, snapshot.rateAt(now).tenThousandthsOfIqdForUsd, expected);
    }
  return found;
}

function compare(found: string[], what: string, memory: unknown, database: unknown): void {
  if (!isDeepStrictEqual(memory, database))
    found.push(`${what}: ${JSON.stringify(memory)} in memory, ${JSON.stringify(database)} in the database`);
}

const wireForm = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
const columnOf = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function byDay(rows: Row[], keyOf: (row: Row) => string): Map<string, Map<Day, Row>> {
  const groups = new Map<string, Map<Day, Row>>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? new Map<Day, Row>();
    groups.set(keyOf(row), group.set(getDay(row.day), row));
  }
  return groups;
}

/** Returns days from yesterday on, because earlier days are not in memory after a load. */
function daysOf(rows: Row[]): Day[] {
  const days = new Set(rows.map((row) => row.day as string));
  const numbers = [...days].map(getDay);
  const first = Math.max(Math.min(...numbers) - MARGIN_DAYS, dayInBaghdad(new Date()) - 1);
  return daysFrom(dayOf(first), Math.max(...numbers) + MARGIN_DAYS - first + 1);
}
