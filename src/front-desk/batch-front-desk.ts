import type { Booking } from '../booking/booking.ts';
import type { FrontDeskCommand } from '../booking/command.ts';
import type { BookedProduct } from '../booking/decided.ts';
import type { Day } from '../kernel/day.ts';
import type { BookingId } from '../kernel/ids.ts';

/** Rooms of one night. */
export interface BlockedRooms {
  day: Day;
  rooms: number;
}

/** A booking that its hotel cannot honour. */
export interface NotHonoured {
  command: FrontDeskCommand;
  booking: Booking;
  hotel: BookedProduct['hotel'];
  /** Rooms that are blocked, so that they are not sold again. */
  blocked: BlockedRooms[];
}

/** What hotels report in a batch. */
export class BatchFrontDesk {
  private readonly channels = new Map<BookingId, string>();
  readonly notHonoured: NotHonoured[] = [];

  loadChannel(bookingId: BookingId, clientId: string): void {
    this.channels.set(bookingId, clientId);
  }

  /** The public client id of the partner that booked. */
  channelOf({ id }: Booking): string {
    const channel = this.channels.get(id);
    if (channel === undefined) throw new Error(`the partner of booking ${id} was not loaded`);
    return channel;
  }
}
