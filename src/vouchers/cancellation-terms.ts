import type { CancellationPolicy } from '../booking/cancellation-policy.ts';
import { policyTimeline } from '../booking/policy-timeline.ts';
import { instantInBaghdad } from '../kernel/day.ts';
import type { Language } from './language.ts';
import type { VoucherFacts } from './sheet.ts';
import { momentText, moneyText } from './spell.ts';
import type { Words } from './words.ts';

type Agreement = Pick<
  VoucherFacts,
  'stay' | 'timeline' | 'leastPenalty' | 'collectedBy' | 'currency' | 'status'
>;

const MILLISECONDS_AN_HOUR = 3_600_000;

/**
 * The hotel's policy in words, while it still is what was agreed: a policy or a check-in time may have been changed
 * since the booking, and a booking that was moved late keeps a penalty that the policy alone does not know.
 */
export function policyTerms(
  policy: CancellationPolicy,
  agreement: Agreement,
  checkInFrom: string,
  language: Language,
): string[] {
  const arrival = instantInBaghdad(agreement.stay.checkIn, checkInFrom).getTime();
  const turns = new Set([
    arrival,
    ...policy.rules.map((rule) => arrival - rule.hours_before_check_in * MILLISECONDS_AN_HOUR),
  ]);
  const agreed = agreement.timeline.slice(1).every((step) => turns.has(Date.parse(step.from)));
  if (!agreed || agreement.leastPenalty > 0) return [];
  return policyTimeline(policy).map((period) => (language === 'ar' ? period.text_ar : period.text_en));
}

/**
 * What was agreed for this booking, with its dates. Amounts are written where the hotel collects them; where the
 * partner does, they would tell the reception what the partner pays for the room.
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
