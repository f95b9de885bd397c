import type { Booking } from '../booking/booking.ts';
import type { Received } from './received.ts';
import type { AuditedStep } from './steps-in-force.ts';

/** A booking as its hotel sees it on the page. */
export interface HotelBooking {
  booking: Booking;
  /** The number of the event of this revision. 0: it is from before events were stored. */
  event: number;
  received: Received;
  /** The booking as the hotel knew it. Null: nobody has to look at a change, or it is not stored. */
  known: Booking | null;
  /** The last check-in or check-out, as long as the stay lasts. Null: there is none that the hotel reported. */
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
