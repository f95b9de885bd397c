// The events of bookings: their kinds, their numbers and the nights that they change.

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

/** The kind of event for each action in the audit log. */
export const EVENT_OF: Record<AuditEntry['action'], EventKind> = {
  MODIFIED: 'booking.modified',
  CANCELLED: 'booking.cancelled',
  CHECKED_IN: 'booking.checked_in',
  CHECKED_OUT: 'booking.checked_out',
  NO_SHOW: 'booking.no_show',
  NOT_HONOURED: 'booking.not_honoured',
  CORRECTED: 'booking.corrected',
};

/**
 * The kinds of events for steps that a hotel reports and can later undo. A recipient of these events also receives
 * `booking.corrected`.
 */
export const CORRECTABLE: readonly string[] = [
  'booking.checked_in',
  'booking.checked_out',
] satisfies EventKind[];

/**
 * The kinds of events about which the service notifies a reception. All other events are caused by the reception itself
 * or happen after the stay.
 */
export const NOTICED: readonly EventKind[] = ['booking.confirmed', 'booking.modified', 'booking.cancelled'];

/** Events are numbered per ledger and hotel, from 1, without gaps. */
export interface EventStream {
  ledgerId: LedgerId;
  hotelId: HotelId;
}

export function textOfStream({ ledgerId, hotelId }: EventStream): string {
  return `${ledgerId}/${hotelId}`;
}

/**
 * A room type, the first night, the last night, and the number of rooms by which `booked` changed on each of the
 * nights.
 */
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
  /** The booking before a correction. Null for all other kinds of events. */
  before: Booking | null;
}

/**
 * Computes by how much each counter of booked rooms changes when a booking changes. `before` is null when the booking
 * is new. If the room type and the number of rooms stay the same, the result leaves out the nights that the booking
 * occupies both before and after the change.
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

/** Returns the last night in a list of changes. Null: the list is empty. */
export function lastNightOf(nights: NightsChange[]): Day | null {
  let latest: Day | null = null;
  for (const [, , last] of nights) if (latest === null || last > latest) latest = last;
  return latest;
}

/**
 * Computes the change of the counters on the nights between two days. If `from` is the earlier day, the booking gives
 * back its rooms on these nights. Otherwise the booking takes rooms on these nights.
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
