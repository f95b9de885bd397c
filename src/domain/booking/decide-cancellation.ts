// Decides whether a booking can be cancelled, and what the cancellation costs.

import type { Day } from '../../kernel/day.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { penaltyAt } from '../pricing/cancellation/cancellation-timeline.ts';
import type { Booking, CancellationRecord } from './booking.ts';
import { dueAtHotel, payable, refundOf } from './payable.ts';

export interface CancelRequest {
  reason: string | null;
  dryRun: boolean;
}

export interface CancellationDecisionState {
  booking: Booking;
  now: number;
  today: Day;
}

export interface CancellationDecision {
  booking: Booking;
  cancellation: CancellationRecord;
  /** False in a dry run, and for a booking that was already cancelled. In these cases nothing is written. */
  isNew: boolean;
}

/** Decides a cancellation. The cost at the present time comes from the booking's cancellation timeline. */
export function decideCancellation(
  { booking, now, today }: CancellationDecisionState,
  request: CancelRequest,
): Outcome<CancellationDecision> {
  // A repeated cancellation is not an error and returns the cost of the first cancellation.
  if (booking.status === 'CANCELLED' && booking.cancelled !== null)
    return accept({ booking, cancellation: booking.cancelled, isNew: false });
  if (booking.status !== 'CONFIRMED')
    return refuse('BOOKING_STATE_CONFLICT', `a booking with status ${booking.status} cannot be cancelled`, {
      status: booking.status,
    });
  if (today >= booking.stay.checkOut)
    return refuse('BOOKING_STATE_CONFLICT', 'a booking cannot be cancelled on or after its check-out date', {
      status: booking.status,
    });
  // If the booking was modified, its timeline already includes the penalty that applied before the modification (see
  // decide-modification.ts).
  const penalty = penaltyAt(booking.timeline, new Date(now));
  const cancellation: CancellationRecord = {
    at: new Date(now).toISOString(),
    reason: request.reason,
    penalty,
    refund: refundOf(payable(booking), penalty, booking.collectedBy),
  };
  if (request.dryRun) return accept({ booking, cancellation, isNew: false });
  const cancelled: Booking = {
    ...booking,
    status: 'CANCELLED',
    cancelled: cancellation,
    dueAtHotel: dueAtHotel(penalty, booking.collectedBy),
    revision: booking.revision + 1,
    updatedAt: now,
  };
  return accept({ booking: cancelled, cancellation, isNew: true });
}
