// Computes what the cancellation of a stay costs at each time.

import { type Day, instantInBaghdad } from '../../../kernel/day.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import { larger, type Minor, NOTHING, shareOf, smaller, sumOf } from '../../../kernel/money.ts';
import { type PricedStay, withCharges } from '../price-stay.ts';
import type { CancellationPolicy, Penalty } from './cancellation-policy.ts';

const MILLISECONDS_AN_HOUR = 3_600_000;

/** After the instant `from`, a cancellation costs `penalty`. */
export interface TimelineStep {
  from: string;
  penalty: Minor;
}

/**
 * Computes the cost of a cancellation over time, from the time of the booking. Quotes, bookings and penalties all use
 * this function. A rule applies when fewer hours than its limit remain until the hotel's check-in time in Baghdad. If
 * several rules apply, the cost comes from the rule that began to apply last. After check-in time, the no-show penalty
 * applies.
 */
export function cancellationTimeline(
  policy: Pick<CancellationPolicy, 'rules' | 'noShowPenalty'>,
  price: PricedStay,
  checkIn: Day,
  checkInFrom: string,
  from: Date,
): TimelineStep[] {
  const arrival = instantInBaghdad(checkIn, checkInFrom).getTime();
  const steps = [
    ...policy.rules.map((rule) => ({
      at: arrival - rule.hoursBeforeCheckIn * MILLISECONDS_AN_HOUR,
      penalty: penaltyAmount(rule.penalty, price),
    })),
    { at: arrival, penalty: penaltyAmount(policy.noShowPenalty, price) },
  ].sort((one, other) => one.at - other.at);

  const start = from.getTime();
  const due = steps.filter((step) => step.at < start).at(-1)?.penalty ?? NOTHING;
  const timeline: TimelineStep[] = [{ from: formatInstant(start), penalty: due }];
  for (const step of steps)
    if (step.at >= start && step.penalty !== timeline.at(-1)!.penalty)
      timeline.push({ from: new Date(step.at).toISOString(), penalty: step.penalty });
  return timeline;
}

/** Returns a timeline whose cost is always at least `penalty`. */
export function atLeast(timeline: TimelineStep[], penalty: Minor): TimelineStep[] {
  const raised = timeline.map((step) => ({ ...step, penalty: larger(step.penalty, penalty) }));
  return raised.filter((step, index) => index === 0 || step.penalty !== raised[index - 1]!.penalty);
}

/**
 * Returns the cost of a cancellation at an instant. If the instant is exactly the start of a step, the previous step
 * still applies.
 */
export function penaltyAt(timeline: TimelineStep[], instant: Date): Minor {
  const at = instant.getTime();
  const reached = timeline.filter((step, index) => index === 0 || Date.parse(step.from) < at);
  return reached.at(-1)!.penalty;
}

function penaltyAmount(penalty: Penalty, price: PricedStay): Minor {
  if (penalty.type === 'PERCENT') return smaller(price.total, shareOf(price.total, penalty.value * 100));
  if (penalty.value >= price.nightly.length) return price.total;
  const nights = sumOf(price.nightly.slice(0, penalty.value), (night) => night.amount);
  return withCharges(nights, price);
}
