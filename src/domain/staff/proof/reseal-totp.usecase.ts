// Encrypts the secrets of one-time codes again after the signing key was replaced.

import type { Transaction } from '../../../platform/db/pool.ts';
import { fingerprintsOf, type Secrets } from '../../../platform/secrets/accepted-secrets.ts';
import { readClaim } from '../../../platform/secrets/claims.store.ts';
import { seal, unseal } from '../../../platform/secrets/seal.ts';
import { lockTotpSealedOtherwise, resealTotp } from '../accounts.store.ts';

const AT_ONCE = 500;

/**
 * Encrypts the secrets of one-time codes again with the first signing key, while this key replaces another key. Nothing
 * is encrypted again while the database contains the fingerprint of another key. Otherwise a node that still has the
 * old settings would encrypt the secrets with the old key again.
 */
export async function resealTotpSecrets(
  tx: Transaction,
  secrets: Secrets,
  random: (bytes: number) => Buffer,
): Promise<void> {
  const [first, ...others] = fingerprintsOf('signing_key', secrets);
  const claimed = await readClaim(tx, 'signing_key');
  if (others.length === 0 || (claimed !== null && claimed !== first)) return;
  for (const { id, secret } of await lockTotpSealedOtherwise(tx, others, AT_ONCE)) {
    const plain = unseal(secret, id, secrets);
    if (plain !== null) await resealTotp(tx, id, seal(plain, id, secrets, random));
  }
}
