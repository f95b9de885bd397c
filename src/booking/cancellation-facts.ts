import { type Day, instantInBaghdad } from '../kernel/day.ts';
import type { CancellationPolicy, Penalty } from './cancellation-policy.ts';

const MILLISECONDS_AN_HOUR = 3_600_000;

/** What a guest asks first about cancelling: the timeline of the quote in two words. */
export interface CancellationFacts {
  /** Cancelling now would give some of the money back. */
  refundable: boolean;
  /** Until when cancelling costs nothing; null when it already costs something. */
  freeUntil: number | null;
}

/** The same rules in the same order as `cancellationTimeline`, which also needs a price. */
export function cancellationFacts(
  policy: Pick<CancellationPolicy, 'rules' | 'noShowPenalty'>,
  stay: { checkIn: Day; checkOut: Day },
  checkInFrom: string,
  now: number,
): CancellationFacts {
  const arrival = instantInBaghdad(stay.checkIn, checkInFrom).getTime();
  let inForce: Penalty | null = null;
  let inForceSince = Number.NEGATIVE_INFINITY;
  let chargedFrom = Number.POSITIVE_INFINITY;
  const weigh = (penalty: Penalty, from: number) => {
    if (from < now) {
      if (from >= inForceSince) [inForce, inForceSince] = [penalty, from];
    } else if (penalty.value > 0 && from < chargedFrom) chargedFrom = from;
  };
  for (const rule of policy.rules)
    weigh(rule.penalty, arrival - rule.hours_before_check_in * MILLISECONDS_AN_HOUR);
  weigh(policy.noShowPenalty, arrival);
  const penalty = inForce as Penalty | null;
  if (penalty !== null && penalty.value > 0)
    return { refundable: !isWholePrice(penalty, stay.checkOut - stay.checkIn), freeUntil: null };
  return { refundable: true, freeUntil: Number.isFinite(chargedFrom) ? chargedFrom : arrival };
}

function isWholePrice(penalty: Penalty, nights: number): boolean {
  return penalty.value >= (penalty.type === 'PERCENT' ? 100 : nights);
}
