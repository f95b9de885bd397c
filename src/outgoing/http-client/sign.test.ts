import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { formatSecret, parseSecret, SECRET_BYTES, signatureHeaders } from './sign.ts';

const [OLD, NEW, OTHER] = [randomBytes(SECRET_BYTES), randomBytes(SECRET_BYTES), randomBytes(SECRET_BYTES)];
const message = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1_000), body: '{"name":"زائر"}' };
const verify = (secret: Buffer, headers: Record<string, string>, body = message.body) =>
  new Webhook(formatSecret(secret)).verify(body, headers);

describe('signatures', () => {
  it('are those of Standard Webhooks', () => {
    const headers = signatureHeaders(message, [NEW]);
    expect(headers['webhook-signature']).toBe(
      new Webhook(formatSecret(NEW)).sign(message.id, new Date(message.timestamp * 1_000), message.body),
    );
    expect(verify(NEW, headers)).toEqual({ name: 'زائر' });
  });

  it('with two secrets, receivers with either one accept', () => {
    const headers = signatureHeaders(message, [NEW, OLD]);
    expect(headers['webhook-signature'].split(' ').length).toBe(2);
    expect(verify(NEW, headers)).toEqual(verify(OLD, headers));
    expect(() => verify(OTHER, headers)).toThrow();
  });

  it('another body, id or time is refused', () => {
    const headers = signatureHeaders(message, [NEW]);
    expect(() => verify(NEW, headers, '{}')).toThrow();
    expect(() => verify(NEW, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const later = String(message.timestamp + 1);
    expect(() => verify(NEW, { ...headers, 'webhook-timestamp': later })).toThrow();
  });

  it('a secret is read as it was written', () => {
    expect(parseSecret(formatSecret(NEW))).toEqual(NEW);
    expect(formatSecret(NEW)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});
