import { describe, expect, it } from 'vitest';
import { agreedTerms } from './cancellation-terms.ts';
import { cleanText } from './mixed-text.ts';
import { WORDS } from './words-by-language.ts';

const AGREED = {
  timeline: [
    { from: '2026-12-15T09:00:00.000Z', penalty: 0 },
    { from: '2027-01-14T11:00:00.000Z', penalty: 193_200 },
    { from: '2027-01-15T11:00:00.000Z', penalty: 386_400 },
  ],
  collectedBy: 'HOTEL',
  currency: 'IQD',
} as const;
const agreed = (changes: object) => agreedTerms({ ...AGREED, ...changes } as never, WORDS.en).map(cleanText);

describe('what was agreed', () => {
  it('has amounts where the hotel collects', () => {
    expect(agreed({})).toEqual([
      'Until Thursday 14 January 2027, 14:00: free of charge',
      'From Thursday 14 January 2027, 14:00: IQD 193,200 is charged',
      'From Friday 15 January 2027, 14:00: IQD 386,400 is charged',
    ]);
  });

  it('has none where the partner does: they would tell what the partner pays', () => {
    expect(agreed({ collectedBy: 'PARTNER' })).toEqual([
      'Until Thursday 14 January 2027, 14:00: free of charge',
      'From Thursday 14 January 2027, 14:00: a charge applies',
    ]);
  });

  it('may be free at any time, or never', () => {
    const only = (penalty: number) => agreed({ timeline: [{ from: '2026-12-15T09:00:00.000Z', penalty }] });
    expect(only(0)).toEqual(['At any time: free of charge']);
    expect(only(5)).toEqual(['From the booking on: IQD 5 is charged']);
  });

  it('is written in Arabic with the months of Iraq', () => {
    expect(agreedTerms(AGREED as never, WORDS.ar).map(cleanText)[1]).toBe(
      'من الخميس 14 كانون الثاني 2027 الساعة 14:00: يُحتسب مبلغ 193,200 دينار عراقي',
    );
  });

  it('is written in Kurdish with the months of Iraq', () => {
    expect(agreedTerms(AGREED as never, WORDS.ckb).map(cleanText)).toEqual([
      'تا پێنجشەممە 14ی کانوونی دووەمی 2027 کاتژمێر 14:00: هەڵوەشاندنەوە بێبەرامبەرە',
      'لە پێنجشەممە 14ی کانوونی دووەمی 2027 کاتژمێر 14:00 بەدواوە: 193,200 دیناری عێراقی وەردەگیرێت',
      'لە هەینی 15ی کانوونی دووەمی 2027 کاتژمێر 14:00 بەدواوە: 386,400 دیناری عێراقی وەردەگیرێت',
    ]);
  });
});
