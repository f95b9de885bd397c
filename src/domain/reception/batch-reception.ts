import type { Day } from '../../kernel/day.ts';
import type { BookingId } from '../../kernel/ids.ts';
import type { Booking } from '../booking/booking.ts';
import type { ReceptionCommand } from '../booking/command.ts';
import type { BookedProduct } from '../booking/decided.ts';
import type { AuditedStep } from './steps-in-force.ts';

/** The number of rooms that are blocked on one night. */
export interface BlockedRooms {
  day: Day;
  rooms: number;
}

/** A booking that its hotel cannot honour. */
export interface NotHonoured {
  command: ReceptionCommand;
  booking: Booking;
  hotel: BookedProduct['hotel'];
  /** For each night, the number of rooms to block, so that these rooms are not sold again. */
  blocked: BlockedRooms[];
}

/** The data that the response to a step needs in addition to the booking. */
export interface LoadedReservation {
  bookingId: BookingId;
  /** The public client id of the partner that made the booking. */
  clientId: string;
  /** The number of the event that created the present revision. */
  event: number | null;
  /** The booking's check-ins, check-outs and corrections, in the order of their revisions. */
  audited: AuditedStep[];
}

/**
 * Contains the data that was loaded for the reception steps of a batch, and collects the bookings of the batch that
 * hotels cannot honour.
 */
export class BatchReception {
  private readonly loaded = new Map<BookingId, LoadedReservation>();
  readonly notHonoured: NotHonoured[] = [];

  load(reservation: LoadedReservation): void {
    this.loaded.set(reservation.bookingId, reservation);
  }

  /** Returns the public client id of the partner that made the booking. */
  channelOf({ id }: Booking): string {
    return this.get(id).clientId;
  }

  /** Returns the number of the event that created the booking's present revision, as loaded for the batch. */
  eventOf({ id, revision }: Booking): number {
    const { event } = this.get(id);
    if (event === null) throw new Error(`revision ${revision} of booking ${id} has no event`);
    return event;
  }

  auditedOf({ id }: Booking): AuditedStep[] {
    return this.get(id).audited;
  }

  private get(id: BookingId): LoadedReservation {
    const reservation = this.loaded.get(id);
    if (reservation === undefined) throw new Error(`the partner of booking ${id} was not loaded`);
    return reservation;
  }
}
