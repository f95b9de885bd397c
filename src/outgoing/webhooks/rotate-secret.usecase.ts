import type { Sending } from '../../context.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { readId } from '../../kernel/ids.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { seal } from '../../platform/secrets/seal.ts';
import { formatSecret, SECRET_BYTES } from '../http-client/sign.ts';
import { noWebhook, OVERLAP_HOURS, oldSecretAfter, type ShownWebhook } from './webhook.ts';
import { countPending, lockWebhook, setSecrets } from './webhooks.store.ts';

/**
 * Replaces the secret of a webhook. The function does not decrypt the current secret, so it works even if the signing
 * key that encrypted the current secret is lost.
 */
export async function rotateSecret(
  { pool, secrets, random, now }: Sending,
  { client }: Caller,
  reference: string,
  overlapHours: number = OVERLAP_HOURS.usual,
): Promise<Outcome<ShownWebhook>> {
  const secret = random(SECRET_BYTES);
  return inTransaction(pool, 'read committed', async (tx) => {
    const before = await lockWebhook(tx, client.id, readId(reference));
    if (before === null) return noWebhook();
    const oldSecret = oldSecretAfter(before, now().getTime(), overlapHours);
    const webhook = { ...before, secret: seal(secret, before.id, secrets, random), oldSecret };
    await setSecrets(tx, webhook);
    const [pending] = (await countPending(tx, [before.id])) as [number];
    return accept({ webhook, pending, secret: formatSecret(secret) });
  });
}
