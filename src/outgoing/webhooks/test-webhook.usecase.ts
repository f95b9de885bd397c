// A partner sends a test event to its own webhook.

import { randomUUID } from 'node:crypto';
import type { Sending } from '../../context.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { readId } from '../../kernel/ids.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { publicEventId } from '../events/client-event.ts';
import type { PostResult } from '../http-client/post.ts';
import { postEvent } from './post-event.usecase.ts';
import { noWebhook } from './webhook.ts';
import { beginTest, endTest, findWebhook } from './webhooks.store.ts';

/**
 * The lease of a test ends after this time, which is longer than any request. If a process is killed during a test, no
 * other test of the webhook can begin before the lease ends.
 */
const LEASE_MILLISECONDS = 15_000;

/**
 * Sends a test event at once. A test event is not a delivery, so it is not retried, and the state of the webhook does
 * not change.
 */
export async function testWebhook(
  context: Sending,
  { client }: Caller,
  reference: string,
): Promise<Outcome<PostResult>> {
  const { pool, now } = context;
  const webhook = await findWebhook(pool, client.id, readId(reference));
  if (webhook === null) return noWebhook();
  const startedAt = now();
  const until = new Date(startedAt.getTime() + LEASE_MILLISECONDS);
  const mayRun = await inTransaction(pool, 'read committed', (tx) =>
    beginTest(tx, webhook.id, startedAt, until),
  );
  if (!mayRun)
    return refuse('WEBHOOK_TEST_RUNNING', 'a test of this webhook is running; try again when it has ended');
  try {
    const id = publicEventId(randomUUID());
    const timestamp = formatInstant(startedAt.getTime());
    const event = { id, type: 'webhook.test', timestamp, data: { webhook_id: webhook.id } };
    return accept(await postEvent(context, webhook, id, JSON.stringify(event)));
  } finally {
    await inTransaction(pool, 'read committed', (tx) => endTest(tx, webhook.id, until));
  }
}
