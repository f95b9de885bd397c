import { describe, expect, it } from 'vitest';
import { policyTimeline } from './policy-timeline.view.ts';

const FULL = { type: 'PERCENT', value: 100 } as const;

describe('a policy in words', () => {
  it('begins free and gets dearer', () => {
    const periods = policyTimeline({
      rules: [
        { hoursBeforeCheckIn: 24, penalty: FULL },
        { hoursBeforeCheckIn: 72, penalty: { type: 'NIGHTS', value: 1 } },
      ],
      noShowPenalty: FULL,
    });
    expect(
      periods.map((one) => [one.from_hours_before_check_in, one.until_hours_before_check_in, one.text_en]),
    ).toEqual([
      [null, 72, 'Until 72 hours before check-in: free of charge'],
      [72, 24, 'From 72 hours before check-in: the first night is charged'],
      [24, 0, 'From 24 hours before check-in: 100 % of the total is charged'],
      [0, null, 'No show, or cancelled after check-in time: 100 % of the total is charged'],
    ]);
    expect(periods[1]!.text_ar).toBe('من 72 ساعة قبل الوصول: تُحتسب الليلة الأولى');
  });

  it('counts hours and nights as Arabic does', () => {
    const arabic = (hoursBeforeCheckIn: number, nights: number) =>
      policyTimeline({
        rules: [{ hoursBeforeCheckIn, penalty: { type: 'NIGHTS', value: nights } }],
        noShowPenalty: FULL,
      }).map((one) => one.text_ar);
    expect(arabic(2, 2).slice(0, 2)).toEqual([
      'حتى ساعتين قبل الوصول: الإلغاء مجاني',
      'من ساعتين قبل الوصول: تُحتسب أول ليلتين',
    ]);
    expect(arabic(6, 3)[1]).toBe('من 6 ساعات قبل الوصول: تُحتسب أول 3 ليالٍ');
    expect(arabic(1, 11)[1]).toBe('من ساعة واحدة قبل الوصول: تُحتسب أول 11 ليلة');
  });

  it('has no free period when none is given', () => {
    const periods = policyTimeline({
      rules: [{ hoursBeforeCheckIn: 17_520, penalty: FULL }],
      noShowPenalty: FULL,
    });
    expect(periods.map((one) => one.text_en)).toEqual([
      'At any time before check-in: 100 % of the total is charged',
      'No show, or cancelled after check-in time: 100 % of the total is charged',
    ]);
  });

  it('is free until check-in without rules', () => {
    const [first] = policyTimeline({ rules: [], noShowPenalty: FULL });
    expect(first!.text_en).toBe('At any time before check-in: free of charge');
  });
});
