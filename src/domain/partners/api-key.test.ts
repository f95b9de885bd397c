import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { randomText } from '../../kernel/random-text.ts';
import { hashApiKey, isPlausibleKey, makeApiKey } from './api-key.ts';

describe('API keys', () => {
  const key = makeApiKey('sandbox', randomBytes);

  it('have a marker, 32 characters and a checksum of 6', () => {
    expect(key).toMatch(/^ihc_test_[0-9A-Za-z]{38}$/);
    expect(makeApiKey('production', randomBytes)).toMatch(/^ihc_live_[0-9A-Za-z]{38}$/);
  });

  it('are plausible only in their own environment', () => {
    expect(isPlausibleKey(key, 'sandbox')).toBe(true);
    expect(isPlausibleKey(key, 'production')).toBe(false);
  });

  it('are not plausible with one character changed, added or missing', () => {
    const at = 20;
    const changed = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
    for (const wrong of [changed, `${key}a`, key.slice(0, -1), '', 'ihc_test_'])
      expect(isPlausibleKey(wrong, 'sandbox')).toBe(false);
  });

  it('hash differently under another pepper', () => {
    expect(hashApiKey(key, 'a').equals(hashApiKey(key, 'b'))).toBe(false);
  });

  it('never draw a character from the biased tail of a byte', () => {
    const bytes = [255, 250, 0, 1, 2, 3];
    expect(randomText(3, 'abc', () => Buffer.from(bytes))).toBe('bab');
    expect(randomText(2, '0123456789', () => Buffer.from(bytes))).toBe('01');
  });
});
