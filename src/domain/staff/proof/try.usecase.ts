import type { Queries } from '../../../context.ts';
import { accept, type Outcome } from '../../../kernel/refusal.ts';
import { inTransaction, type Transaction } from '../../../platform/db/pool.ts';
import { type PageFailure, type PageRefusal, refusePage } from '../page-refusal.ts';
import { deleteEmptyTries, lockTries, readTries, takeBackTries, writeTries } from './tries.store.ts';
import { decideTry, subjectsOf, type Trier } from './tries.ts';

/**
 * Counts a try as wrong before anything is compared. Refuses the try if a subject must wait. Stores nothing for a
 * refused try, so that repeated tries cannot fill the tables.
 */
export async function beginTry({ pool, now }: Queries, trier: Trier): Promise<Outcome<Trier, PageFailure>> {
  const subjects = subjectsOf(trier);
  const seen = decideTry(await readTries(pool, subjects), trier, now());
  if (!seen.ok) return tooMany(seen.retryAfterSeconds);
  const decided = await inTransaction(pool, 'read committed', async (tx) => {
    const decision = decideTry(await lockTries(tx, subjects, now()), trier, now());
    await (decision.ok ? writeTries(tx, decision.entries) : deleteEmptyTries(tx, subjects));
    return decision;
  });
  return decided.ok ? accept(trier) : tooMany(decided.retryAfterSeconds);
}

export function tooMany(retryAfterSeconds: number): PageRefusal {
  const message = `too many wrong tries: try again in ${retryAfterSeconds} s`;
  return refusePage('TOO_MANY_TRIES', message, { retry_after: retryAfterSeconds });
}

/** Removes a try from the count, because the try was right or nothing was compared. */
export async function takeBack(tx: Transaction, trier: Trier): Promise<void> {
  await takeBackTries(tx, subjectsOf(trier), trier.network?.account ?? null, false);
}

/**
 * Resets the wrong tries of a person who has signed in. The wrong tries for other accounts from the same network
 * address are kept.
 */
export async function forgetTries(tx: Transaction, trier: Trier): Promise<void> {
  await takeBackTries(tx, subjectsOf(trier), trier.network?.account ?? null, true);
}
