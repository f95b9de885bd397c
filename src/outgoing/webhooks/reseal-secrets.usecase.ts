// Encrypts stored webhook secrets again, with the newest signing key.

import type { Transaction } from '../../platform/db/pool.ts';
import { fingerprintsOf, type Secrets } from '../../platform/secrets/accepted-secrets.ts';
import { readClaim } from '../../platform/secrets/claims.store.ts';
import { type Sealed, seal, unseal } from '../../platform/secrets/seal.ts';
import type { Webhook } from './webhook.ts';
import { lockSealedOtherwise, setSecrets } from './webhooks.store.ts';

const AT_ONCE = 500;

/**
 * Encrypts the webhook secrets again with the first signing key, if the settings contain several signing keys. Does
 * nothing until the database has recorded the first key as the current key. Otherwise a node whose settings still list
 * the old key first would encrypt the secrets with the old key again.
 */
export async function resealSecrets(
  tx: Transaction,
  secrets: Secrets,
  random: (bytes: number) => Buffer,
): Promise<void> {
  const [first, ...others] = fingerprintsOf('signing_key', secrets);
  const claimed = await readClaim(tx, 'signing_key');
  // In the sandbox, the database records no signing key, so `claimed` is null.
  if (others.length === 0 || (claimed !== null && claimed !== first)) return;
  for (const webhook of await lockSealedOtherwise(tx, first, others, AT_ONCE))
    await setSecrets(tx, resealed(webhook, secrets, random));
}

function resealed(webhook: Webhook, secrets: Secrets, random: (bytes: number) => Buffer): Webhook {
  const again = (sealed: Sealed): Sealed => {
    const plain = unseal(sealed, webhook.id, secrets);
    return plain === null ? sealed : seal(plain, webhook.id, secrets, random);
  };
  const { secret, oldSecret } = webhook;
  return {
    ...webhook,
    secret: again(secret),
    oldSecret: oldSecret === null ? null : { ...oldSecret, sealed: again(oldSecret.sealed) },
  };
}
