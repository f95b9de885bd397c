// The entries of a booking's audit log, and what an entry contains for each kind of change.

import { type Day, formatDay } from '../../kernel/day.ts';
import { type Currency, formatMoney, type Minor } from '../../kernel/money.ts';
import type { Booking, CancellationRecord } from './booking.ts';

export interface FieldChange<Value> {
  from: Value;
  to: Value;
}

/** The fields that a modification changed, each with its old and new value. */
export interface BookingChanges {
  checkIn?: FieldChange<Day>;
  checkOut?: FieldChange<Day>;
  roomTypeId?: FieldChange<string>;
  ratePlanId?: FieldChange<string>;
  guestName?: FieldChange<string>;
  guestPhone?: FieldChange<string>;
  specialRequests?: FieldChange<string | null>;
  total?: FieldChange<Minor>;
  retained?: FieldChange<Minor>;
}

/** An entry of a booking's audit log. `booking` is the booking after the change. */
export interface AuditEntry {
  booking: Booking;
  action: 'MODIFIED' | 'CANCELLED' | 'CHECKED_IN' | 'CHECKED_OUT' | 'NO_SHOW' | 'NOT_HONOURED' | 'CORRECTED';
  actor: string;
  /** The person who made the change on the hotel page. Not set when a system or a partner made the change. */
  person?: string | undefined;
  /**
   * The changes are stored in the format in which they are shown. An old entry therefore stays the same when names or
   * formats change in the code.
   */
  changes: Record<string, unknown>;
}

export function shownChanges(
  changes: BookingChanges,
  currency: Currency,
): Record<string, FieldChange<unknown>> {
  const money = (amount: Minor) => formatMoney(amount, currency);
  const shown: [string, FieldChange<unknown> | undefined][] = [
    ['check_in', shownAs(formatDay, changes.checkIn)],
    ['check_out', shownAs(formatDay, changes.checkOut)],
    ['room_type_id', changes.roomTypeId],
    ['rate_plan_id', changes.ratePlanId],
    ['guest_name', changes.guestName],
    ['guest_phone', changes.guestPhone],
    ['special_requests', changes.specialRequests],
    ['total', shownAs(money, changes.total)],
    ['retained', shownAs(money, changes.retained)],
  ];
  return Object.fromEntries(
    shown.flatMap(([name, change]) => (change === undefined ? [] : [[name, change]])),
  );
}

export function auditedCancellation(before: Booking, after: Booking, record: CancellationRecord) {
  return { ...auditedStatus(before, after), ...shownCancellation(record, after.price.currency) };
}

export function shownCancellation(record: CancellationRecord, currency: Currency) {
  return {
    at: record.at,
    reason: record.reason,
    penalty_amount: formatMoney(record.penalty, currency),
    refund_amount: formatMoney(record.refund, currency),
    currency,
    ...(record.notHonoured && { not_honoured: record.notHonoured }),
  };
}

export function auditedStatus(before: Booking, after: Booking) {
  return { status: { from: before.status, to: after.status } };
}

function shownAs<Value>(
  show: (value: Value) => string,
  change: FieldChange<Value> | undefined,
): FieldChange<string> | undefined {
  return change && { from: show(change.from), to: show(change.to) };
}
