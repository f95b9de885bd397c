import { recordOperatorChanges } from '../audit/operator-audit.store.ts';
import type { Context } from '../boot/context.ts';
import type { Transaction } from '../db/pool.ts';
import type { HotelId } from '../kernel/ids.ts';
import { insertRefusal } from './page-audit.store.ts';
import type { SignedIn } from './person.ts';

/** What was tried. The action of the audit is `refused ` and this. */
export type RefusedAttempt =
  | 'sign-in'
  | 'link'
  | 'current password'
  | 'code'
  | 'other origin'
  | 'role'
  | 'staff of another hotel'
  | 'session of another person'
  | 'booking of another hotel'
  | 'product of another hotel'
  | 'forged voucher'
  | 'voucher of another hotel';

/** The subject of what belongs to no hotel that we know. */
export const UNKNOWN_HOTEL = 'hotel-page';

/**
 * Records an attempt that was refused and may be an attack, in the audit of the hotel. `details` says what was named, for
 * example an id. It must never contain a password, a code or a token.
 */
export async function recordPageRefusal(
  context: Context,
  attempt: RefusedAttempt,
  by: { address: string; person: SignedIn | null; hotelId?: HotelId },
  details: Record<string, unknown> = {},
): Promise<void> {
  const { address, person, hotelId = person?.hotelId } = by;
  await insertRefusal(context.pool, {
    who: person === null ? address : whoOf(person),
    action: `refused ${attempt}`,
    subject: hotelId === undefined ? UNKNOWN_HOTEL : publicIdOf(context, hotelId),
    after: { address, ...details },
  });
}

/** What a person did to an account. The last one is what somebody at the front desk noticed. */
export type PageAction =
  | 'sign-in'
  | 'sign-out'
  | 'invitation accept'
  | 'password change'
  | 'totp on'
  | 'totp off'
  | 'session end'
  | 'staff invite'
  | 'staff suspend'
  | 'staff resume'
  | 'codes agree'
  | 'voucher used again';

/** Records a change of an account in the audit of its hotel, in the transaction of the change. */
export async function recordPageChange(
  context: Context,
  tx: Transaction,
  person: { name: string; email: string; hotelId: HotelId },
  action: PageAction,
  before: unknown,
  after: unknown,
): Promise<void> {
  const subject = publicIdOf(context, person.hotelId);
  await recordOperatorChanges(tx, [{ who: whoOf(person), action, subject, before, after }]);
}

/** A person, as the audit names them. */
export function whoOf({ name, email }: { name: string; email: string }): string {
  return `${name} <${email}>`;
}

export function publicIdOf({ snapshot }: Context, hotelId: HotelId): string {
  return snapshot.hotels.find(hotelId)?.publicId ?? UNKNOWN_HOTEL;
}
