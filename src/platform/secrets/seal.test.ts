import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Secrets } from './accepted-secrets.ts';
import { seal, unseal } from './seal.ts';

const secrets = (...[signingKey, ...otherSigningKeys]: [string, ...string[]]): Secrets => ({
  ...{ keyPepper: 'pepper', otherKeyPeppers: [] },
  ...{ signingKey, otherSigningKeys },
});
const PLAIN = Buffer.from('a secret of a webhook');

describe('sealed secrets', () => {
  it('are opened by every process that has the signing key, at any place', () => {
    const sealed = seal(PLAIN, 'row', secrets('old'), randomBytes);
    expect(sealed.bytes.includes(PLAIN)).toBe(false);
    expect(unseal(sealed, 'row', secrets('old'))).toEqual(PLAIN);
    expect(unseal(sealed, 'row', secrets('new', 'old'))).toEqual(PLAIN);
    expect(unseal(sealed, 'row', secrets('new'))).toBeNull();
  });

  it('differ each time, and belong to one row', () => {
    const [one, two] = [0, 1].map(() => seal(PLAIN, 'row', secrets('key'), randomBytes));
    expect(one!.bytes.equals(two!.bytes)).toBe(false);
    expect(() => unseal(one!, 'other row', secrets('key'))).toThrow();
  });

  it('a changed byte is noticed, wherever it is', () => {
    const sealed = seal(PLAIN, 'row', secrets('key'), randomBytes);
    for (let at = 0; at < sealed.bytes.length; at += 1) {
      const bytes = Buffer.from(sealed.bytes);
      bytes[at]! ^= 1;
      expect(() => unseal({ ...sealed, bytes }, 'row', secrets('key'))).toThrow();
    }
  });
});
