// A partner reads its events, and may wait for the next event.

import type { Events, Queries } from '../../context.ts';
import type { Caller } from '../../domain/partners/authenticate.ts';
import { isStillValid } from '../../domain/partners/still-valid.ts';
import type { ClientId } from '../../kernel/ids.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { ClientEvent } from './client-event.ts';
import {
  lastClientEvents,
  markReader,
  READER_MARKED_HOURS,
  readClientEvents,
} from './client-events.store.ts';
import { refuseLost } from './lost-numbers.store.ts';
import { refuseBeyond, USUAL_EVENTS } from './read-reservations.usecase.ts';

export interface ClientEventsQuery {
  /** The number of the last event that the partner has received. */
  cursor?: number;
  limit?: number;
  /** The maximum number of seconds to wait when there is no new event. */
  wait?: number;
}

export interface ClientEventPage {
  events: ClientEvent[];
  /** The cursor of the next request. */
  cursor: number;
  hasMore: boolean;
  waitedMilliseconds: number;
}

/** Returns the caller's events after the cursor. The signal `gone` aborts when the caller disconnects. */
export async function readEventsOfClient(
  context: Queries & Events,
  caller: Caller,
  query: ClientEventsQuery,
  gone: AbortSignal,
): Promise<Outcome<ClientEventPage>> {
  const { id: clientId } = caller.client;
  const { cursor = 0, limit = USUAL_EVENTS, wait = 0 } = query;
  await markAsReader(context, clientId);
  const lost = await refuseLost(context.pool, clientId, cursor);
  if (lost !== null) return lost;
  let page = await readPage(context, clientId, cursor, limit);
  if (cursor > page.last) return refuseBeyond('cursor', page.last, 'of yours');
  const startedAt = monotonicNow();
  if (page.events.length === 0 && wait > 0) {
    const { cursor: after } = page;
    await context.clientEventWatch.wait({ clientId, key: clientId, after }, wait * 1_000, gone);
    // The gate checked the key before the wait, and the key may have been revoked during the wait.
    if (isStillValid(context.snapshot, caller, context.now().getTime()) && !gone.aborted)
      page = await readPage(context, clientId, after, limit);
  }
  const { events, cursor: next, hasMore } = page;
  return accept({ events, cursor: next, hasMore, waitedMilliseconds: monotonicNow() - startedAt });
}

interface Page {
  events: ClientEvent[];
  last: number;
  cursor: number;
  hasMore: boolean;
}

async function readPage({ pool }: Queries, clientId: ClientId, after: number, limit: number): Promise<Page> {
  // The last event number must be read before the events. The statement that reads the events then sees every event up
  // to this number.
  const [last] = (await lastClientEvents(pool, [clientId])) as [number];
  const found = last > after ? await readClientEvents(pool, clientId, after, limit + 1) : [];
  const events = found.slice(0, limit);
  // A sandbox reset deletes events but keeps the counter of event numbers, so there may be no event with the last
  // number.
  const cursor = events.at(-1)?.number ?? Math.max(after, last);
  return { events, last, cursor, hasMore: found.length > limit };
}

async function markAsReader({ pool, readersMarkedAt }: Queries & Events, clientId: ClientId): Promise<void> {
  const now = monotonicNow();
  const markedAt = readersMarkedAt.get(clientId);
  if (markedAt !== undefined && now - markedAt < READER_MARKED_HOURS * 3_600_000) return;
  await inTransaction(pool, 'read committed', (tx) => markReader(tx, clientId));
  readersMarkedAt.set(clientId, now);
}
