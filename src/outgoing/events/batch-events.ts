// The events that a batch of decisions writes.

import type { AuditEntry } from '../../domain/booking/audit.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import {
  type BookingEvent,
  type EventKind,
  type EventStream,
  nightsChanged,
} from '../../domain/booking/events/event.ts';

export interface NewBooking {
  booking: Booking;
  /** The name of the client that booked. */
  actor: string;
  event: BookingEvent;
}

/** A change of a booking. A batch contains at most one change for each booking. */
export interface ChangedBooking {
  entry: AuditEntry;
  event: BookingEvent;
}

interface Numbers extends EventStream {
  loaded: number;
  last: number;
}

/** Gives the events of a batch their numbers, in the order of the decisions. */
export class BatchEvents {
  private readonly numbers = new Map<string, Numbers>();

  private readonly base: number;

  /** The number of every new event is higher than `base`. */
  constructor(base: number) {
    this.base = base;
  }

  load({ ledgerId, hotelId }: EventStream, last: number): void {
    this.numbers.set(`${ledgerId}/${hotelId}`, { ledgerId, hotelId, loaded: last, last });
  }

  /** `before` is null when the booking is new. */
  add(kind: EventKind, before: Booking | null, booking: Booking): BookingEvent {
    const numbers = this.numbers.get(`${booking.ledgerId}/${booking.hotelId}`);
    if (numbers === undefined)
      throw new Error(
        `the last event of hotel ${booking.hotelId} in ledger ${booking.ledgerId} was not loaded`,
      );
    numbers.last = Math.max(numbers.last, this.base) + 1;
    return { number: numbers.last, kind, booking, nights: nightsChanged(before, booking) };
  }

  /** Returns the last event number of each hotel for which the batch has written events. */
  used(): Numbers[] {
    return [...this.numbers.values()].filter(({ loaded, last }) => last > loaded);
  }
}
