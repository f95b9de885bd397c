import { describe, expect, it } from 'vitest';
import { parseRate } from '../../kernel/exchange.ts';
import { largeChangeQuestion, readRate } from './exchange-rules.ts';

describe('a rate', () => {
  it.each([
    ['100', 1_000_000],
    ['1310', 13_100_000],
    ['1309.5055', 13_095_055],
    ['100000', 1_000_000_000],
    ['100000.0000', 1_000_000_000],
    ['99.9999', null],
    ['100000.0001', null],
    ['1310.00001', null],
    ['1,310', null],
    ['-1310', null],
    ['', null],
  ])('%j is %j ten-thousandths', (text, expected) => expect(readRate(text)).toBe(expected));
});

describe('a change of the rate', () => {
  const before = parseRate('1000', '2026-12-01T00:00:00.000Z');

  it.each(['800', '1000.0001', '1200'])('to %s needs no question', (rate) => {
    expect(largeChangeQuestion(before, readRate(rate)!)).toBe(null);
  });

  it.each([
    ['799.9999', '(-20.0 %)'],
    ['1200.0001', '(+20.0 %)'],
    ['10000', '(+900.0 %)'],
  ])('to %s does', (rate, percent) => {
    const question = largeChangeQuestion(before, readRate(rate)!);
    expect(question).toContain(`from 1000 to ${rate} dinars`);
    expect(question).toContain(percent);
  });

  it('is none for the first rate', () => {
    expect(largeChangeQuestion(null, readRate('1310')!)).toBe(null);
  });
});
