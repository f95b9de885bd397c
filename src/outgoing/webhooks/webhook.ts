// A webhook: its limits, its secrets, and the events that it receives.

import { CORRECTABLE } from '../../domain/booking/events/event.ts';
import type { ClientId, WebhookId } from '../../kernel/ids.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Sealed } from '../../platform/secrets/seal.ts';
import type { ClientEventKind } from '../events/client-event.ts';

export const WEBHOOKS_LIMIT = 5;
export const OVERLAP_HOURS = { most: 168, usual: 24 };
const HOUR = 3_600_000;

export interface OldSecret {
  sealed: Sealed;
  /** Until this time, each request has a signature with the old secret and a signature with the new secret. */
  until: number;
}

export interface Webhook {
  id: WebhookId;
  clientId: ClientId;
  url: string;
  /** Empty means all kinds. */
  kinds: ClientEventKind[];
  secret: Sealed;
  oldSecret: OldSecret | null;
  createdAt: number;
  /** Accurate only to about one second. */
  deliveredAt: number | null;
  failure: { at: number; message: string } | null;
}

/** A webhook, and other facts about it that its partner sees. */
export interface ShownWebhook {
  webhook: Webhook;
  /** The number of deliveries that wait for their first or next attempt. */
  pending: number;
  /**
   * The secret in plain text, in the response to the request that creates the webhook or rotates the secret. In all
   * other responses, null.
   */
  secret: string | null;
}

/**
 * Returns the event kinds to send to a webhook that is registered for the kinds in `asked`. A webhook that is
 * registered for check-ins or check-outs also receives their corrections, because many webhooks are older than the
 * event `booking.corrected`.
 */
export function sentKinds(asked: readonly ClientEventKind[]): ClientEventKind[] {
  const isTold = asked.some((kind) => CORRECTABLE.includes(kind));
  return [...new Set(isTold ? [...asked, 'booking.corrected' as const] : asked)];
}

/**
 * Returns the reason why the client cannot create a webhook for this address. Returns null if the client can create it.
 */
export function newWebhookProblem(existing: readonly Webhook[], url: string): Refusal | null {
  const same = existing.find((webhook) => webhook.url === url);
  if (same !== undefined)
    return refuse('WEBHOOK_EXISTS', `the webhook ${same.id} has this url already`, { webhookId: same.id });
  if (existing.length >= WEBHOOKS_LIMIT)
    return refuse('WEBHOOK_LIMIT_EXCEEDED', `a client has at most ${WEBHOOKS_LIMIT} webhooks; delete one`, {
      limit: WEBHOOKS_LIMIT,
    });
  return null;
}

/**
 * Returns the old secret that still signs after a rotation, together with the new secret. Usually, this is the secret
 * that the rotation replaces. If the old secret of an earlier rotation is still used to sign, it is kept: the
 * response of that rotation may have been lost, and the receiver may then know no newer secret.
 */
export function oldSecretAfter(webhook: Webhook, now: number, overlapHours: number): OldSecret | null {
  if (overlapHours === 0) return null;
  const { secret, oldSecret } = webhook;
  const sealed = oldSecret !== null && oldSecret.until > now ? oldSecret.sealed : secret;
  return { sealed, until: now + overlapHours * HOUR };
}

/** Returns the secrets that sign requests now, newest first. */
export function signingSecrets({ secret, oldSecret }: Webhook, now: number): Sealed[] {
  return oldSecret !== null && oldSecret.until > now ? [secret, oldSecret.sealed] : [secret];
}

export function noWebhook(): Refusal {
  return refuse('WEBHOOK_NOT_FOUND', 'you have no such webhook');
}
