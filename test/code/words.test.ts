import { describe, expect, it } from 'vitest';
import { consoleAr } from '../../web/src/console/words/ar.ts';
import { consoleCkb } from '../../web/src/console/words/ckb.ts';
import { consoleEn } from '../../web/src/console/words/en.ts';
import { ar } from '../../web/src/i18n/ar.ts';
import { ckb } from '../../web/src/i18n/ckb.ts';
import { instantText } from '../../web/src/i18n/dates.ts';
import { en } from '../../web/src/i18n/en.ts';
import { moneyText } from '../../web/src/parts/money.ts';

describe('numbers in words', () => {
  it('are singular and plural in English', () => {
    expect(consoleEn.resetDone(1, 2)).toBe(
      'Reset: 1 booking and 2 holds removed. The demo inventory is restored.',
    );
    expect([consoleEn.rooms(1), consoleEn.rooms(2)]).toEqual(['1 room', '2 rooms']);
    expect([consoleEn.heat.minStay(1), consoleEn.heat.minStay(3)]).toEqual([
      'at least 1 night',
      'at least 3 nights',
    ]);
    expect([consoleEn.heat.free(1), consoleEn.heat.free(0)]).toEqual(['1 room left', '0 rooms left']);
  });

  it('have the dual and both plurals in Arabic', () => {
    expect([1, 2, 3, 11, 100].map(consoleAr.rooms)).toEqual([
      'غرفة واحدة',
      'غرفتان',
      '3 غرف',
      '11 غرفة',
      '100 غرفة',
    ]);
    expect(consoleAr.resetDone(2, 1)).toContain('حجزان، حجز مؤقت واحد');
    expect(consoleAr.resetDone(5, 12)).toContain('5 حجوزات، 12 حجزًا مؤقتًا');
    expect(consoleAr.heat.maxStay(2)).toBe('ليلتان على الأكثر');
  });

  it('leave the noun as it is in Kurdish', () => {
    expect(consoleCkb.resetDone(1, 3)).toContain('یەک حجز و 3 حجزی کاتی');
    expect([consoleCkb.rooms(1), consoleCkb.rooms(7)]).toEqual(['یەک ژوور', '7 ژوور']);
  });
});

describe('money', () => {
  it.each([
    ['386400', 'IQD', '386,400 IQD'],
    ['900', 'IQD', '900 IQD'],
    ['1234567.89', 'USD', '1,234,567.89 USD'],
    ['-12500', 'IQD', '-12,500 IQD'],
    ['0', 'IQD', '0 IQD'],
  ])('%s %s is shown as %s', (amount, currency, shown) => {
    expect(moneyText(amount, currency)).toBe(shown);
  });
});

describe('an instant', () => {
  it('is told as a clock in Baghdad shows it, with the months of Iraq', () => {
    const instant = '2026-11-30T21:30:00.000Z';
    expect(instantText(instant, en)).toBe('1 Dec 2026, 00:30');
    expect(instantText(instant, ar)).toBe('1 كانون الأول 2026، 00:30');
    expect(instantText(instant, ckb)).toBe('1 کانوونی یەکەم 2026، 00:30');
  });
});
