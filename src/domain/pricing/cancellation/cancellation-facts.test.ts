import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysFrom, getDay } from '../../../kernel/day.ts';
import { priceStay } from '../price-stay.ts';
import { pricesFrom } from '../rate-plan.ts';
import { cancellationFacts } from './cancellation-facts.ts';
import type { Penalty } from './cancellation-policy.ts';
import { cancellationTimeline } from './cancellation-timeline.ts';

const CHECK_IN = getDay('2027-01-15');
const AT_14 = Date.parse('2027-01-15T11:00:00Z');
const HOUR = 3_600_000;
const WHOLE: Penalty = { type: 'PERCENT', value: 100 };
const FIRST_NIGHT: Penalty = { type: 'NIGHTS', value: 1 };
const flexible = { rules: [{ hoursBeforeCheckIn: 48, penalty: FIRST_NIGHT }], noShowPenalty: WHOLE };
const strict = { rules: [{ hoursBeforeCheckIn: 99_999, penalty: WHOLE }], noShowPenalty: WHOLE };

describe('the facts about cancelling', () => {
  it('say until when it is free, the very instant included', () => {
    const free = { refundable: true, freeUntil: AT_14 - 48 * HOUR };
    expect(cancellationFacts(flexible, AT_14, 2, AT_14 - 100 * HOUR)).toEqual(free);
    expect(cancellationFacts(flexible, AT_14, 2, AT_14 - 48 * HOUR)).toEqual(free);
    expect(cancellationFacts(flexible, AT_14, 2, AT_14 - 48 * HOUR + 1)).toEqual({
      refundable: true,
      freeUntil: null,
    });
  });

  it('call a stay refundable as long as any money would come back', () => {
    const nothingBack = { refundable: false, freeUntil: null };
    expect(cancellationFacts(strict, AT_14, 2, AT_14 - 100 * HOUR)).toEqual(nothingBack);
    expect(cancellationFacts(flexible, AT_14, 1, AT_14 - HOUR)).toEqual(nothingBack);
    expect(cancellationFacts(flexible, AT_14, 2, AT_14 + 1)).toEqual(nothingBack);
  });

  it('agree with the timeline of the quote, for any policy at any instant', () => {
    const penalty = fc.record({
      type: fc.constantFrom('NIGHTS' as const, 'PERCENT' as const),
      value: fc.constantFrom(0, 1, 2, 3, 50, 100),
    });
    const policies = fc.record({
      rules: fc.array(fc.record({ hoursBeforeCheckIn: fc.constantFrom(1, 24, 48, 72, 9_999), penalty }), {
        maxLength: 3,
      }),
      noShowPenalty: penalty,
    });
    const prices = pricesFrom(90_000, 100_000, 0, 0);
    fc.assert(
      fc.property(
        policies,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: -2, max: 120 }),
        (policy, nights, hours) => {
          const now = new Date(AT_14 - hours * HOUR);
          const price = priceStay(
            daysFrom(CHECK_IN, nights).map((day) => ({ day, prices })),
            [{ adults: 2, children: 0 }],
            {
              planCurrency: 'IQD',
              currency: 'IQD',
              rate: { tenThousandthsOfIqdForUsd: 13_100_000, asOf: '' },
              taxBasisPoints: 500,
              serviceBasisPoints: 1000,
              commissionBasisPoints: 0,
              pricedAt: 0,
            },
          );
          const timeline = cancellationTimeline(policy, price, CHECK_IN, '14:00', now);
          const facts = cancellationFacts(policy, AT_14, nights, now.getTime());
          expect(facts.refundable).toBe(timeline[0]!.penalty < price.total);
          if (timeline[0]!.penalty > 0) expect(facts.freeUntil).toBeNull();
          else if (timeline.length > 1)
            expect(new Date(facts.freeUntil!).toISOString()).toBe(timeline[1]!.from);
          else expect(facts.freeUntil).toBe(AT_14);
        },
      ),
    );
  });
});
