import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

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
    expect(formatMoney(amount, currency)).toBe(text),
  );
});
