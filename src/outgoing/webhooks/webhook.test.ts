import { describe, expect, it } from 'vitest';
import { type ClientId, idOf, type WebhookId } from '../../kernel/ids.ts';
import { newWebhookProblem, oldSecretAfter, signingSecrets, type Webhook } from './webhook.ts';

const sealed = (name: string) => ({ bytes: Buffer.from(name), sealedWith: 'key' });
const webhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: idOf<WebhookId>('webhook'),
  clientId: idOf<ClientId>('client'),
  url: 'https://example.com/',
  kinds: [],
  secret: sealed('first'),
  oldSecret: null,
  createdAt: 0,
  deliveredAt: null,
  failure: null,
  ...changes,
});
const HOUR = 3_600_000;

describe('a new webhook', () => {
  const four = ['a', 'b', 'c', 'd'].map((name) => webhook({ url: `https://example.com/${name}` }));

  it('is the fifth at most', () => {
    expect(newWebhookProblem(four, 'https://example.com/e')).toBeNull();
    expect(newWebhookProblem([...four, webhook()], 'https://example.com/e')).toMatchObject({
      code: 'WEBHOOK_LIMIT_EXCEEDED',
      details: { limit: 5 },
    });
  });

  it('has another url than the others. This is said before the limit', () => {
    for (const existing of [four, [...four, webhook()]])
      expect(newWebhookProblem(existing, 'https://example.com/a')).toMatchObject({
        code: 'WEBHOOK_EXISTS',
        details: { webhookId: 'webhook' },
      });
  });
});

describe('a rotation', () => {
  it('lets the old secret sign until the end of the overlap', () => {
    const old = oldSecretAfter(webhook(), 0, 2);
    expect(old).toEqual({ sealed: sealed('first'), until: 2 * HOUR });
    const rotated = webhook({ secret: sealed('second'), oldSecret: old });
    expect(signingSecrets(rotated, 2 * HOUR - 1)).toEqual([sealed('second'), sealed('first')]);
    expect(signingSecrets(rotated, 2 * HOUR)).toEqual([sealed('second')]);
  });

  it('without an overlap drops every old secret', () => {
    const oldSecret = { sealed: sealed('older'), until: HOUR };
    expect(oldSecretAfter(webhook({ oldSecret }), 0, 0)).toBeNull();
  });

  it('that is repeated keeps the secret that the receiver has', () => {
    const oldSecret = { sealed: sealed('older'), until: HOUR };
    expect(oldSecretAfter(webhook({ oldSecret }), HOUR - 1, 1)).toEqual({
      sealed: sealed('older'),
      until: 2 * HOUR - 1,
    });
    expect(oldSecretAfter(webhook({ oldSecret }), HOUR, 1)?.sealed).toEqual(sealed('first'));
  });
});
