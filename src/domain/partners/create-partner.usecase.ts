// An operator creates a partner.

import type { Operation } from '../../context.ts';
import { ledgerIdOf } from '../../kernel/ids.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import { lockClientIds, lockPartner, type PartnerRow, setLimits } from './operate-partners.store.ts';
import { clientProblems, type Limits, limitProblems } from './partner-rules.ts';
import { findClientId, insertClient, insertLedger } from './partners.store.ts';

export interface NewPartner extends Limits {
  /** The value that the partner sends in X-Client-Id. */
  clientId: string;
  name: string;
}

/** In production, all partners share one ledger. */
const PRODUCTION_LEDGER = ledgerIdOf(1);

export async function createPartner(
  operation: Operation,
  partner: NewPartner,
): Promise<Outcome<PartnerRow, Declined>> {
  const { clientId, name, rateLimitPerMinute, bookingLimitPerMinute } = partner;
  const problems = [...clientProblems(clientId, name), ...limitProblems(partner)];
  if (problems.length > 0) return decline(...problems);
  return commitUnless(false, operation.pool, async (tx) => {
    // If two operators create the same partner at the same time, the second transaction waits here.
    await lockClientIds(tx);
    if ((await lockPartner(tx, clientId)) !== null) return decline(`partner ${clientId} already exists`);
    if ((await findClientId(tx, clientId)) !== null) return decline(`client ${clientId} already exists`);
    const ledgerId = operation.environment === 'production' ? PRODUCTION_LEDGER : await insertLedger(tx);
    const id = await insertClient(tx, { clientId, name, ledgerId, contractHolderId: null });
    await setLimits(tx, id, partner);
    await recordOperatorChanges(tx, [
      {
        who: operation.who,
        action: 'partner create',
        subject: clientId,
        before: null,
        after: {
          name,
          rate_limit_per_minute: rateLimitPerMinute,
          booking_limit_per_minute: bookingLimitPerMinute,
        },
      },
    ]);
    return accept((await lockPartner(tx, clientId))!);
  });
}
