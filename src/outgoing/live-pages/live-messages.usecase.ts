import type pg from 'pg';
import { type EventKind, type EventStream, textOfStream } from '../../domain/booking/events/event.ts';
import { readEventHeads } from '../../domain/booking/events/events.store.ts';
import type { HotelBooking } from '../../domain/reception/hotel-booking.ts';
import { selectByIds } from '../../domain/reception/hotel-bookings.store.ts';
import { type LastOfHotel, lastOfHotels, readReceipts } from '../../domain/reception/receipts.store.ts';
import type { Day } from '../../kernel/day.ts';
import type { BookingId } from '../../kernel/ids.ts';

/**
 * A change of a booking, for the open pages of its hotel. The message contains the current booking, which may already
 * contain later changes.
 */
export interface LiveBooking {
  /**
   * The event number of the change. A receipt has no event number, so its message contains the last event number of the
   * booking.
   */
  event: number;
  kind: EventKind | 'received';
  found: HotelBooking;
}

export interface LivePart {
  messages: LiveBooking[];
  /** The number of the last event or receipt that was read. Null when nothing was found. */
  last: number | null;
  /** True when there may be more events or receipts after `last`. */
  isFull: boolean;
}

const AT_ONCE = 100;

/**
 * Reads the messages for open pages. When several pages of a hotel need the same messages at the same time, the
 * database is read only once.
 */
export class LiveMessages {
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly today: () => Day,
  ) {}

  last(stream: EventStream): Promise<LastOfHotel> {
    return this.share(`last ${textOfStream(stream)}`, async () => {
      const [last] = (await lastOfHotels(this.pool, [stream])) as [LastOfHotel];
      return last;
    });
  }

  /**
   * Returns the events with numbers higher than `after`, in order. If a sandbox reset has deleted the booking of an
   * event, the event is left out.
   */
  events(stream: EventStream, after: number): Promise<LivePart> {
    return this.share(`events ${textOfStream(stream)} ${after}`, async () => {
      const heads = await readEventHeads(this.pool, stream, after, AT_ONCE);
      const bookings = await this.bookings(
        stream,
        heads.map(({ bookingId }) => bookingId),
      );
      const messages = heads.flatMap(({ number, kind, bookingId }) => {
        const found = bookings.get(bookingId);
        return found === undefined ? [] : [{ event: number, kind, found }];
      });
      return { messages, last: heads.at(-1)?.number ?? null, isFull: heads.length === AT_ONCE };
    });
  }

  /**
   * Returns the receipts with numbers higher than `after`. If a booking has several receipts, the result contains this
   * booking once.
   */
  receipts(stream: EventStream, after: number): Promise<LivePart> {
    return this.share(`receipts ${textOfStream(stream)} ${after}`, async () => {
      const receipts = await readReceipts(this.pool, stream, after, AT_ONCE);
      const bookings = await this.bookings(
        stream,
        receipts.map(({ bookingId }) => bookingId),
      );
      const messages = [...bookings.values()].map((found) => ({
        ...{ event: found.event, kind: 'received' as const, found },
      }));
      return { messages, last: receipts.at(-1)?.number ?? null, isFull: receipts.length === AT_ONCE };
    });
  }

  private async bookings(stream: EventStream, ids: BookingId[]): Promise<Map<BookingId, HotelBooking>> {
    if (ids.length === 0) return new Map();
    const found = await selectByIds(this.pool, stream, this.today(), [...new Set(ids)]);
    return new Map(found.map((one) => [one.booking.id, one]));
  }

  private share<Read>(what: string, read: () => Promise<Read>): Promise<Read> {
    const running = this.running.get(what);
    if (running !== undefined) return running as Promise<Read>;
    const begun = read().finally(() => this.running.delete(what));
    this.running.set(what, begun);
    return begun;
  }
}
