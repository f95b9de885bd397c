// The kinds of events of a booking, and how they are numbered.

import { addDays, type Day } from '../../../kernel/day.ts';
import type { HotelId, LedgerId, RoomTypeId } from '../../../kernel/ids.ts';
import type { Stay } from '../../../kernel/stay.ts';
import type { AuditEntry } from '../audit.ts';
import { type Booking, occupiedStay } from '../booking.ts';

export const EVENT_KINDS = [
  'booking.confirmed',
  'booking.modified',
  'booking.cancelled',
  'booking.checked_in',
  'booking.checked_out',
  'booking.no_show',
  'booking.not_honoured',
  'booking.corrected',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The kind of event that each change in the audit log has. */
export const EVENT_OF: Record<AuditEntry['action'], EventKind> = {
  MODIFIED: 'booking.modified',
  CANCELLED: 'booking.cancelled',
  CHECKED_IN: 'booking.checked_in',
  CHECKED_OUT: 'booking.checked_out',
  NO_SHOW: 'booking.no_show',
  NOT_HONOURED: 'booking.not_honoured',
  CORRECTED: 'booking.corrected',
};

/** Events that a hotel reports and can take back. A recipient of these events also gets `booking.corrected`. */
export const CORRECTABLE: readonly string[] = [
  'booking.checked_in',
  'booking.checked_out',
] satisfies EventKind[];

/** The events that a reception is told of. The reception reports the other kinds itself, or the stay was over. */
export const NOTICED: readonly EventKind[] = ['booking.confirmed', 'booking.modified', 'booking.cancelled'];

/** Events are numbered per ledger and hotel, from 1, without gaps. */
export interface EventStream {
  ledgerId: LedgerId;
  hotelId: HotelId;
}

export function textOfStream({ ledgerId, hotelId }: EventStream): string {
  return `${ledgerId}/${hotelId}`;
}

/** Room type, first night, last night, and by how many rooms `booked` changed on each of these nights. */
export type NightsChange = [roomTypeId: RoomTypeId, first: Day, last: Day, rooms: number];

/** One change of a booking. */
export interface BookingEvent {
  number: number;
  kind: EventKind;
  /** The booking after the change. */
  booking: Booking;
  nights: NightsChange[];
}

/** An event that was read from the database. */
export interface StoredEvent extends BookingEvent {
  at: number;
  /** The booking before a correction. Null for other kinds, where the previous event has the booking. */
  before: Booking | null;
}

/**
 * What a change of a booking adds to its hotel's counters, and subtracts from them. `before` is null when the booking
 * is new. A night that is occupied both before and after does not appear.
 */
export function nightsChanged(before: Booking | null, after: Booking): NightsChange[] {
  const [left, taken] = [before === null ? null : occupiedStay(before), occupiedStay(after)];
  if (before === null || left === null) return rangeOf(after, taken, after.party.rooms);
  const isSameRoom = before.roomTypeId === after.roomTypeId && before.party.rooms === after.party.rooms;
  if (taken === null || !isSameRoom || taken.checkIn >= left.checkOut || left.checkIn >= taken.checkOut)
    return [...rangeOf(before, left, -before.party.rooms), ...rangeOf(after, taken, after.party.rooms)];
  return [
    ...difference(after, left.checkIn, taken.checkIn),
    ...difference(after, taken.checkOut, left.checkOut),
  ];
}

/** The last night in a list of changes. Null: the list is empty. */
export function lastNightOf(nights: NightsChange[]): Day | null {
  let latest: Day | null = null;
  for (const [, , last] of nights) if (latest === null || last > latest) latest = last;
  return latest;
}

/**
 * The change of the nights between two days. If `from` is the earlier day, the rooms are given back. Otherwise they are
 * taken.
 */
function difference(booking: Booking, from: Day, to: Day): NightsChange[] {
  const { rooms } = booking.party;
  if (from <= to) return rangeOf(booking, { checkIn: from, checkOut: to }, -rooms);
  return rangeOf(booking, { checkIn: to, checkOut: from }, rooms);
}

function rangeOf({ roomTypeId }: Booking, stay: Stay | null, rooms: number): NightsChange[] {
  if (stay === null || stay.checkIn >= stay.checkOut) return [];
  return [[roomTypeId, stay.checkIn, addDays(stay.checkOut, -1), rooms]];
}
