// Ends a halt, so that the desk decides bookings again.

import type { Operation } from '../../context.ts';
import { readJournals } from '../../desk/one-desk/read-journals.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { lockDesk, resume } from './resume.store.ts';

export interface Resume {
  reason: string;
  /** True if the operator has restored an older copy of the database, and no process has noticed the restore yet. */
  isRestored: boolean;
  /** Folders with journals. The new epoch is higher than all epochs in these journals. */
  journals: string[];
}

/** The service may be running or stopped. If it is running, its desk ends, and a new desk begins in the new epoch. */
export async function resumeDesk(
  { pool, who }: Pick<Operation, 'pool' | 'who'>,
  { reason, isRestored, journals }: Resume,
): Promise<Outcome<{ epoch: number }, Declined>> {
  let knownEpoch = 0;
  for (const directory of journals)
    for await (const { head } of readJournals(directory))
      knownEpoch = Math.max(knownEpoch, head.batch?.epoch ?? 0);
  return inTransaction(pool, 'read committed', async (tx) => {
    const before = await lockDesk(tx);
    if (before.haltedAt === null && !isRestored)
      return decline('the desk is not halted; after a restore, use --restored');
    return accept({ epoch: await resume(tx, { who, reason, before, knownEpoch }) });
  });
}
