import type { Booking } from '../booking/booking.ts';
import type { FrontDeskCommand } from '../booking/command.ts';
import type { BookedProduct } from '../booking/decided.ts';
import type { Day } from '../kernel/day.ts';
import type { BookingId } from '../kernel/ids.ts';

/** A booking that its hotel cannot honour. */
export interface NotHonoured {
  command: FrontDeskCommand;
  booking: Booking;
  hotel: BookedProduct['hotel'];
  /** The nights whose rooms are blocked, so that they are not sold again. */
  blocked: Day[];
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
