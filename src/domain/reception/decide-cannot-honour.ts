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
 * Cancels a booking for which the hotel has no room. The booking costs nothing, even if a cancellation penalty already
 * applied. The hotel can report this until the check-out day begins.
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
 * Computes how many rooms are blocked on each night. Nobody can book the blocked rooms. Only rooms that are free after
 * the cancellation are blocked. The other rooms of the booking cannot be sold in any case, because the hotel has
 * lowered its allotment or blocked rooms.
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
