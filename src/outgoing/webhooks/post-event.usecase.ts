// Signs an event and sends it with POST.

import type { Sending } from '../../context.ts';
import { unseal } from '../../platform/secrets/seal.ts';
import type { PostResult } from '../http-client/post.ts';
import { signatureHeaders } from '../http-client/sign.ts';
import { signingSecrets, type Webhook } from './webhook.ts';

/**
 * The service cannot decrypt the secret any more. Only the partner can solve this problem, with a rotation of the
 * secret.
 */
const LOST_SECRET = 'the secret of this webhook cannot be read any more: rotate it';

/** Signs a body with the secrets that are valid now, and sends it. */
export async function postEvent(
  { outbound, secrets, now, log }: Sending,
  webhook: Webhook,
  id: string,
  body: string,
): Promise<PostResult> {
  const at = now().getTime();
  const opened = signingSecrets(webhook, at).map((sealed) => unseal(sealed, webhook.id, secrets));
  if (opened[0] === null) {
    log.warn({ webhook_id: webhook.id }, 'the signing key that sealed the secret of a webhook is missing');
    return { ok: false, status: null, milliseconds: 0, error: LOST_SECRET };
  }
  const readable = opened.filter((secret) => secret !== null);
  const headers = signatureHeaders({ id, timestamp: Math.floor(at / 1_000), body }, readable);
  return outbound.post(webhook.url, body, headers);
}
