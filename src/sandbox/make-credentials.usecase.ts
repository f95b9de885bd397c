// Creates test credentials up to a limit. At the limit, the credentials with the oldest last use are deleted.

import type { Context, Queries } from '../context.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import { inTransaction, type Transaction } from '../platform/db/pool.ts';
import {
  CREDENTIAL_LIMITS,
  daysBefore,
  minutesBefore,
  SPARED_MINUTES,
  secondsUntilOneLess,
  type TesterRole,
} from './credential-limits.ts';
import {
  countTesters,
  findLongestIdle,
  listMade,
  lockCredentials,
  recordMade,
} from './credentials-made.store.ts';
import { DEMO_CLIENT_ID } from './demo-client.store.ts';
import { deleteLedger } from './ledgers.store.ts';

/**
 * The maximum number of attempts. This request deletes old credentials to get below the limit. Before this request
 * creates its credentials, another request may create credentials, and the limit is reached again.
 */
const ATTEMPTS = 3;
/**
 * The number of ledgers that are considered for deletion. One ledger would not be enough, because a tester may use it
 * again before the deletion locks it.
 */
const CANDIDATES = 5;

/**
 * Creates credentials if the limit of the tester's IP address allows it. If the total limit is reached, the credentials
 * with the oldest last use are deleted first.
 */
export async function makeCredentials<T>(
  context: Queries,
  tester: { role: TesterRole; address: string },
  make: (tx: Transaction) => Promise<T>,
): Promise<Outcome<T>> {
  const { role } = tester;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const made = await inTransaction(context.pool, 'read committed', (tx) =>
      makeIfRoom(context, tx, tester, make),
    );
    if (made !== 'FULL') return made;
    if (!(await evictLongestIdle(context, role))) break;
  }
  const what = role === 'hotel' ? 'private hotels' : 'clients';
  return refuse(
    'SERVICE_UNAVAILABLE',
    `the sandbox has ${CREDENTIAL_LIMITS[role].total} ${what}, and all are in use: try again in some minutes`,
  );
}

async function makeIfRoom<T>(
  context: Pick<Context, 'now'>,
  tx: Transaction,
  { role, address }: { role: TesterRole; address: string },
  make: (tx: Transaction) => Promise<T>,
): Promise<Outcome<T> | 'FULL'> {
  const { perAddress, total } = CREDENTIAL_LIMITS[role];
  await lockCredentials(tx);
  const now = context.now();
  const since = daysBefore(now, 1);
  const made = await listMade(tx, { address, role, since, limit: perAddress });
  if (made.length >= perAddress) {
    const seconds = secondsUntilOneLess(made[0]!, now);
    return refuse(
      'RATE_LIMIT_EXCEEDED',
      `your address has made ${perAddress} credentials with role ${role} in 24 hours; try again in ${seconds} s`,
      { window: 'daily_credentials', limit: perAddress, retryAfterSeconds: seconds },
    );
  }
  if ((await countTesters(tx, role)) >= total) return 'FULL';
  await recordMade(tx, address, role, now);
  return accept(await make(tx));
}

/**
 * Deletes the credentials with the oldest last use. The deletion has its own transaction, so that other requests for
 * credentials do not wait for it.
 */
async function evictLongestIdle({ pool, now }: Queries, role: TesterRole): Promise<boolean> {
  const usedBefore = minutesBefore(now(), SPARED_MINUTES);
  const idle = await findLongestIdle(pool, role, {
    usedBefore,
    keptClientId: DEMO_CLIENT_ID,
    limit: CANDIDATES,
  });
  for (const ledgerId of idle)
    if (await inTransaction(pool, 'read committed', (tx) => deleteLedger(tx, ledgerId, usedBefore)))
      return true;
  return false;
}
