import { describe, expect, it } from 'vitest';
import { acceptedStep, base32, codeOf, stepAt, totpUrl } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1_000);

describe('one-time codes', () => {
  it('are those of RFC 6238, appendix B', () => {
    const vectors: [number, string][] = [
      [59, '94287082'],
      [1_111_111_109, '07081804'],
      [1_111_111_111, '14050471'],
      [1_234_567_890, '89005924'],
      [2_000_000_000, '69279037'],
      [20_000_000_000, '65353130'],
    ];
    for (const [seconds, code] of vectors) expect(codeOf(SECRET, stepAt(at(seconds)), 8)).toBe(code);
    expect(codeOf(SECRET, stepAt(at(59)))).toBe('287082');
  });

  it('are accepted one step around now, and no further', () => {
    const now = at(1_000_000_000);
    const step = stepAt(now);
    const accepted = [-2, -1, 0, 1, 2].map((around) =>
      acceptedStep(SECRET, codeOf(SECRET, step + around), now, 0),
    );
    expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
  });

  it('are accepted once', () => {
    const now = at(1_000_000_000);
    const step = stepAt(now);
    const code = codeOf(SECRET, step);
    expect(acceptedStep(SECRET, code, now, step - 1)).toBe(step);
    expect(acceptedStep(SECRET, code, now, step)).toBeNull();
  });

  it('may be typed with Arabic digits and a space', () => {
    const now = at(59);
    expect(acceptedStep(SECRET, '٢٨٧ ٠٨٢', now, 0)).toBe(1);
    expect(acceptedStep(SECRET, '۲۸۷۰۸۲', now, 0)).toBe(1);
    expect(acceptedStep(SECRET, '28708', now, 0)).toBeNull();
  });

  it('begin with a secret in base 32 (RFC 4648, section 10)', () => {
    const encoded = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) =>
      base32(Buffer.from(text)),
    );
    expect(encoded).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
    expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(totpUrl(SECRET, 'a@b.co')).toBe(
      'otpauth://totp/Iraq%20Hotel%20Channel:a%40b.co?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Iraq%20Hotel%20Channel',
    );
  });
});
