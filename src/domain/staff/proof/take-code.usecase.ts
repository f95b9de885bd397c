import type { Staffing } from '../../../context.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/db/pool.ts';
import { unseal } from '../../../platform/secrets/seal.ts';
import { type Account, setTotpStep } from '../accounts.store.ts';
import { acceptedStep } from './totp.ts';

/**
 * Checks a one-time code, and records it as used. The caller must have locked the account, and one-time codes must be
 * enabled for the account. UNREADABLE: this process cannot decrypt the account's secret.
 */
export async function takeCode(
  { secrets, now }: Staffing,
  tx: Transaction,
  { id, totp }: Account,
  code: string,
): Promise<'RIGHT' | 'WRONG' | 'UNREADABLE'> {
  const secret = unseal(totp!.secret, id, secrets);
  if (secret === null) return 'UNREADABLE';
  const step = acceptedStep(secret, code, now(), totp!.lastStep);
  if (step === null) return 'WRONG';
  await setTotpStep(tx, id, step);
  return 'RIGHT';
}

export function codesUnreadable(): Refusal {
  return refuse('SERVICE_UNAVAILABLE', 'codes cannot be checked: a secret of this service is missing');
}
