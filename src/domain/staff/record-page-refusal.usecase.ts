import type { Queries, Reads } from '../../context.ts';
import type { HotelId, StaffId } from '../../kernel/ids.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { staffWho } from '../../platform/audit/staff-who.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { insertRefusal } from './page-audit.store.ts';
import type { SignedIn } from './person.ts';

/**
 * The kinds of attempts whose refusal is recorded. The action in the audit consists of the word `refused` and the
 * attempt.
 */
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

/** The subject of the audit entry if the service does not know the hotel of an attempt. */
const UNKNOWN_HOTEL = 'hotel-page';

/**
 * Records a refused attempt in the hotel's audit, because the attempt may be an attack. `details` contains values of
 * the request, such as an id. `details` must never contain a password, a code or a token.
 */
export async function recordPageRefusal(
  context: Queries,
  attempt: RefusedAttempt,
  by: { address: string; person: SignedIn | null; hotelId?: HotelId },
  details: Record<string, unknown> = {},
): Promise<void> {
  const { address, person, hotelId = person?.hotelId } = by;
  await insertRefusal(context.pool, {
    who: person === null ? address : staffWho(person.staffId),
    action: `refused ${attempt}`,
    subject: hotelId === undefined ? UNKNOWN_HOTEL : publicIdOf(context, hotelId),
    after: { address, ...details },
  });
}

/** Actions of a person that change an account or a session. */
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
  | 'staff delete'
  | 'codes agree';

/** Records an action in the audit of the person's hotel, in the same transaction as the action. */
export async function recordPageChange(
  context: Reads,
  tx: Transaction,
  person: { staffId: StaffId; hotelId: HotelId },
  action: PageAction,
  before: unknown,
  after: unknown,
): Promise<void> {
  const subject = publicIdOf(context, person.hotelId);
  await recordOperatorChanges(tx, [{ who: staffWho(person.staffId), action, subject, before, after }]);
}

export function publicIdOf({ snapshot }: Reads, hotelId: HotelId): string {
  return snapshot.hotels.find(hotelId)?.publicId ?? UNKNOWN_HOTEL;
}
