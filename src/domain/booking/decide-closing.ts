// Closes a stay automatically after its check-out day, if nobody has reported the check-out.

import type { Day } from '../../kernel/day.ts';
import type { Booking } from './booking.ts';

export interface ClosingDecisionState {
  booking: Booking;
  now: number;
  today: Day;
}

/**
 * Closes a stay that is still open after its check-out day. Null: the check-out day is not over yet, or the booking's
 * status is neither CONFIRMED nor CHECKED_IN.
 */
export function decideClosing({ booking, now, today }: ClosingDecisionState): Booking | null {
  if (booking.status !== 'CONFIRMED' && booking.status !== 'CHECKED_IN') return null;
  if (today <= booking.stay.checkOut) return null;
  return { ...booking, status: 'CHECKED_OUT', revision: booking.revision + 1, updatedAt: now };
}
