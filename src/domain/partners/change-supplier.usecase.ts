// An operator suspends, resumes or limits a supplier, or changes the supplier's hotels.

import type { Operation } from '../../context.ts';
import type { HotelId } from '../../kernel/ids.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { findHotels } from './contracts.store.ts';
import { noHotel } from './no-hotel.ts';
import { setSuspended } from './operate-partners.store.ts';
import {
  lockSupplier,
  type SupplierRow,
  setSuppliedHotels,
  setSupplyLimit,
} from './operate-suppliers.store.ts';
import { limitProblems, noSupplier } from './partner-rules.ts';

/**
 * The maximum number of hotels per supplier. The number is limited, because each request of a supplier searches the
 * list of its hotels. A channel manager has a few hundred hotels.
 */
const MOST_HOTELS = 1_000;

/**
 * Suspends a supplier. The service refuses all requests of a suspended supplier with 401. The supplier's hotels stay on
 * sale.
 */
export function suspendSupplier(
  operation: Operation,
  clientId: string,
): Promise<Outcome<SupplierRow, Declined>> {
  return change(operation, 'supplier suspend', clientId, false, async (tx, { id }) => {
    await setSuspended(tx, id, true);
    return accept(null);
  });
}

export function resumeSupplier(
  operation: Operation,
  clientId: string,
): Promise<Outcome<SupplierRow, Declined>> {
  return change(operation, 'supplier resume', clientId, false, async (tx, { id }) => {
    await setSuspended(tx, id, false);
    return accept(null);
  });
}

/** Sets the limit of a supplier. Null: the usual limit applies. */
export async function limitSupplier(
  operation: Operation,
  clientId: string,
  limitPerMinute: number | null,
): Promise<Outcome<SupplierRow, Declined>> {
  const problems = limitProblems({ rateLimitPerMinute: limitPerMinute });
  if (problems.length > 0) return decline(...problems);
  return change(operation, 'supplier limit', clientId, false, async (tx, { id }) => {
    await setSupplyLimit(tx, id, limitPerMinute);
    return accept(null);
  });
}

/**
 * Adds and removes hotels of a supplier. Either all changes are made, or none is made. Running nodes use the new list
 * within a second.
 */
export function changeSuppliedHotels(
  operation: Operation,
  clientId: string,
  { add, remove }: { add: string[]; remove: string[] },
  dryRun: boolean,
): Promise<Outcome<SupplierRow, Declined>> {
  return change(operation, 'supplier hotels', clientId, dryRun, async (tx, { id, hotels }) => {
    const [added, removed] = [await namedHotels(tx, add), await namedHotels(tx, remove)];
    if (!added.ok || !removed.ok)
      return decline(...[added, removed].flatMap((one) => (one.ok ? [] : one.problems)));
    const foreign = removed.value.filter((one) => !hotels.some((hotel) => hotel.id === one.id));
    const twice = removed.value.filter((one) => added.value.some((hotel) => hotel.id === one.id));
    const problems = [
      ...foreign.map(({ publicId }) => `hotel ${publicId} is not a hotel of supplier ${clientId}`),
      ...twice.map(({ publicId }) => `hotel ${publicId}: give --add or --remove, not both`),
    ];
    if (problems.length > 0) return decline(...problems);
    const gone = new Set(removed.value.map((hotel) => hotel.id));
    const kept = new Set(
      [...hotels, ...added.value].map((hotel) => hotel.id).filter((one) => !gone.has(one)),
    );
    if (kept.size > MOST_HOTELS) return decline(`a supplier has at most ${MOST_HOTELS} hotels`);
    await setSuppliedHotels(tx, id, [...kept]);
    return accept(null);
  });
}

/**
 * Finds the hotels that an operator names, without repetitions. If some of these hotels do not exist, declines the
 * command with one line for each such hotel.
 */
export async function namedHotels(
  database: Queryable,
  references: string[],
): Promise<Outcome<{ id: HotelId; publicId: string }[], Declined>> {
  const found = await findHotels(database, references);
  const unknown = references.filter((reference) => !found.has(reference));
  if (unknown.length > 0) return decline(...unknown.map(noHotel));
  if (references.length > MOST_HOTELS) return decline(`a supplier has at most ${MOST_HOTELS} hotels`);
  return accept([...new Map([...found.values()].map((hotel) => [hotel.id, hotel])).values()]);
}

/** Changes a supplier, and records the change in the audit if a value is different afterwards. */
async function change(
  { pool, who }: Operation,
  action: string,
  clientId: string,
  dryRun: boolean,
  write: (tx: Transaction, supplier: SupplierRow) => Promise<Outcome<null, Declined>>,
): Promise<Outcome<SupplierRow, Declined>> {
  return commitUnless(dryRun, pool, async (tx) => {
    const supplier = await lockSupplier(tx, clientId);
    if (supplier === null) return decline(noSupplier(clientId));
    const written = await write(tx, supplier);
    if (!written.ok) return written;
    const changed = (await lockSupplier(tx, clientId))!;
    const [before, after] = [audited(supplier), audited(changed)];
    if (JSON.stringify(before) !== JSON.stringify(after))
      await recordOperatorChanges(tx, [{ who, action, subject: clientId, before, after }]);
    return accept(changed);
  });
}

function audited({ suspendedAt, limitPerMinute, hotels }: SupplierRow) {
  return {
    suspended: suspendedAt !== null,
    limit_per_minute: limitPerMinute,
    hotels: hotels.map(({ publicId }) => publicId),
  };
}
