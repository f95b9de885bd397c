import type { Queries } from '../../context.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { readId, type WebhookId } from '../../kernel/ids.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { noWebhook } from './webhook.ts';
import { deleteWebhook as remove } from './webhooks.store.ts';

/** Deletes a webhook and its waiting deliveries. A request that is being sent may still arrive. */
export async function deleteWebhook(
  { pool }: Queries,
  { client }: Caller,
  reference: string,
): Promise<Outcome<WebhookId>> {
  const id = readId<WebhookId>(reference);
  const isDeleted = await inTransaction(pool, 'read committed', (tx) => remove(tx, client.id, id));
  return isDeleted ? accept(id) : noWebhook();
}
