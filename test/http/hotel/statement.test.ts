import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signStatement, verifyStatement, voucherKeysOf } from '../../../src/domain/vouchers/statement.ts';
import { cutName, NAME_BYTES, type Statement } from '../../../src/domain/vouchers/statement-bytes.ts';
import type { Secrets } from '../../../src/platform/secrets/accepted-secrets.ts';
import { verifyStatement as verifyOnPage } from '../../../web/src/hotel/statement.ts';
import { SEED } from '../../support/seeded.ts';

const secrets = (signingKey: string, otherSigningKeys: string[] = []): Secrets => ({
  ...{ keyPepper: 'p'.repeat(32), otherKeyPeppers: [], signingKey, otherSigningKeys },
});
const OLD = secrets('the old signing key of thirty-two or more');
const NEW = secrets('the new signing key of thirty-two or more', [OLD.signingKey]);
const KEYS = voucherKeysOf(NEW);
const STATEMENT: Statement = {
  hotel: 'HTL-2026-0001',
  voucherId: 'IHC-2026-7KMQ2X',
  name: 'زينب الكربلائي',
  checkIn: '2027-01-15',
  checkOut: '2027-01-18',
  rooms: 2,
  revision: 3,
};
const TEXT = signStatement(STATEMENT, NEW);

/** The service and the page must agree about every text. */
async function verified(text: string, keys = KEYS): Promise<Statement | null> {
  const byService = verifyStatement(text, keys);
  expect(await verifyOnPage(text, keys)).toEqual(byService);
  return byService;
}

it('says on the page and in the service what was signed', async () => {
  const four = fc.integer({ min: 0, max: 9_999 }).map((number) => String(number).padStart(4, '0'));
  const day = (most: number) =>
    fc.integer({ min: 0, max: most }).map((number) => new Date(Date.UTC(2026, 0, number)));
  const statement = fc.record({
    hotel: fc.tuple(four, four).map(([year, number]) => `HTL-${year}-${number}`),
    voucherId: four.map((year) => `IHC-${year}-7KMQ2X`),
    name: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
    first: day(40_000),
    nights: fc.integer({ min: 1, max: 30 }),
    rooms: fc.integer({ min: 1, max: 255 }),
    revision: fc.integer({ min: 1, max: 2_147_483_647 }),
  });
  await fc.assert(
    fc.asyncProperty(statement, async ({ first, nights, ...rest }) => {
      const text = (date: Date) => date.toISOString().slice(0, 10);
      const last = new Date(first.getTime() + nights * 86_400_000);
      const stated = { ...rest, checkIn: text(first), checkOut: text(last) };
      expect(await verified(signStatement(stated, NEW))).toEqual({ ...stated, name: cutName(stated.name) });
    }),
    { seed: SEED, numRuns: 30 },
  );
});

it('is refused when one bit of it is another, whatever bit it is', async () => {
  const bytes = Buffer.from(TEXT.slice(3), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    const text = `v1.${changed.toString('base64url')}`;
    expect(verifyStatement(text, KEYS), `bit ${bit}`).toBeNull();
    // The page takes a few milliseconds for each: it tries one bit of each byte.
    if ((bit & 7) === (bit >> 3) % 8) expect(await verifyOnPage(text, KEYS), `bit ${bit}`).toBeNull();
  }
});

it('is refused when a character is another, missing or too many', async () => {
  for (let at = 0; at < TEXT.length; at += 1) {
    expect(verifyStatement(TEXT.slice(0, at), KEYS), `cut at ${at}`).toBeNull();
    for (const other of ['A', 'B', '-', '=', ' '])
      if (TEXT[at] !== other)
        expect(verifyStatement(TEXT.slice(0, at) + other + TEXT.slice(at + 1), KEYS)).toBeNull();
  }
  for (const text of [
    '',
    'v1',
    'v1.',
    `${TEXT}A`,
    `${TEXT}=`,
    ` ${TEXT}`,
    TEXT.slice(3),
    `v2.${TEXT.slice(3)}`,
  ])
    expect(await verified(text), text).toBeNull();
});

it('is verified by every key that is accepted, and by no other', async () => {
  const old = signStatement(STATEMENT, OLD);
  expect(await verified(old)).toEqual(STATEMENT);
  expect(await verified(TEXT, voucherKeysOf(OLD))).toBeNull();
  expect(await verified(TEXT, [])).toBeNull();
  expect(KEYS).toEqual([KEYS[0], ...voucherKeysOf(OLD)]);
});

it('has the name up to 60 bytes, and no half character', () => {
  expect(cutName('a'.repeat(NAME_BYTES))).toHaveLength(NAME_BYTES);
  expect(cutName('a'.repeat(NAME_BYTES + 1))).toHaveLength(NAME_BYTES);
  expect(cutName('ب'.repeat(31))).toBe('ب'.repeat(30));
  expect(cutName(`a${'ب'.repeat(30)}`)).toBe(`a${'ب'.repeat(29)}`);
  expect(cutName('😀'.repeat(16))).toBe('😀'.repeat(15));
});
