// The cancellation terms of a booking in words.

import { momentText, moneyText } from './spell.ts';
import type { VoucherFacts } from './voucher-facts.ts';
import type { Words } from './words.ts';

type Agreement = Pick<VoucherFacts, 'timeline' | 'collectedBy' | 'currency'>;

/**
 * The terms agreed for this booking, with dates. The hotel's policy is not shown, because it may have changed after the
 * booking was made. Also, a booking that was moved late keeps a penalty that is not in the policy. Amounts are shown
 * only when the hotel collects. When the partner collects, the amounts would tell the reception what the partner pays
 * for the room.
 */
export function agreedTerms(agreement: Agreement, words: Words): string[] {
  const { timeline, currency, collectedBy } = agreement;
  const steps = timeline.map((step, index) => ({
    from: index === 0 ? null : momentText(step.from, words),
    penalty: step.penalty,
  }));
  const lines = steps.map(({ from, penalty }, index) =>
    penalty === 0
      ? words.free(steps[index + 1]?.from ?? null)
      : words.charged(from, collectedBy === 'HOTEL' ? moneyText(penalty, currency, words) : null),
  );
  const firstCharge = steps.findIndex((step) => step.penalty > 0);
  return collectedBy === 'HOTEL' || firstCharge < 0 ? lines : lines.slice(0, firstCharge + 1);
}
