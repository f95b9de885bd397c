// All open hotel pages of a process. This file also checks that the sessions of the pages are valid.

import type pg from 'pg';
import type { Client } from '../../domain/partners/client.ts';
import { selectValidSessions } from '../../domain/staff/open-sessions.store.ts';
import { isPageOpen, type SignedIn } from '../../domain/staff/person.ts';
import type { ById } from '../../kernel/by-id.ts';
import type { HotelId } from '../../kernel/ids.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { type LiveParts, type LiveSink, LiveStream } from './live-stream.worker.ts';

/**
 * The limit of streams per session. A session may have a few tabs, and lost connections whose loss the service has not
 * noticed yet.
 */
const STREAMS_OF_SESSION = 3;
/** The limit of streams per hotel in one process. */
export const STREAMS_OF_HOTEL = 100;
const CHECK_MILLISECONDS = 3_000;
/** If the sessions cannot be checked for this time, the streams end. */
const UNCHECKED_MILLISECONDS = 30_000;

export interface LiveOptions extends LiveParts {
  pool: pg.Pool;
  snapshot: () => { clients: ById<Client> };
  now: () => Date;
}

/** The open streams of this process. While a stream is open, the sessions are checked every 3 s. */
export class LiveStreams {
  /** In order of opening, oldest first. */
  private readonly open = new Set<LiveStream>();
  private checkedAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(private readonly options: LiveOptions) {}

  get size(): number {
    return this.open.size;
  }

  hasRoom(hotelId: HotelId): boolean {
    return this.of(hotelId).length < STREAMS_OF_HOTEL;
  }

  /**
   * Sends the changes at a hotel to a page, and returns when the stream has ended. The signal `gone` aborts when the
   * page disconnects.
   */
  async follow(signedIn: SignedIn, after: number | null, sink: LiveSink, gone: AbortSignal): Promise<void> {
    const stream = new LiveStream(signedIn, sink, this.options);
    if (this.isStopped || gone.aborted) return stream.end('STOPPING');
    const ofSession = [...this.open].filter((one) => one.signedIn.sessionId === signedIn.sessionId);
    if (ofSession.length >= STREAMS_OF_SESSION) ofSession[0]!.end('TOO_MANY');
    if (this.open.size === 0) this.checkedAt = monotonicNow();
    this.open.add(stream);
    this.schedule();
    const leave = () => stream.end('STOPPING');
    gone.addEventListener('abort', leave);
    try {
      await stream.run(after);
    } finally {
      gone.removeEventListener('abort', leave);
      this.open.delete(stream);
    }
  }

  /** Notifies the pages of these hotels that rooms or prices have changed. Null means all hotels. */
  tellCalendar(hotels: ReadonlySet<HotelId> | null): void {
    for (const stream of this.open)
      if (hotels === null || hotels.has(stream.stream.hotelId)) stream.tellCalendar();
  }

  stop(): void {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const stream of this.open) stream.end('STOPPING');
  }

  private of(hotelId: HotelId): LiveStream[] {
    return [...this.open].filter(({ stream }) => stream.hotelId === hotelId);
  }

  private schedule(): void {
    if (this.timer !== null || this.isStopped || this.open.size === 0) return;
    this.timer = setTimeout(() => this.check(), CHECK_MILLISECONDS);
  }

  private async check(): Promise<void> {
    const { pool, now, onError } = this.options;
    const streams = [...this.open];
    try {
      const ids = [...new Set(streams.map(({ signedIn }) => signedIn.sessionId))];
      const valid = await selectValidSessions(pool, ids, now());
      this.checkedAt = monotonicNow();
      for (const stream of streams) this.endIfOver(stream, valid);
    } catch (error) {
      onError(error as Error);
      if (monotonicNow() - this.checkedAt > UNCHECKED_MILLISECONDS)
        for (const stream of streams) stream.end('STOPPING');
    }
    this.timer = null;
    this.schedule();
  }

  private endIfOver(stream: LiveStream, valid: ReadonlySet<string>): void {
    const { sessionId, caller, hotelId } = stream.signedIn;
    const client = this.options.snapshot().clients.find(caller.client.id);
    if (!valid.has(sessionId) || !isPageOpen(client, hotelId)) stream.end('SESSION_ENDED');
    // A sandbox reset deletes bookings and writes no events, so the page must read its bookings again.
    else if (client.resetAt !== caller.client.resetAt) stream.end('RELOAD');
  }
}
