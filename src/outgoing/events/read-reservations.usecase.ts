// A hotel system reads its events, and may wait for the next event.

import type { Events, Queries, Reads } from '../../context.ts';
import type { EventStream, StoredEvent } from '../../domain/booking/events/event.ts';
import { lastEvents, readEvents } from '../../domain/booking/events/events.store.ts';
import { type FoundBooking, withProduct } from '../../domain/booking/find-own-booking.usecase.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { isStillValid } from '../../domain/partners/still-valid.ts';
import { suppliedHotel } from '../../domain/partners/supplied-hotel.ts';
import type { HotelId } from '../../kernel/ids.ts';
import { accept, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { readAcknowledged } from './acknowledgements.store.ts';
import { refuseLost } from './lost-numbers.store.ts';

export const USUAL_EVENTS = 100;

export interface ReservationsQuery {
  hotelId: string;
  /** The number of the last event that the supplier has received. */
  cursor?: number;
  limit?: number;
  /** The maximum number of seconds to wait when there is no new event. */
  wait?: number;
}

export interface ReservationEvent {
  event: StoredEvent;
  found: FoundBooking;
  /** The public id of the partner that booked. */
  channel: string;
}

export interface ReservationPage {
  events: ReservationEvent[];
  /** The cursor of the next request. */
  cursor: number;
  hasMore: boolean;
  /** The number of the last event that this supplier has acknowledged. */
  acknowledged: number;
  waitedMilliseconds: number;
}

/** Returns a hotel's events after the cursor. The signal `gone` aborts when the caller disconnects. */
export async function readReservations(
  context: Queries & Events,
  caller: Caller,
  query: ReservationsQuery,
  gone: AbortSignal,
): Promise<Outcome<ReservationPage>> {
  const { client } = caller;
  const hotel = suppliedHotel(context.snapshot, client, query.hotelId);
  if (!hotel.ok) return hotel;
  const stream: EventStream = { ledgerId: client.ledgerId, hotelId: hotel.value.id };
  const { cursor = 0, limit = USUAL_EVENTS, wait = 0 } = query;
  const lost = await refuseLost(context.pool, stream, cursor);
  if (lost !== null) return lost;
  let page = await readPage(context, stream, cursor, limit);
  if (cursor > page.last) return refuseBeyond('cursor', page.last, 'of this hotel');
  const startedAt = monotonicNow();
  if (page.events.length === 0 && wait > 0) {
    const { cursor: after } = page;
    await context.eventWatch.wait({ clientId: client.id, key: stream, after }, wait * 1_000, gone);
    // The gate checked the key before the wait, and the key may have been revoked during the wait.
    if (mayStillRead(context, caller, hotel.value.id) && !gone.aborted)
      page = await readPage(context, stream, after, limit);
  }
  const waitedMilliseconds = monotonicNow() - startedAt;
  const acknowledged = await readAcknowledged(context.pool, client.id, hotel.value.id);
  const events = page.events.map((event) => withNames(context, event));
  return accept({ events, cursor: page.cursor, hasMore: page.hasMore, acknowledged, waitedMilliseconds });
}

/**
 * Returns the refusal of a number that is higher than the number of the last event. Such a number comes from the events
 * of another hotel or from another database.
 */
export function refuseBeyond(
  field: string,
  last: number,
  whose: 'of this hotel' | 'of yours',
): Outcome<never> {
  const message = `${field} must be at most ${last}, the number of the last event ${whose}`;
  return refuseInput([{ field, code: 'TOO_LARGE', message }]);
}

interface EventPage {
  events: StoredEvent[];
  last: number;
  cursor: number;
  hasMore: boolean;
}

async function readPage(
  { pool }: Queries,
  stream: EventStream,
  after: number,
  limit: number,
): Promise<EventPage> {
  // The last event number must be read before the events. The statement that reads the events then sees every event up
  // to this number.
  const [last] = (await lastEvents(pool, [stream])) as [number];
  const found = last > after ? await readEvents(pool, stream, after, limit + 1) : [];
  const events = found.slice(0, limit);
  // A sandbox reset deletes events but keeps the counter of event numbers, so there may be no event with the last
  // number.
  const cursor = events.at(-1)?.number ?? Math.max(after, last);
  return { events, last, cursor, hasMore: found.length > limit };
}

function mayStillRead({ snapshot, now }: Reads, caller: Caller, hotelId: HotelId): boolean {
  const client = snapshot.clients.find(caller.client.id);
  return isStillValid(snapshot, caller, now().getTime()) && client?.suppliedHotels.includes(hotelId) === true;
}

function withNames({ snapshot }: Reads, event: StoredEvent): ReservationEvent {
  const { clientId } = event.booking;
  const channel = snapshot.clients.find(clientId)?.publicId;
  if (channel === undefined) throw new Error(`event ${event.number} names the unknown client ${clientId}`);
  return { event, found: withProduct(snapshot, event.booking), channel };
}
