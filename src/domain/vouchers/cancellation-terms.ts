// Writes the cancellation terms of a booking in words.

import type { VoucherFacts } from './voucher-facts.ts';
import { momentText, moneyText, type Words } from './words.ts';

type Agreement = Pick<VoucherFacts, 'timeline' | 'collectedBy' | 'currency'>;

/**
 * Returns the cancellation terms that were agreed for this booking, with dates. The terms do not come from the hotel's
 * present policy, because the hotel may have changed the policy since the booking was made. Also, if the booking was
 * changed when a penalty already applied, the booking keeps this penalty. Amounts are shown only if the hotel collects
 * the money. If the partner collects the money, the reception must not learn what the partner pays for the room.
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
