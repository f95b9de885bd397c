// Sends a delivery to its webhook.

import type { Sending } from '../../context.ts';
import { type ClientId, readId, type WebhookId } from '../../kernel/ids.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Delivery, Send, SendResult } from '../delivery/delivery.ts';
import { type ClientEvent, publicEventId } from '../events/client-event.ts';
import { postEvent } from './post-event.usecase.ts';
import { findDestination, recordResult } from './webhooks.store.ts';

/** The minimum time between two records of a success of the same webhook. */
const SUCCESS_WRITTEN_MILLISECONDS = 1_000;

export interface EventSource {
  /** Returns null when a sandbox ledger was reset before the event was sent. */
  find: (clientId: ClientId, number: number) => Promise<ClientEvent | null>;
  /** Returns the request body as JSON. */
  write: (event: ClientEvent) => string;
}

/** Returns the sender of the channel WEBHOOK. */
export function webhookSender(context: Sending, events: EventSource): Send {
  return async (delivery) => {
    try {
      return await send(context, events, delivery);
    } catch (error) {
      // The deliverer stores the text of `error` and partners can read it, so the text must not contain internal
      // details.
      context.log.warn({ delivery: delivery.id, reason: (error as Error).message }, 'webhook was not sent');
      return { kind: 'failed', error: 'the event could not be read' };
    }
  };
}

async function send(context: Sending, events: EventSource, delivery: Delivery): Promise<SendResult> {
  const { pool, now } = context;
  const { clientId, clientEvent } = delivery;
  if (clientId === null || clientEvent === null)
    throw new Error(`delivery ${delivery.id} to a webhook names no event of a client`);
  const webhook = await findDestination(pool, readId(delivery.destination));
  if (webhook === null || webhook.clientId !== clientId)
    return { kind: 'skipped', reason: 'the webhook was deleted, or its client is suspended' };
  const event = await events.find(clientId, clientEvent);
  if (event === null) return { kind: 'skipped', reason: 'the event was deleted' };
  const result = await postEvent(context, webhook, publicEventId(event.id), events.write(event));
  const at = now().getTime();
  const isFresh =
    result.ok && webhook.deliveredAt !== null && at - webhook.deliveredAt < SUCCESS_WRITTEN_MILLISECONDS;
  if (!isFresh) await record(context, webhook.id, at, result.ok ? null : result.error);
  return result.ok ? { kind: 'delivered' } : { kind: 'failed', error: result.error };
}

/**
 * Records the last result of the webhook, which the partner can read. If the database refuses the record, the result of
 * the delivery does not change.
 */
async function record(
  { pool, log }: Sending,
  id: WebhookId,
  at: number,
  error: string | null,
): Promise<void> {
  try {
    await inTransaction(pool, 'read committed', (tx) => recordResult(tx, id, at, error));
  } catch (failure) {
    log.warn({ reason: (failure as Error).message }, 'the state of a webhook was not written');
  }
}
