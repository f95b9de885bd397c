import { type ClientId, type HotelId, readId, readPublicId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { ContractTerms, NamedInLines } from './contract-lines.ts';

/** A contract as shown to operators. */
export interface ContractRow extends ContractTerms {
  hotelName: string;
}

/**
 * Locks the partners with these client ids in a fixed order. Two transactions then cannot change the contracts of one
 * partner at the same time. Because of the fixed order, two transactions that lock the same partners do not deadlock.
 */
export async function lockPartners(tx: Transaction, clientIds: string[]): Promise<NamedInLines['partners']> {
  const result = await tx.query<{ id: ClientId; clientId: string; sharesContracts: boolean }>(
    `select id, client_id as "clientId", contract_holder_id is not null as "sharesContracts"
     from clients where client_id = any($1) and kind = 'PARTNER' order by id for no key update`,
    [clientIds],
  );
  return new Map(result.rows.map((row) => [row.clientId, row]));
}

/**
 * Finds hotels. In the result, the key of each hotel is its public id or its uuid, in the form in which the caller
 * passed it.
 */
export async function findHotels(database: Queryable, references: string[]): Promise<NamedInLines['hotels']> {
  const result = await database.query<{ id: HotelId; publicId: string }>(
    'select id, public_id as "publicId" from hotels where public_id = any($1) or id = any($2::uuid[])',
    [references.map(readPublicId), references.map((reference) => readId<HotelId>(reference))],
  );
  const byName = new Map(
    result.rows.flatMap((row) => [[row.publicId, row] as const, [row.id, row] as const]),
  );
  return new Map(
    references.flatMap((reference) => {
      const found = byName.get(readPublicId(reference)) ?? byName.get(readId<HotelId>(reference));
      return found === undefined ? [] : [[reference, found] as const];
    }),
  );
}

const CONTRACTS = `select c.id as "partnerId", c.client_id as "clientId", h.id as "hotelId", h.public_id as "publicId",
    h.name_en as "hotelName", t.commission_basis_points as "commissionBasisPoints", t.permissions,
    t.payment_collected_by as "collectedBy", t.valid_from as "validFrom", t.valid_until as "validUntil"
  from contracts t join clients c on c.id = t.client_id join hotels h on h.id = t.hotel_id`;

// biome-ignore lint/suspicious/noExplicitAny: the columns of the statement just above.
function contractRow({ partnerId, clientId, hotelId, publicId, ...terms }: any): ContractRow {
  return { partner: { id: partnerId, clientId }, hotel: { id: hotelId, publicId }, ...terms };
}

/** Reads all contracts, or only the contracts of one partner or one hotel. */
export async function readContracts(
  database: Queryable,
  clientId: string | null,
  hotelId: HotelId | null,
): Promise<ContractRow[]> {
  const result = await database.query(
    `${CONTRACTS} where ($1::text is null or c.client_id = $1) and ($2::uuid is null or h.id = $2)
     order by c.client_id, h.public_id`,
    [clientId, hotelId],
  );
  return result.rows.map(contractRow);
}

/** Reads the stored contracts of these pairs of partner and hotel. */
export async function readContractsOf(
  tx: Transaction,
  pairs: Pick<ContractTerms, 'partner' | 'hotel'>[],
): Promise<ContractRow[]> {
  const result = await tx.query(
    `${CONTRACTS} join unnest($1::uuid[], $2::uuid[]) k(client, hotel) on k.client = t.client_id and k.hotel = t.hotel_id`,
    [pairs.map(({ partner }) => partner.id), pairs.map(({ hotel }) => hotel.id)],
  );
  return result.rows.map(contractRow);
}

export async function writeContracts(tx: Transaction, contracts: ContractTerms[]): Promise<void> {
  await tx.query(
    `insert into contracts (client_id, hotel_id, commission_basis_points, permissions, payment_collected_by, valid_from,
       valid_until)
     select k.client, k.hotel, k.commission, string_to_array(k.permissions, ','), k.collector, k.first, k.last
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::date[], $7::date[])
       k(client, hotel, commission, permissions, collector, first, last)
     on conflict (client_id, hotel_id) do update set commission_basis_points = excluded.commission_basis_points,
       permissions = excluded.permissions, payment_collected_by = excluded.payment_collected_by,
       valid_from = excluded.valid_from, valid_until = excluded.valid_until`,
    [
      contracts.map(({ partner }) => partner.id),
      contracts.map(({ hotel }) => hotel.id),
      contracts.map((contract) => contract.commissionBasisPoints),
      contracts.map((contract) => contract.permissions.join()),
      contracts.map((contract) => contract.collectedBy),
      contracts.map((contract) => contract.validFrom),
      contracts.map((contract) => contract.validUntil),
    ],
  );
}
