import type { Queries } from '../../context.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import type { ShownWebhook } from './webhook.ts';
import { countPending, readWebhooks } from './webhooks.store.ts';

/** Returns all webhooks of the caller, oldest first. */
export async function listWebhooks({ pool }: Queries, { client }: Caller): Promise<ShownWebhook[]> {
  const webhooks = await readWebhooks(pool, client.id);
  const pending = await countPending(
    pool,
    webhooks.map(({ id }) => id),
  );
  return webhooks.map((webhook, index) => ({ webhook, pending: pending[index]!, secret: null }));
}
