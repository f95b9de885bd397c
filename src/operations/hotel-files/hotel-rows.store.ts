// Reads, locks and writes the database rows that hotel files describe.

import { getOrCreate } from '../../kernel/get-or-create.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { HotelChanges, IdOwner, Kind, RowChange } from './compare-hotel.ts';
import type { HotelRow, HotelRows, PlanRow, PolicyRow, RoomTypeRow } from './hotel-rows.ts';

const HOTEL_COLUMNS: (keyof HotelRow)[] = [
  'id',
  'public_id',
  'name_en',
  'name_ar',
  'name_ckb',
  'star_rating',
  'city',
  'governorate',
  'status',
  'currency',
  'descriptions',
  'address',
  'address_ckb',
  'phone',
  'latitude',
  'longitude',
  'amenities',
  'images',
  'languages',
  'front_desk',
  'check_in_from',
  'check_out_until',
  'policies',
  'tax_basis_points',
  'service_basis_points',
  'auto_open',
  'open_ahead_days',
  'same_day_cutoff',
];
const POLICY_COLUMNS: (keyof PolicyRow)[] = [
  'id',
  'hotel_id',
  'code',
  'name_en',
  'name_ar',
  'rules',
  'no_show_penalty',
  'active',
];
const ROOM_TYPE_COLUMNS: (keyof RoomTypeRow)[] = [
  'id',
  'hotel_id',
  'code',
  'name_en',
  'name_ar',
  'name_ckb',
  'max_occupancy',
  'max_adults',
  'max_children',
  'bed_configuration',
  'amenities',
  'size_sqm',
  'default_allotment',
  'release_days',
  'active',
];
const PLAN_COLUMNS: (keyof PlanRow)[] = [
  'id',
  'hotel_id',
  'room_type_id',
  'code',
  'name_en',
  'name_ar',
  'name_ckb',
  'pricing_model',
  'currency',
  'single_price',
  'double_price',
  'extra_adult_price',
  'child_price',
  'cancellation_policy_id',
  'release_days',
  'active',
];

/** A stored hotel, with values that a hotel file does not contain. */
export interface StoredHotel extends HotelRows {
  lockNumber: number;
  /** The number of tax changes whose date is in the future. A hotel file does not contain these changes. */
  chargeChanges: number;
}

type HotelRecord = HotelRow & { lock_number: number; charge_changes: number };

const CHARGE_CHANGES =
  "jsonb_array_elements(charge_changes) c, lateral (select (c ->> 'from')::timestamptz as at) f";

/**
 * Returns the SQL expression for a column. For a tax, the expression returns the value that is in force now, because a
 * dated change may override the value of the column.
 */
function hotelColumn(name: keyof HotelRow): string {
  if (name !== 'tax_basis_points' && name !== 'service_basis_points') return name;
  return `coalesce((select (c ->> '${name}')::int from ${CHARGE_CHANGES} where at <= clock_timestamp()
    order by at desc limit 1), ${name}) as ${name}`;
}

/** Returns the hotels with these public ids, sorted by public id. Null means all hotels. */
export async function readHotelRows(database: Queryable, publicIds: string[] | null): Promise<StoredHotel[]> {
  const hotels = await database.query<HotelRecord>(
    `select ${HOTEL_COLUMNS.map(hotelColumn).join(', ')}, lock_number,
       (select count(*)::int from ${CHARGE_CHANGES} where at > clock_timestamp()) as charge_changes
     from hotels where $1::text[] is null or public_id = any($1) order by public_id`,
    [publicIds],
  );
  const ids = hotels.rows.map((row) => row.id);
  const read = <Row extends { hotel_id: string }>(table: string, columns: (keyof Row)[]) =>
    readOfHotels<Row>(database, table, columns, ids);
  const policies = await read<PolicyRow>('cancellation_policies', POLICY_COLUMNS);
  const roomTypes = await read<RoomTypeRow>('room_types', ROOM_TYPE_COLUMNS);
  const plans = await read<PlanRow>('rate_plans', PLAN_COLUMNS);
  return hotels.rows.map(({ lock_number, charge_changes, ...hotel }) => ({
    hotel,
    lockNumber: lock_number,
    chargeChanges: charge_changes,
    policies: policies.get(hotel.id) ?? [],
    roomTypes: roomTypes.get(hotel.id) ?? [],
    plans: plans.get(hotel.id) ?? [],
  }));
}

async function readOfHotels<Row extends { hotel_id: string }>(
  database: Queryable,
  table: string,
  columns: (keyof Row)[],
  hotelIds: string[],
): Promise<Map<string, Row[]>> {
  const result = await database.query<Row>(
    `select ${columns.join(', ')} from ${table} where hotel_id = any($1::uuid[]) order by hotel_id, code, id`,
    [hotelIds],
  );
  const byHotel = new Map<string, Row[]>();
  for (const row of result.rows) getOrCreate(byHotel, row.hotel_id, () => []).push(row);
  return byHotel;
}

/** Returns the stored rows that have these ids, by kind and id. */
export async function readIdOwners(database: Queryable, ids: string[]): Promise<Map<string, IdOwner>> {
  const result = await database.query<IdOwner>(
    `select 'hotel' as kind, h.id, h.public_id as hotel, '' as code from hotels h where h.id = any($1::uuid[])
     union all select 'policy', p.id, h.public_id, p.code from cancellation_policies p
       join hotels h on h.id = p.hotel_id where p.id = any($1::uuid[])
     union all select 'room type', r.id, h.public_id, r.code from room_types r
       join hotels h on h.id = r.hotel_id where r.id = any($1::uuid[])
     union all select 'rate plan', p.id, h.public_id, p.code from rate_plans p
       join hotels h on h.id = p.hotel_id where p.id = any($1::uuid[])`,
    [ids],
  );
  const key = (kind: Kind, id: string) => `${kind} ${id}`;
  return new Map(result.rows.map((row) => [key(row.kind, row.id), row]));
}

/**
 * Waits until no booking of this hotel is being decided, and makes later bookings wait. Read data in the next statement
 * and not in this one, because a statement that waits for a lock sees the data from before the wait.
 */
export async function lockHotel(tx: Transaction, lockNumber: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(1, $1::int)', [lockNumber]);
}

/**
 * Writes the rows that differ from the stored rows. Policies are written before plans, because plans refer to policies.
 */
export async function writeHotelChanges(tx: Transaction, changes: HotelChanges): Promise<void> {
  await put(tx, 'hotels', HOTEL_COLUMNS, [changes.hotel]);
  if (changes.hotel.effect !== 'unchanged') await dropPastChargeChanges(tx, changes.hotel.row.id);
  await put(tx, 'cancellation_policies', POLICY_COLUMNS, changes.policies);
  await put(tx, 'room_types', ROOM_TYPE_COLUMNS, changes.roomTypes);
  await put(tx, 'rate_plans', PLAN_COLUMNS, changes.plans);
}

/**
 * Deletes dated tax changes whose date is in the past, because they would override the values that this import has just
 * written.
 */
async function dropPastChargeChanges(tx: Transaction, hotelId: string): Promise<void> {
  await tx.query(
    `update hotels set charge_changes = coalesce((
       select jsonb_agg(c order by at) from ${CHARGE_CHANGES} where at > clock_timestamp()), '[]')
     where id = $1 and exists (select 1 from ${CHARGE_CHANGES} where at <= clock_timestamp())`,
    [hotelId],
  );
}

async function put<Row>(
  tx: Transaction,
  table: string,
  columns: (keyof Row)[],
  changes: RowChange<Row>[],
): Promise<void> {
  const rows = changes.filter(({ effect }) => effect !== 'unchanged').map(({ row }) => row);
  if (rows.length === 0) return;
  const names = columns.join(', ');
  const updates = columns
    .filter((name) => name !== 'id')
    .map((name) => `${String(name)} = excluded.${String(name)}`);
  await tx.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)
     on conflict (id) do update set ${updates.join(', ')}`,
    [JSON.stringify(rows)],
  );
}

export async function readLockNumber(tx: Transaction, hotelId: string): Promise<number> {
  const result = await tx.query<{ lock_number: number }>('select lock_number from hotels where id = $1', [
    hotelId,
  ]);
  return result.rows[0]!.lock_number;
}

export async function activatePlans(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('update rate_plans set active = true where id = any($1::uuid[]) and not active', [ids]);
}

/**
 * Tries to take the session lock of imports. Its key is (0, 3). No hotel lock has this key, because the first number of
 * a hotel lock is a ledger, and ledgers are numbered from 1. Desks use the key (0, 2).
 */
export async function tryImportLock(database: Queryable): Promise<boolean> {
  const result = await database.query<{ locked: boolean }>('select pg_try_advisory_lock(0, 3) as locked');
  return result.rows[0]!.locked;
}

export async function releaseImportLock(database: Queryable): Promise<boolean> {
  const result = await database.query<{ free: boolean }>('select pg_advisory_unlock(0, 3) as free');
  return result.rows[0]!.free;
}
