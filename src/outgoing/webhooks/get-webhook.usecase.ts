// Returns one webhook of a partner.

import type { Queries } from '../../context.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { readId } from '../../kernel/ids.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { noWebhook, type ShownWebhook } from './webhook.ts';
import { countPending, findWebhook } from './webhooks.store.ts';

export async function getWebhook(
  { pool }: Queries,
  { client }: Caller,
  reference: string,
): Promise<Outcome<ShownWebhook>> {
  const webhook = await findWebhook(pool, client.id, readId(reference));
  if (webhook === null) return noWebhook();
  const [pending] = (await countPending(pool, [webhook.id])) as [number];
  return accept({ webhook, pending, secret: null });
}
