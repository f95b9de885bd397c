import { formatDay } from '../../kernel/day.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { changed, type StepDecision, type StepDecisionState, wrongStatus, wrongTime } from './stay-step.ts';

/**
 * Records that the guest has arrived. The hotel can report this from the check-in day to the check-out day, both
 * included.
 */
export function decideCheckIn({ booking, now, today }: StepDecisionState): Outcome<StepDecision> {
  const { status, stay } = booking;
  if (status === 'CHECKED_IN') return accept({ booking, isNew: false });
  if (status !== 'CONFIRMED') return wrongStatus(booking, 'CONFIRMED', 'checked in');
  const [first, last] = [formatDay(stay.checkIn), formatDay(stay.checkOut)];
  if (today < stay.checkIn)
    return wrongTime(booking, `too early: check-in is possible from ${first} in Baghdad`);
  if (today > stay.checkOut)
    return wrongTime(booking, `too late: check-in was possible until the end of ${last} in Baghdad`);
  return accept({ booking: changed(booking, now, { status: 'CHECKED_IN' }), isNew: true });
}
