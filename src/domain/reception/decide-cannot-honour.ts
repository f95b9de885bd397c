import { type Day, formatDay } from '../../kernel/day.ts';
import { NOTHING } from '../../kernel/money.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { nightDays } from '../../kernel/stay.ts';
import type { Booking, CancellationRecord } from '../booking/booking.ts';
import { payable, refundOf } from '../booking/payable.ts';
import type { BlockedRooms } from './batch-reception.ts';
import {
  changed,
  type StepDecision,
  type StepDecisionState,
  type StepRequest,
  wrongStatus,
  wrongTime,
} from './stay-step.ts';

/**
 * The hotel has no room for the guest. The booking is cancelled and costs nothing, not even a penalty that was already
 * due. This is possible until the check-out day begins.
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
    ...(!sellAgain && { keptFromSale: true }),
  };
  const given = changed(booking, now, { status: 'CANCELLED', cancelled: record, dueAtHotel: NOTHING });
  return accept({ booking: given, isNew: true });
}

/**
 * The rooms that are blocked per night, so that nobody buys them again. Only rooms that are free after the cancellation
 * are blocked. Other rooms are not for sale, because the hotel has already lowered its allotment or blocked them.
 */
export function blockedRooms(
  { stay, party }: Booking,
  today: Day,
  { sellAgain }: StepRequest,
  freeOn: (day: Day) => number,
): BlockedRooms[] {
  if (sellAgain) return [];
  return nightDays(stay)
    .filter((day) => day >= today)
    .map((day) => ({ day, rooms: Math.min(party.rooms, freeOn(day)) }))
    .filter(({ rooms }) => rooms > 0);
}
