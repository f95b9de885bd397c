import { auditedStatus, shownCancellation } from '../booking/audit.ts';
import type { Booking } from '../booking/booking.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import { type Refusal, refuse } from '../kernel/refusal.ts';

/** What a hotel reports about a booking. */
export type StayStep = 'CHECK_IN' | 'CHECK_OUT' | 'NO_SHOW' | 'CANNOT_HONOUR';

export interface StepRequest {
  reason: string | null;
  /** Only for a booking that cannot be honoured: whether its rooms are sold again. */
  sellAgain: boolean;
}

export interface StepDecisionState {
  booking: Booking;
  now: number;
  today: Day;
}

export interface StepDecision {
  booking: Booking;
  /** False when the step has already happened. */
  isNew: boolean;
}

/** The booking with these changes, its next revision and the time of the change. */
export function changed(booking: Booking, now: number, changes: Partial<Booking>): Booking {
  return { ...booking, ...changes, revision: booking.revision + 1, updatedAt: now };
}

/** The first night that can be sold again, if the guest is not there from today on. Null: none is left. */
export function releasableFrom({ stay }: Booking, today: Day): Day | null {
  return today < stay.checkOut ? (Math.max(today, stay.checkIn) as Day) : null;
}

export function wrongStatus({ status }: Booking, needed: string, what: string): Refusal {
  const message = `a booking with status ${status} cannot be ${what}: it must be ${needed}`;
  return refuse('BOOKING_STATE_CONFLICT', message, { status });
}

/** A step that comes too early or too late. The message says when it is possible. */
export function wrongTime({ status, stay }: Booking, message: string): Refusal {
  return refuse('BOOKING_STATE_CONFLICT', message, { status, checkIn: stay.checkIn });
}

/** What the audit log says about a step. */
export function auditedStep(before: Booking, after: Booking, reason: string | null): Record<string, unknown> {
  const record = after.cancelled ?? after.noShow;
  return {
    ...auditedStatus(before, after),
    ...(after.releasedFrom !== null && { released_from: { from: null, to: formatDay(after.releasedFrom) } }),
    ...(record === null ? reason !== null && { reason } : shownCancellation(record, after.price.currency)),
  };
}
