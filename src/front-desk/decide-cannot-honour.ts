import type { Booking, CancellationRecord } from '../booking/booking.ts';
import { payable, refundOf } from '../booking/payable.ts';
import { type Night, UNOPENED } from '../inventory/night.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import { NOTHING } from '../kernel/money.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import { nightDays } from '../kernel/stay.ts';
import {
  changed,
  type StepDecision,
  type StepDecisionState,
  type StepRequest,
  wrongStatus,
  wrongTime,
} from './stay-step.ts';

/**
 * The hotel has no room for the guest. The booking is cancelled and costs nothing, not even a penalty that was due
 * before. Possible until the check-out day begins.
 */
export function decideCannotHonour(
  { booking, now, today }: StepDecisionState,
  { reason, sellAgain }: StepRequest,
): Outcome<StepDecision> {
  const { status, stay, cancelled, collectedBy } = booking;
  if (status === 'CANCELLED' && cancelled?.notHonoured) return accept({ booking, isNew: false });
  if (status !== 'CONFIRMED') return wrongStatus(booking, 'CONFIRMED', 'reported as not honoured');
  if (today >= stay.checkOut)
    return wrongTime(
      booking,
      `too late: this could be reported until ${formatDay(stay.checkOut)} began in Baghdad`,
    );
  const record: CancellationRecord = {
    at: new Date(now).toISOString(),
    reason,
    penalty: NOTHING,
    refund: refundOf(payable(booking), NOTHING, collectedBy),
    notHonoured: true,
    ...(!sellAgain && { roomsBlocked: true }),
  };
  const given = changed(booking, now, { status: 'CANCELLED', cancelled: record, dueAtHotel: NOTHING });
  return accept({ booking: given, isNew: true });
}

/** The nights whose rooms are blocked, so that nobody buys them again. A night without a row is not for sale. */
export function blockedNights(
  { stay }: Booking,
  today: Day,
  { sellAgain }: StepRequest,
  nightOn: (day: Day) => Night,
): Day[] {
  if (sellAgain) return [];
  return nightDays(stay).filter((day) => day >= today && nightOn(day) !== UNOPENED);
}
