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
  /** The old secret also signs until this time. */
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
  /** Accurate to the second. */
  deliveredAt: number | null;
  failure: { at: number; message: string } | null;
}

/** A webhook in the form that its partner sees. */
export interface ShownWebhook {
  webhook: Webhook;
  /** The number of deliveries that wait for their first or next attempt. */
  pending: number;
  /** Present only in the response that created the webhook. */
  secret: string | null;
}

/**
 * Returns the kinds that a webhook gets when it asks for these kinds. A webhook that gets arrivals and departures also
 * gets their corrections, because many webhooks are older than the correction event.
 */
export function sentKinds(asked: readonly ClientEventKind[]): ClientEventKind[] {
  const isTold = asked.some((kind) => CORRECTABLE.includes(kind));
  return [...new Set(isTold ? [...asked, 'booking.corrected' as const] : asked)];
}

/** Returns why the client cannot create a webhook for this address, or null when it can. */
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
 * Returns the secret that also signs after a rotation. While an earlier rotation overlaps, its old secret stays. The
 * receiver may still use that secret if the response of the earlier rotation was lost.
 */
export function oldSecretAfter(webhook: Webhook, now: number, overlapHours: number): OldSecret | null {
  if (overlapHours === 0) return null;
  const { secret, oldSecret } = webhook;
  const sealed = oldSecret !== null && oldSecret.until > now ? oldSecret.sealed : secret;
  return { sealed, until: now + overlapHours * HOUR };
}

/** The secrets that sign now, newest first. */
export function signingSecrets({ secret, oldSecret }: Webhook, now: number): Sealed[] {
  return oldSecret !== null && oldSecret.until > now ? [secret, oldSecret.sealed] : [secret];
}

export function noWebhook(): Refusal {
  return refuse('WEBHOOK_NOT_FOUND', 'you have no such webhook');
}
