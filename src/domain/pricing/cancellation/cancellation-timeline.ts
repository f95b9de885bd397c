// What cancelling a stay costs, and from which instant on.

import { type Day, instantInBaghdad } from '../../../kernel/day.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import { larger, type Minor, NOTHING, shareOf, smaller, sumOf } from '../../../kernel/money.ts';
import { type PricedStay, withCharges } from '../price-stay.ts';
import type { CancellationPolicy, Penalty } from './cancellation-policy.ts';

const MILLISECONDS_AN_HOUR = 3_600_000;

/** Cancelling costs `penalty` from this instant on. */
export interface TimelineStep {
  from: string;
  penalty: Minor;
}

/**
 * What cancelling costs over time, starting at the time of booking. This is the only source for quotes, bookings and
 * penalties. A rule applies when fewer hours than its limit remain until the hotel's check-in time in Baghdad. If
 * several rules apply, the rule that began last is used. After check-in time, the no-show penalty applies.
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

/** A timeline with a minimum cost. */
export function atLeast(timeline: TimelineStep[], penalty: Minor): TimelineStep[] {
  const raised = timeline.map((step) => ({ ...step, penalty: larger(step.penalty, penalty) }));
  return raised.filter((step, index) => index === 0 || step.penalty !== raised[index - 1]!.penalty);
}

/** The cost of cancelling at an instant. Exactly at the start of a step, the previous step still applies. */
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
