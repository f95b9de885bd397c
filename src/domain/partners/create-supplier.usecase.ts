// An operator creates a supplier with its hotels.

import type { Operation } from '../../context.ts';
import { type LedgerId, ledgerIdOf } from '../../kernel/ids.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { namedHotels } from './change-supplier.usecase.ts';
import { lockClientIds } from './operate-partners.store.ts';
import { findLedgerOfPartner, lockSupplier, type SupplierRow } from './operate-suppliers.store.ts';
import { clientProblems, noPartner } from './partner-rules.ts';
import { findClientId, insertClient } from './partners.store.ts';

export interface NewSupplier {
  /** The value that the supplier sends in X-Client-Id. */
  clientId: string;
  name: string;
  /** Public ids or uuids. */
  hotels: string[];
  /**
   * The partner whose bookings the supplier can read. Set only in a sandbox, where each partner has a separate ledger.
   */
  partner: string | null;
}

/** In production, all clients share one ledger. */
const PRODUCTION_LEDGER = ledgerIdOf(1);

export async function createSupplier(
  operation: Operation,
  { clientId, name, hotels, partner }: NewSupplier,
  dryRun: boolean,
): Promise<Outcome<SupplierRow, Declined>> {
  const problems = clientProblems(clientId, name);
  if (problems.length > 0) return decline(...problems);
  return commitUnless(dryRun, operation.pool, async (tx) => {
    // If two operators create the same client at the same time, the second transaction waits here.
    await lockClientIds(tx);
    if ((await findClientId(tx, clientId)) !== null) return decline(`client ${clientId} already exists`);
    const named = await namedHotels(tx, hotels);
    if (!named.ok) return named;
    const ledger = await ledgerFor(tx, operation, partner);
    if (!ledger.ok) return ledger;
    const suppliedHotels = named.value.map(({ id }) => id);
    await insertClient(tx, {
      clientId,
      name,
      ledgerId: ledger.value,
      contractHolderId: null,
      suppliedHotels,
    });
    const after = { name, hotels: named.value.map(({ publicId }) => publicId) };
    await recordOperatorChanges(tx, [
      { who: operation.who, action: 'supplier create', subject: clientId, before: null, after },
    ]);
    return accept((await lockSupplier(tx, clientId))!);
  });
}

async function ledgerFor(
  tx: Transaction,
  { environment }: Operation,
  partner: string | null,
): Promise<Outcome<LedgerId, Declined>> {
  if (environment === 'production')
    return partner === null
      ? accept(PRODUCTION_LEDGER)
      : decline('partner: only in sandbox; in production a supplier reads the bookings of all partners');
  if (partner === null)
    return decline('partner: give --partner, the partner whose bookings the supplier reads in this sandbox');
  const ledgerId = await findLedgerOfPartner(tx, partner);
  return ledgerId === null ? decline(noPartner(partner)) : accept(ledgerId);
}
