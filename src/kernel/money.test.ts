import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert, parseRate } from './exchange.ts';
import { divideHalfUp, formatMoney, minor, parseMoney, parsePercent, shareOf } from './money.ts';

describe('money on the wire', () => {
  it.each([
    [172500, 'IQD', '172500'],
    [0, 'IQD', '0'],
    [-5000, 'IQD', '-5000'],
    [13158, 'USD', '131.58'],
    [5, 'USD', '0.05'],
    [0, 'USD', '0.00'],
    [-205, 'USD', '-2.05'],
    [100, 'USD', '1.00'],
  ] as const)('%d minor units of %s read %s', (amount, currency, text) =>
    expect(formatMoney(minor(amount), currency)).toBe(text),
  );

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000_000_000),
        fc.constantFrom('IQD' as const, 'USD' as const),
        (amount, currency) => {
          expect(parseMoney(formatMoney(minor(amount), currency), currency)).toBe(amount);
        },
      ),
    );
    expect(parseMoney('131.5', 'USD')).toBe(13_150);
    expect(parseMoney('131', 'USD')).toBe(13_100);
  });

  it.each([
    ['131.58', 'IQD'],
    ['1.234', 'USD'],
    ['-1', 'USD'],
    ['1,000', 'USD'],
    ['١٠٠', 'IQD'],
    ['', 'IQD'],
    ['1e3', 'IQD'],
    ['9'.repeat(14), 'IQD'],
  ] as const)('refuses %s %s', (text, currency) => expect(parseMoney(text, currency)).toBeNull());
});

describe('rounding', () => {
  it.each([
    [10, 4, 3],
    [9, 4, 2],
    [11, 4, 3],
    [1, 2, 1],
    [0, 7, 0],
  ])('%d / %d is %d, half up', (dividend, divisor, quotient) =>
    expect(divideHalfUp(dividend, divisor)).toBe(quotient),
  );

  it.each([
    [150_000, 500, 7_500],
    [1, 500, 0],
    [10, 500, 1],
    [9, 500, 0],
    [333, 1250, 42],
    [1_300_000_000_000, 10_000, 1_300_000_000_000],
    [1_299_999_999_999, 9_999, 1_299_869_999_999],
  ])('%d at %d basis points is %d', (amount, basisPoints, share) =>
    expect(shareOf(minor(amount), basisPoints)).toBe(share),
  );

  it('agrees with exact arithmetic for every amount there can be', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 31).map((n) => n * 600),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, points) => {
          const exact = (BigInt(amount) * BigInt(points) * 2n + 10_000n) / 20_000n;
          expect(shareOf(minor(amount), points)).toBe(Number(exact));
        },
      ),
    );
  });
});

describe('a percentage', () => {
  it.each([
    ['0', 0],
    ['12.5', 1_250],
    ['12.05', 1_205],
    ['100', 10_000],
    ['100.00', 10_000],
    ['100.01', null],
    ['101', null],
    ['12.505', null],
    ['-1', null],
    ['.5', null],
    ['5 %', null],
    ['', null],
  ])('%j is %j basis points', (text, basisPoints) => expect(parsePercent(text)).toBe(basisPoints));
});

describe('exchange', () => {
  const rate = parseRate('1310.0000', '2026-11-15T00:00:00.000Z');
  it.each([
    [100, 'USD', 'IQD', 1_310],
    [1, 'USD', 'IQD', 13],
    [150_000, 'IQD', 'USD', 11_450],
    [13, 'IQD', 'USD', 1],
    [6, 'IQD', 'USD', 0],
    [7, 'IQD', 'USD', 1],
    [777, 'IQD', 'IQD', 777],
  ] as const)('%d %s in %s is %d', (amount, from, to, result) =>
    expect(convert(minor(amount), from, to, rate)).toBe(result),
  );

  it('reads a rate with decimals exactly', () => {
    expect(parseRate('1309.5055', 'x').tenThousandthsOfIqdForUsd).toBe(13_095_055);
    expect(convert(minor(10_000), 'USD', 'IQD', parseRate('1309.5055', 'x'))).toBe(130_951);
  });
});
