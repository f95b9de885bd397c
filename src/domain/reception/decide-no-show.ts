import { addDays, formatDay } from '../../kernel/day.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import type { CancellationRecord } from '../booking/booking.ts';
import { dueAtHotel, payable, refundOf } from '../booking/payable.ts';
import {
  changed,
  releasableFrom,
  type StepDecision,
  type StepDecisionState,
  type StepRequest,
  wrongStatus,
  wrongTime,
} from './stay-step.ts';

/**
 * The guest did not arrive. This can be reported from the day after check-in to the check-out day, because the stay is
 * closed on the next day. The guest pays the last penalty of the booking's timeline, which applies after check-in.
 */
export function decideNoShow(
  { booking, now, today }: StepDecisionState,
  { reason }: StepRequest,
): Outcome<StepDecision> {
  const { status, stay, collectedBy } = booking;
  if (status === 'NO_SHOW') return accept({ booking, isNew: false });
  if (status !== 'CONFIRMED') return wrongStatus(booking, 'CONFIRMED', 'reported as a no-show');
  const [first, last] = [formatDay(addDays(stay.checkIn, 1)), formatDay(stay.checkOut)];
  if (today <= stay.checkIn)
    return wrongTime(booking, `too early: a no-show can be reported from ${first} in Baghdad`);
  if (today > stay.checkOut)
    return wrongTime(booking, `too late: a no-show could be reported until the end of ${last} in Baghdad`);
  const { penalty } = booking.timeline.at(-1)!;
  const noShow: CancellationRecord = {
    at: new Date(now).toISOString(),
    reason,
    penalty,
    refund: refundOf(payable(booking), penalty, collectedBy),
  };
  const missed = changed(booking, now, {
    status: 'NO_SHOW',
    noShow,
    dueAtHotel: dueAtHotel(penalty, collectedBy),
    releasedFrom: releasableFrom(booking, today),
  });
  return accept({ booking: missed, isNew: true });
}
