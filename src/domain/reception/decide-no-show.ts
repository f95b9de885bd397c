import { addDays, formatDay } from '../../kernel/day.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import type { CancellationRecord } from '../booking/booking.ts';
import { dueAtHotel, noShowPenalty, payable, refundOf } from '../booking/payable.ts';
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
 * Records that the guest did not arrive. The hotel can report a no-show from the day after check-in to the check-out
 * day. On the day after check-out, it is too late, because the service closes the stay. The guest pays the no-show
 * penalty of the booking's terms.
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
  const penalty = noShowPenalty(booking);
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
