import { describe, expect, it } from 'vitest';
import { dayOf, getDay } from '../../../kernel/day.ts';
import { minor } from '../../../kernel/money.ts';
import type { PricedStay } from '../price-stay.ts';
import type { CancellationRule } from './cancellation-policy.ts';
import { atLeast, cancellationTimeline, penaltyAt } from './cancellation-timeline.ts';

const night = (day: number, amount: number) => ({
  day: dayOf(day),
  rooms: [{ adults: 2, children: 0, amount: minor(amount) }],
  amount: minor(amount),
  pricedAt: 0,
});
const PRICE: PricedStay = {
  currency: 'IQD',
  nightly: [night(0, 100_000), night(1, 120_000), night(2, 140_000)],
  subtotal: minor(360_000),
  taxBasisPoints: 500,
  tax: minor(18_000),
  serviceBasisPoints: 1000,
  serviceCharge: minor(36_000),
  total: minor(414_000),
  commissionBasisPoints: 1000,
  commission: minor(36_000),
  exchange: null,
};
const FULL = { type: 'PERCENT', value: 100 } as const;
const FLEXIBLE: CancellationRule[] = [{ hoursBeforeCheckIn: 24, penalty: { type: 'NIGHTS', value: 1 } }];
const MODERATE: CancellationRule[] = [
  { hoursBeforeCheckIn: 24, penalty: FULL },
  { hoursBeforeCheckIn: 72, penalty: { type: 'PERCENT', value: 50 } },
];
const NEVER_FREE: CancellationRule[] = [{ hoursBeforeCheckIn: 17_520, penalty: FULL }];

/** Check-in on 10 March 2027 at 14:00 in Baghdad, which is 11:00Z. */
const timeline = (rules: CancellationRule[], booked: string) =>
  cancellationTimeline(
    { rules, noShowPenalty: FULL },
    PRICE,
    getDay('2027-03-10'),
    '14:00',
    new Date(booked),
  );

describe('a cancellation timeline', () => {
  it('begins free, then costs the first night with its tax and charge, then all', () => {
    expect(timeline(FLEXIBLE, '2027-03-01T00:00:00Z')).toEqual([
      { from: '2027-03-01T00:00:00.000Z', penalty: minor(0) },
      { from: '2027-03-09T11:00:00.000Z', penalty: 115_000 },
      { from: '2027-03-10T11:00:00.000Z', penalty: 414_000 },
    ]);
  });

  it('orders its rules by time, whatever their order in the policy', () => {
    expect(timeline(MODERATE, '2027-03-01T00:00:00Z').map((step) => step.penalty)).toEqual([
      0, 207_000, 414_000,
    ]);
  });

  it('begins with what is already due when booked late', () => {
    expect(timeline(MODERATE, '2027-03-08T12:00:00Z').map((step) => step.penalty)).toEqual([
      207_000, 414_000,
    ]);
    expect(timeline(FLEXIBLE, '2027-03-10T09:00:00Z').map((step) => step.penalty)).toEqual([
      115_000, 414_000,
    ]);
  });

  it('has one step when nothing is ever free', () => {
    expect(timeline(NEVER_FREE, '2026-01-01T00:00:00Z')).toEqual([
      { from: '2026-01-01T00:00:00.000Z', penalty: 414_000 },
    ]);
  });

  it.each([
    ['2027-03-09T10:59:00Z', 0],
    ['2027-03-09T11:00:00Z', 0],
    ['2027-03-09T11:00:00.001Z', 115_000],
    ['2027-03-09T11:01:00Z', 115_000],
    ['2027-03-09T21:00:00Z', 115_000],
    ['2027-03-10T11:00:00Z', 115_000],
    ['2027-03-10T11:01:00Z', 414_000],
    ['2027-04-01T00:00:00Z', 414_000],
  ])('flexible, cancelled at %s costs %d', (at, penalty) => {
    expect(penaltyAt(timeline(FLEXIBLE, '2027-03-01T00:00:00Z'), new Date(at))).toBe(penalty);
  });

  it('never costs more than the stay', () => {
    const rules: CancellationRule[] = [{ hoursBeforeCheckIn: 24, penalty: { type: 'NIGHTS', value: 5 } }];
    expect(penaltyAt(timeline(rules, '2027-03-01T00:00:00Z'), new Date('2027-03-10T00:00:00Z'))).toBe(
      414_000,
    );
  });
});

describe('a penalty that was due before', () => {
  it('is the least of every step, and equal steps become one', () => {
    const steps = [
      { from: '2027-01-01T00:00:00.000Z', penalty: minor(0) },
      { from: '2027-01-02T00:00:00.000Z', penalty: minor(50) },
      { from: '2027-01-03T00:00:00.000Z', penalty: minor(200) },
    ];
    expect(atLeast(steps, minor(0))).toEqual(steps);
    expect(atLeast(steps, minor(100))).toEqual([{ ...steps[0], penalty: 100 }, steps[2]]);
    expect(atLeast(steps, minor(300))).toEqual([{ ...steps[0], penalty: 300 }]);
  });
});
