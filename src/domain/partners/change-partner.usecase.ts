import type { Operation } from '../../context.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { lockPartner, type PartnerRow, setLimits, setSuspended } from './operate-partners.store.ts';
import { type Limits, limitProblems, noPartner } from './partner-rules.ts';

/**
 * Suspends a partner. The service refuses all requests of a suspended partner with 401. The partner's bookings stay
 * unchanged.
 */
export function suspendPartner(
  operation: Operation,
  clientId: string,
): Promise<Outcome<PartnerRow, Declined>> {
  return change(operation, 'partner suspend', clientId, (tx, { id }) => setSuspended(tx, id, true));
}

export function resumePartner(
  operation: Operation,
  clientId: string,
): Promise<Outcome<PartnerRow, Declined>> {
  return change(operation, 'partner resume', clientId, (tx, { id }) => setSuspended(tx, id, false));
}

/** Changes the limits in `limits`. A limit that `limits` does not contain stays the same. */
export async function limitPartner(
  operation: Operation,
  clientId: string,
  limits: Partial<Limits>,
): Promise<Outcome<PartnerRow, Declined>> {
  const problems = limitProblems(limits);
  if (problems.length > 0) return decline(...problems);
  return change(operation, 'partner limit', clientId, (tx, partner) =>
    setLimits(tx, partner.id, { ...partner, ...limits }),
  );
}

/** Changes a partner, and records the change in the audit if a value is different afterwards. */
async function change(
  { pool, who }: Operation,
  action: string,
  clientId: string,
  write: (tx: Transaction, partner: PartnerRow) => Promise<void>,
): Promise<Outcome<PartnerRow, Declined>> {
  return commitUnless(false, pool, async (tx) => {
    const partner = await lockPartner(tx, clientId);
    if (partner === null) return decline(noPartner(clientId));
    await write(tx, partner);
    const changed = (await lockPartner(tx, clientId))!;
    const [before, after] = [audited(partner), audited(changed)];
    if (JSON.stringify(before) !== JSON.stringify(after))
      await recordOperatorChanges(tx, [{ who, action, subject: clientId, before, after }]);
    return accept(changed);
  });
}

function audited({ suspendedAt, rateLimitPerMinute, bookingLimitPerMinute }: PartnerRow) {
  return {
    suspended: suspendedAt !== null,
    rate_limit_per_minute: rateLimitPerMinute,
    booking_limit_per_minute: bookingLimitPerMinute,
  };
}
