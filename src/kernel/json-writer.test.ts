import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonWriter, openObject, pieceOf } from './json-writer.ts';
import { CURRENCIES, formatMoney, minor } from './money.ts';

const writer = new JsonWriter();

function written(write: () => void): string {
  writer.begin();
  write();
  return writer.end().toString();
}

describe('JsonWriter', () => {
  it('writes amounts as formatMoney does', () => {
    const amounts = fc.oneof(
      fc.integer({ min: -1_000_000_000_000, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: -1_000, max: 1_000 }),
      fc.constantFrom(0, 9, 10, 99, 100, 999_999_999, 1_000_000_000, 99_999_999_999, 100_000_000_000),
    );
    fc.assert(
      fc.property(amounts, fc.constantFrom(...CURRENCIES), (amount, currency) => {
        expect(written(() => writer.amount(minor(amount), currency))).toBe(
          formatMoney(minor(amount), currency),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('puts pieces of all scripts together, also beyond its first size', () => {
    const hotel = { name_en: 'Sahla', name_ar: 'فندق السهلة', name_ckb: 'هۆتێلی "سەهلە"' };
    const response = written(() => {
      writer.piece(pieceOf('['));
      for (let count = 0; count < 10_000; count += 1) {
        if (count > 0) writer.ascii(',');
        writer.piece(openObject(hotel));
        writer.text(',"note":"لا');
        writer.ascii('","rooms":');
        writer.whole(count);
        writer.piece(pieceOf('}'));
      }
      writer.piece(pieceOf(']'));
    });
    expect(JSON.parse(response)).toEqual(
      Array.from({ length: 10_000 }, (_, rooms) => ({ ...hotel, note: 'لا', rooms })),
    );
  });

  it('returns bytes that the next response does not change', () => {
    writer.begin();
    writer.ascii('first');
    const first = writer.end();
    written(() => writer.ascii('other'));
    expect(first.toString()).toBe('first');
  });
});
