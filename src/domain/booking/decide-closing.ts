// Ends a stay automatically when nobody has ended it.

import type { Day } from '../../kernel/day.ts';
import type { Booking } from './booking.ts';

export interface ClosingDecisionState {
  booking: Booking;
  now: number;
  today: Day;
}

/**
 * A stay that is still open ends automatically on the day after check-out. Null when the stay does not need to be
 * closed.
 */
export function decideClosing({ booking, now, today }: ClosingDecisionState): Booking | null {
  if (booking.status !== 'CONFIRMED' && booking.status !== 'CHECKED_IN') return null;
  if (today <= booking.stay.checkOut) return null;
  return { ...booking, status: 'CHECKED_OUT', revision: booking.revision + 1, updatedAt: now };
}
