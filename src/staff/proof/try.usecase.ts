import type { Context } from '../../boot/context.ts';
import { inTransaction, type Transaction } from '../../db/pool.ts';
import type { HotelId } from '../../kernel/ids.ts';
import { accept } from '../../kernel/refusal.ts';
import { type PageOutcome, refusePage } from '../page-refusal.ts';
import type { SignedIn } from '../person.ts';
import { recordPageRefusal } from '../record-page-refusal.usecase.ts';
import { lockTries, takeBackTries, writeTries } from './tries.store.ts';
import { decideTry, triesOfAccount, triesOfAddress } from './tries.ts';

/** Who tries. `email` is null for a link: nobody knows yet whose it is. */
export interface Trier {
  address: string;
  email: string | null;
  person: SignedIn | null;
  hotelId?: HotelId;
}

/** A try that has been counted as wrong. */
export interface Try {
  subjects: string[];
  account: string[];
}

/** Counts a try as wrong before anything is compared. Refuses it while the account or the address has to wait. */
export async function beginTry(context: Context, trier: Trier): Promise<PageOutcome<Try>> {
  const account = trier.email === null ? [] : [triesOfAccount(trier.email)];
  const subjects = [...account, triesOfAddress(trier.address)];
  const decided = await inTransaction(context.pool, 'read committed', async (tx) => {
    const decision = decideTry(await lockTries(tx, subjects, context.now()), context.now());
    if (decision.ok) await writeTries(tx, decision.entries);
    return decision;
  });
  if (decided.ok) return accept({ subjects, account });
  await recordPageRefusal(context, 'too many tries', trier);
  const { retryAfterSeconds } = decided;
  const message = `too many wrong tries: try again in ${retryAfterSeconds} s`;
  return refusePage('TOO_MANY_TRIES', message, { retry_after: retryAfterSeconds });
}

/** The try was right, or nothing was compared. */
export async function takeBack(tx: Transaction, one: Try): Promise<void> {
  await takeBackTries(tx, one.subjects, []);
}

/** The person has signed in: earlier wrong tries of the account are forgotten, those of the address are not. */
export async function forgetTries(tx: Transaction, one: Try): Promise<void> {
  await takeBackTries(tx, one.subjects, one.account);
}
