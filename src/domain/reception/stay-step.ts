import { type Day, formatDay } from '../../kernel/day.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { auditedStatus, shownCancellation } from '../booking/audit.ts';
import type { Booking } from '../booking/booking.ts';
import type { AuditedStep } from './steps-in-force.ts';

/** What a hotel reports about a booking. UNDO reverts a check-in or a check-out. */
export type StayStep = 'CHECK_IN' | 'CHECK_OUT' | 'NO_SHOW' | 'CANNOT_HONOUR' | 'UNDO';

export interface StepRequest {
  reason: string | null;
  /** Whether the rooms of the booking are sold again. Used only when the booking cannot be honoured. */
  sellAgain: boolean;
  /** Only for UNDO: the revision that the step to undo created. */
  undoes?: number;
}

export interface StepDecisionState {
  booking: Booking;
  now: number;
  today: Day;
  /** Only for UNDO: the steps of the booking, in the order of their revisions. */
  audited: readonly AuditedStep[];
  /** Free rooms of a night. Only for UNDO. */
  freeOn: (day: Day) => number;
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

/** The first night that can be sold again if the guest is absent from today on. Null: no night is left. */
export function releasableFrom({ stay }: Booking, today: Day): Day | null {
  return today < stay.checkOut ? (Math.max(today, stay.checkIn) as Day) : null;
}

export function wrongStatus({ status }: Booking, needed: string, what: string): Refusal {
  const message = `a booking with status ${status} cannot be ${what}: it must be ${needed}`;
  return refuse('BOOKING_STATE_CONFLICT', message, { status });
}

/** Refuses a step that comes too early or too late. The message says when the step is possible. */
export function wrongTime({ status, stay }: Booking, message: string): Refusal {
  return refuse('BOOKING_STATE_CONFLICT', message, { status, checkIn: stay.checkIn });
}

/** What the audit log stores about a step. */
export function auditedStep(before: Booking, after: Booking, reason: string | null): Record<string, unknown> {
  const record = after.cancelled ?? after.noShow;
  return {
    ...auditedStatus(before, after),
    ...(before.releasedFrom !== after.releasedFrom && {
      released_from: { from: shownDay(before.releasedFrom), to: shownDay(after.releasedFrom) },
    }),
    ...(record === null ? reason !== null && { reason } : shownCancellation(record, after.price.currency)),
  };
}

function shownDay(day: Day | null): string | null {
  return day === null ? null : formatDay(day);
}
