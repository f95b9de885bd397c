// Compares the password of a person who is already signed in.

import type { Reads, Staffing } from '../../../context.ts';
import type { HotelId } from '../../../kernel/ids.ts';
import { accept, type Outcome, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { passwordProblems } from '../account-rules.ts';
import { type Account, findAccountById } from '../accounts.store.ts';
import { type PageFailure, refusePage } from '../page-refusal.ts';
import type { SignedIn } from '../person.ts';
import { recordPageRefusal } from '../record-page-refusal.usecase.ts';
import { UNDER_WAY_SECONDS } from './sign-in-turns.ts';
import { sessionTrier } from './tries.ts';
import { beginTry, takeBack, tooMany } from './try.usecase.ts';

/**
 * Checks the password of a signed-in person again. Use cases call this function before actions that must not be
 * possible for a stranger who has found the phone. Only one password per person is compared at a time. Otherwise one
 * person with many sessions could occupy all comparisons, and other people would have to wait.
 */
export async function checkOwnPassword(
  context: Staffing,
  person: SignedIn,
  address: string,
  password: string,
): Promise<Outcome<Account, PageFailure>> {
  const turn = context.passwords.turns.begin([`person ${person.staffId}`], false, context.now().getTime());
  if (!turn.ok) return tooMany(UNDER_WAY_SECONDS);
  try {
    return await checkInTurn(context, person, address, password);
  } finally {
    turn.end();
  }
}

async function checkInTurn(
  context: Staffing,
  person: SignedIn,
  address: string,
  password: string,
): Promise<Outcome<Account, PageFailure>> {
  const by = { address, person };
  const tried = await beginTry(context, sessionTrier(person.sessionId));
  if (!tried.ok) return tried;
  const account = await findAccountById(context.pool, person.staffId);
  const isRight = await context.passwords.isRight(password, account?.password ?? null);
  if (isRight === false || account === null) {
    await recordPageRefusal(context, 'current password', by);
    return refusePage('SIGN_IN_REFUSED', 'the password is wrong');
  }
  await inTransaction(context.pool, 'read committed', (tx) => takeBack(tx, tried.value));
  return isRight === null ? busy() : accept(account);
}

/** Returns the refusal for the case that too many passwords are being compared. */
export function busy(): Refusal {
  return refuse('SERVICE_UNAVAILABLE', 'too many people sign in now; try again');
}

/** Returns the problems with a new password of a person at this hotel. */
export function newPasswordProblems(
  { snapshot }: Reads,
  { hotelId, email }: { hotelId: HotelId; email: string },
  password: string,
) {
  const hotel = snapshot.hotels.find(hotelId);
  const names = hotel === null ? [] : [hotel.nameEn, hotel.nameAr, hotel.nameCkb, hotel.publicId];
  return passwordProblems(password, [email, ...names]);
}
