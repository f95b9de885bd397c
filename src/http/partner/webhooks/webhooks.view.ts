// Converts a webhook to the form that its partner receives. The secret is included only when it is new.

import { formatInstant } from '../../../kernel/instant.ts';
import { CLIENT_EVENT_KINDS } from '../../../outgoing/events/client-event.ts';
import type { PostResult } from '../../../outgoing/http-client/post.ts';
import type { ShownWebhook } from '../../../outgoing/webhooks/webhook.ts';
import type { TestView, WebhookView } from './webhooks.schema.ts';

export function webhookView({ webhook, pending }: ShownWebhook, now: number): WebhookView {
  const { id, url, kinds, createdAt, oldSecret, deliveredAt, failure } = webhook;
  return {
    webhook_id: id,
    url,
    events: kinds.length === 0 ? [...CLIENT_EVENT_KINDS] : kinds,
    created_at: formatInstant(createdAt),
    old_secret_valid_until:
      oldSecret === null || oldSecret.until <= now ? null : formatInstant(oldSecret.until),
    pending,
    last_delivered_at: deliveredAt === null ? null : formatInstant(deliveredAt),
    last_error: failure === null ? null : { at: formatInstant(failure.at), message: failure.message },
  };
}

export function newWebhookView(shown: ShownWebhook, now: number) {
  if (shown.secret === null) throw new Error('a new secret was not passed on');
  return { ...webhookView(shown, now), secret: shown.secret };
}

export function testView(result: PostResult): TestView {
  return {
    delivered: result.ok,
    status: result.status,
    duration_ms: result.milliseconds,
    error: result.ok ? null : result.error,
  };
}
