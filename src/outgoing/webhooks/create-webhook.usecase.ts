// A partner registers a webhook.

import { randomUUID } from 'node:crypto';
import type { Sending } from '../../context.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { idOf, type WebhookId } from '../../kernel/ids.ts';
import { accept, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { seal } from '../../platform/secrets/seal.ts';
import type { ClientEventKind } from '../events/client-event.ts';
import { formatSecret, SECRET_BYTES } from '../http-client/sign.ts';
import { checkUrl } from '../http-client/url-rules.ts';
import { newWebhookProblem, type ShownWebhook, sentKinds, type Webhook } from './webhook.ts';
import { insertWebhook, lockClient, readWebhooks } from './webhooks.store.ts';

export interface WantedWebhook {
  url: string;
  /**
   * The kinds of events to send. Without a list, the webhook receives all kinds, including kinds that a later release
   * adds.
   */
  events?: ClientEventKind[];
}

export async function createWebhook(
  { pool, outbound, secrets, random, now }: Sending,
  { client }: Caller,
  { url: given, events = [] }: WantedWebhook,
): Promise<Outcome<ShownWebhook>> {
  const { url, problem } = checkUrl(given, outbound.allowPrivate);
  if (problem !== null)
    return refuseInput([{ field: 'url', code: 'INVALID_FORMAT', message: `url: ${problem}` }]);
  const id = idOf<WebhookId>(randomUUID());
  const secret = random(SECRET_BYTES);
  const webhook: Webhook = {
    id,
    clientId: client.id,
    url: url.href,
    kinds: sentKinds(events),
    secret: seal(secret, id, secrets, random),
    oldSecret: null,
    createdAt: now().getTime(),
    deliveredAt: null,
    failure: null,
  };
  return inTransaction(pool, 'read committed', async (tx) => {
    await lockClient(tx, client.id);
    const refused = newWebhookProblem(await readWebhooks(tx, client.id), webhook.url);
    if (refused !== null) return refused;
    await insertWebhook(tx, webhook);
    return accept({ webhook, pending: 0, secret: formatSecret(secret) });
  });
}
