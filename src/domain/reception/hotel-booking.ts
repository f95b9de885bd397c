import type { Booking } from '../booking/booking.ts';
import type { Received } from './received.ts';
import type { AuditedStep } from './steps-in-force.ts';

/** A booking as its hotel sees it on the hotel page. */
export interface HotelBooking {
  booking: Booking;
  /** The event number of this revision. 0: the revision is older than stored events. */
  event: number;
  received: Received;
  /** The booking as the hotel last saw it. Null: no change has to be read, or this state is not stored. */
  known: Booking | null;
  /** The last check-in or check-out that the hotel reported, until the stay is over. Null: the hotel reported none. */
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
