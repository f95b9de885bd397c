// Computes how long a cancellation is free, and whether a cancellation now gives a refund.

import type { CancellationPolicy, Penalty } from './cancellation-policy.ts';

const MILLISECONDS_AN_HOUR = 3_600_000;

/** The two facts about cancellation that guests want to know first. They are computed without a timeline. */
export interface CancellationFacts {
  /** Whether a cancellation now would refund at least a part of the price. */
  refundable: boolean;
  /** The time until which a cancellation is free. Null: a cancellation already costs something. */
  freeUntil: number | null;
}

/** Computes the facts with the same rules as `cancellationTimeline` and in the same order, but needs no price. */
export function cancellationFacts(
  { rules, noShowPenalty }: Pick<CancellationPolicy, 'rules' | 'noShowPenalty'>,
  arrival: number,
  nights: number,
  now: number,
): CancellationFacts {
  let inForce: Penalty | null = null;
  let inForceSince = Number.NEGATIVE_INFINITY;
  let chargedFrom = Number.POSITIVE_INFINITY;
  for (let index = 0; index <= rules.length; index += 1) {
    const rule = rules[index] ?? { hoursBeforeCheckIn: 0, penalty: noShowPenalty };
    const from = arrival - rule.hoursBeforeCheckIn * MILLISECONDS_AN_HOUR;
    if (from >= now) {
      if (rule.penalty.value > 0 && from < chargedFrom) chargedFrom = from;
    } else if (from >= inForceSince) {
      inForce = rule.penalty;
      inForceSince = from;
    }
  }
  if (inForce !== null && inForce.value > 0)
    return { refundable: !isWholePrice(inForce, nights), freeUntil: null };
  return { refundable: true, freeUntil: Number.isFinite(chargedFrom) ? chargedFrom : arrival };
}

function isWholePrice(penalty: Penalty, nights: number): boolean {
  return penalty.value >= (penalty.type === 'PERCENT' ? 100 : nights);
}
