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
  /** The rooms that are blocked, so that they are not sold again. */
  blocked: BlockedRooms[];
}

/** What the response to a step needs in addition to the booking. */
export interface LoadedReservation {
  bookingId: BookingId;
  /** The public client id of the partner that booked. */
  clientId: string;
  /** The event number of the present revision. */
  event: number | null;
  /** Check-ins, check-outs and corrections, in the order of their revisions. */
  audited: AuditedStep[];
}

/** The steps that hotels report in a batch, and the loaded data that these steps need. */
export class BatchReception {
  private readonly loaded = new Map<BookingId, LoadedReservation>();
  readonly notHonoured: NotHonoured[] = [];

  load(reservation: LoadedReservation): void {
    this.loaded.set(reservation.bookingId, reservation);
  }

  /** The public client id of the partner that booked. */
  channelOf({ id }: Booking): string {
    return this.get(id).clientId;
  }

  /** The event number of the booking's revision, as it was loaded. */
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
