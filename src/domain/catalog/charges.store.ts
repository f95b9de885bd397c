import { type HotelId, readId, readPublicId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { type ChargedHotel, chargeChangesOf, storedChargeChanges } from './charges.ts';

/** A hotel with its charges, as shown to operators. */
export interface ChargedHotelRow extends ChargedHotel {
  id: HotelId;
  publicId: string;
  nameEn: string;
}

const HOTELS = `select id, public_id as "publicId", name_en as "nameEn", tax_basis_points as "taxBasisPoints",
    service_basis_points as "serviceBasisPoints", charge_changes as "chargeChanges"
  from hotels where $1::text is null or public_id = $1 or id = $2 order by id`;

/** Reads the charges of all hotels, or only of the hotel with this public id or uuid. */
export async function readCharges(database: Queryable, reference: string | null): Promise<ChargedHotelRow[]> {
  const rows = await charged(database, HOTELS, reference);
  return rows.sort((one, other) => (one.publicId < other.publicId ? -1 : 1));
}

/**
 * Locks the hotels in a fixed order. Two operators then cannot change charges at the same time. Because of the fixed
 * order, their transactions do not deadlock.
 */
export function lockCharges(tx: Transaction, reference: string | null): Promise<ChargedHotelRow[]> {
  return charged(tx, `${HOTELS} for no key update`, reference);
}

async function charged(
  database: Queryable,
  statement: string,
  reference: string | null,
): Promise<ChargedHotelRow[]> {
  const result = await database.query(statement, [
    reference === null ? null : readPublicId(reference),
    readId<HotelId>(reference ?? ''),
  ]);
  return result.rows.map((row) => ({ ...row, chargeChanges: chargeChangesOf(row.chargeChanges) }));
}

export async function writeCharges(
  tx: Transaction,
  hotels: Pick<ChargedHotelRow, 'id' | keyof ChargedHotel>[],
): Promise<void> {
  await tx.query(
    `update hotels h set tax_basis_points = k.tax, service_basis_points = k.service, charge_changes = k.changes
     from unnest($1::uuid[], $2::int[], $3::int[], $4::jsonb[]) k(id, tax, service, changes) where h.id = k.id`,
    [
      hotels.map(({ id }) => id),
      hotels.map((hotel) => hotel.taxBasisPoints),
      hotels.map((hotel) => hotel.serviceBasisPoints),
      hotels.map((hotel) => JSON.stringify(storedChargeChanges(hotel.chargeChanges))),
    ],
  );
}
