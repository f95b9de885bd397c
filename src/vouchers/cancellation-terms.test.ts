import { describe, expect, it } from 'vitest';
import { getDay } from '../kernel/day.ts';
import { agreedTerms, policyTerms } from './cancellation-terms.ts';
import { cleanText } from './mixed-text.ts';
import { WORDS } from './words.ts';

const POLICY = {
  id: 'p',
  hotelId: 'h',
  nameEn: '',
  nameAr: '',
  rules: [{ hours_before_check_in: 24, penalty: { type: 'NIGHTS', value: 1 } as const }],
  noShowPenalty: { type: 'PERCENT', value: 100 } as const,
};
const AGREED = {
  stay: { checkIn: getDay('2027-01-15'), checkOut: getDay('2027-01-17') },
  timeline: [
    { from: '2026-12-15T09:00:00.000Z', penalty: 0 },
    { from: '2027-01-14T11:00:00.000Z', penalty: 193_200 },
    { from: '2027-01-15T11:00:00.000Z', penalty: 386_400 },
  ],
  leastPenalty: 0,
  collectedBy: 'HOTEL',
  currency: 'IQD',
  status: 'CONFIRMED',
} as const;
const agreed = (changes: object) => agreedTerms({ ...AGREED, ...changes } as never, WORDS.en).map(cleanText);
const policy = (changes: object, checkInFrom = '14:00') =>
  policyTerms(POLICY, { ...AGREED, ...changes } as never, checkInFrom, 'en');

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
});

describe("the hotel's policy", () => {
  it('is told in words while it is what was agreed', () => {
    expect(policy({})).toEqual([
      'Until 24 hours before check-in: free of charge',
      'From 24 hours before check-in: the first night is charged',
      'No show, or cancelled after check-in time: 100 % of the total is charged',
    ]);
  });

  it('is left out when policy or check-in time were changed since, or a penalty stays', () => {
    expect(
      policy({ timeline: [AGREED.timeline[0], { from: '2027-01-12T11:00:00.000Z', penalty: 1 }] }),
    ).toEqual([]);
    expect(policy({}, '15:00')).toEqual([]);
    expect(policy({ leastPenalty: 1 })).toEqual([]);
  });
});
