import type { Booking } from '../booking/booking.ts';
import type { Received } from './received.ts';
import type { AuditedStep } from './steps-in-force.ts';

/** A booking as the hotel page shows it to the hotel. */
export interface HotelBooking {
  booking: Booking;
  /** The event number of this revision. 0: no event is stored for this revision, because the revision is too old. */
  event: number;
  received: Received;
  /**
   * The booking as the hotel last saw it. Null: there is no change that the hotel must read, or the state that the
   * hotel last saw is not stored.
   */
  known: Booking | null;
  /**
   * The last check-in or check-out that the hotel reported. Null: the hotel reported no check-in and no check-out, or
   * the stay is over.
   */
  undoable: AuditedStep | null;
}

export interface HistoryEntry {
  at: Date;
  actor: string;
  person: string | null;
  action: string;
  revision: number;
  reason: string | null;
}
