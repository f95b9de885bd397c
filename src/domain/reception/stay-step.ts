import { type Day, formatDay } from '../../kernel/day.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { auditedStatus, shownCancellation, shownChanges } from '../booking/audit.ts';
import type { Booking } from '../booking/booking.ts';
import type { AuditedStep } from './steps-in-force.ts';

/**
 * The steps that a hotel reports about a booking. UNDO reverts a check-in or a check-out. MOVE moves a booking of a
 * tester's private sandbox hotel into the past.
 */
export type StayStep = 'CHECK_IN' | 'CHECK_OUT' | 'NO_SHOW' | 'CANNOT_HONOUR' | 'UNDO' | 'MOVE';

export interface StepRequest {
  reason: string | null;
  /** Whether the rooms of the booking are sold again. Only CANNOT_HONOUR uses this field. */
  sellAgain: boolean;
  /** Set only for UNDO: the revision that the step to undo has created. */
  undoes?: number;
  /** Set only for MOVE: the new check-in date. */
  checkIn?: Day;
}

export interface StepDecisionState {
  booking: Booking;
  now: number;
  today: Day;
  /**
   * The steps that were reported for the booking before this step, in the order of their revisions. Only UNDO uses this
   * list.
   */
  audited: readonly AuditedStep[];
  /** The number of free rooms on a night. */
  freeOn: (day: Day) => number;
}

export interface StepDecision {
  booking: Booking;
  /** False when somebody had already reported the step, so that nothing changes. */
  isNew: boolean;
}

/** Returns the booking with these changes, the next revision number and the time of the change. */
export function changed(booking: Booking, now: number, changes: Partial<Booking>): Booking {
  return { ...booking, ...changes, revision: booking.revision + 1, updatedAt: now };
}

/**
 * Returns the first night that can be sold again if the guest is absent from today on. Null: the check-out day has
 * come, so no night is left.
 */
export function releasableFrom({ stay }: Booking, today: Day): Day | null {
  return today < stay.checkOut ? (Math.max(today, stay.checkIn) as Day) : null;
}

export function wrongStatus({ status }: Booking, needed: string, what: string): Refusal {
  const message = `a booking with status ${status} cannot be ${what}: it must be ${needed}`;
  return refuse('BOOKING_STATE_CONFLICT', message, { status });
}

/** Refuses a step that the hotel reports too early or too late. `message` states when the hotel can report the step. */
export function wrongTime({ status, stay }: Booking, message: string): Refusal {
  return refuse('BOOKING_STATE_CONFLICT', message, { status, checkIn: stay.checkIn });
}

/** Returns what the audit log stores about a step. */
export function auditedStep(before: Booking, after: Booking, reason: string | null): Record<string, unknown> {
  const record = after.cancelled ?? after.noShow;
  return {
    ...auditedStatus(before, after),
    ...(before.releasedFrom !== after.releasedFrom && {
      released_from: { from: shownDay(before.releasedFrom), to: shownDay(after.releasedFrom) },
    }),
    ...(before.stay !== after.stay && movedDates(before, after)),
    ...(record === null ? reason !== null && { reason } : shownCancellation(record, after.price.currency)),
  };
}

function movedDates({ stay: from }: Booking, { stay: to, price }: Booking) {
  return shownChanges(
    {
      checkIn: { from: from.checkIn, to: to.checkIn },
      checkOut: { from: from.checkOut, to: to.checkOut },
    },
    price.currency,
  );
}

function shownDay(day: Day | null): string | null {
  return day === null ? null : formatDay(day);
}
