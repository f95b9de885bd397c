// The stream of one open hotel page. The stream waits for changes and sends them.

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStream } from '../../domain/booking/events/event.ts';
import type { SignedIn } from '../../domain/staff/person.ts';
import { streamOf } from '../../domain/staff/person.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import type { EventWatch } from '../events/watch-events.worker.ts';
import type { LiveBooking, LiveMessages, LivePart } from './live-messages.usecase.ts';

/** The maximum time between two messages. Proxies and phones close a connection without data. */
const BEAT_MILLISECONDS = 15_000;
const CALENDAR_MILLISECONDS = 1_000;
const AFTER_ERROR_MILLISECONDS = 1_000;
/**
 * If a page has missed more events than this number, the stream does not send them, and the page must read its bookings
 * again.
 */
const MOST_BEHIND = 1_000;

/**
 * The reason why a stream ends. SESSION_ENDED is the only reason after which the person must sign in again. RELOAD
 * means that the page must read its bookings again. TOO_MANY means that the same session has opened too many other
 * streams after this one.
 */
export type EndReason = 'SESSION_ENDED' | 'RELOAD' | 'TOO_MANY' | 'TOO_SLOW' | 'STOPPING';

/** The receiver of a stream's messages. */
export interface LiveSink {
  booking: (message: LiveBooking) => void;
  calendar: () => void;
  beat: () => void;
  end: (reason: EndReason) => void;
  /** Returns true when too much data waits to be sent. */
  isTooFull: () => boolean;
}

export interface LiveParts {
  messages: LiveMessages;
  /**
   * Wakes the stream when the hotel has a new event or receipt. For this purpose, the watch adds the last event number
   * and the last receipt number, and waits until the sum is higher. Neither of the two numbers ever decreases.
   */
  watch: EventWatch<EventStream>;
  onError: (error: Error) => void;
}

/** Sends messages to one open page, in order, until the stream ends. */
export class LiveStream {
  readonly stream: EventStream;
  private event = 0;
  private receipt = 0;
  private isEnded = false;
  private calendarChanged = false;
  private calendarAt = Number.NEGATIVE_INFINITY;
  private beatAt = monotonicNow() + BEAT_MILLISECONDS;
  private waking = new AbortController();

  constructor(
    readonly signedIn: SignedIn,
    private readonly sink: LiveSink,
    private readonly parts: LiveParts,
  ) {
    this.stream = streamOf(signedIn);
  }

  /**
   * Runs the stream and returns when the stream has ended. `after` is the number of the last event that the page has
   * received. If `after` is null, the stream sends only events that are newer than the start of the stream.
   */
  async run(after: number | null): Promise<void> {
    let isBegun = false;
    while (!this.isEnded)
      try {
        if (!isBegun) await this.begin(after);
        isBegun = true;
        while (!this.isEnded) await this.turn();
      } catch (error) {
        this.parts.onError(error as Error);
        await sleep(AFTER_ERROR_MILLISECONDS);
        this.beat();
      }
  }

  end(reason: EndReason): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.sink.end(reason);
    this.waking.abort();
  }

  /** Sends the page a message that rooms or prices have changed. */
  tellCalendar(): void {
    this.calendarChanged = true;
    this.waking.abort();
  }

  private async begin(after: number | null): Promise<void> {
    const { event } = await this.parts.messages.last(this.stream);
    // If the page has received a higher number than the last number in the database, the database was restored from a
    // backup.
    if (after !== null && (after > event || event - after > MOST_BEHIND)) return this.end('RELOAD');
    // Send all stored receipts, because the page may have missed a receipt before it opened the stream.
    this.event = after ?? event;
  }

  private async turn(): Promise<void> {
    const { messages } = this.parts;
    const last = await messages.last(this.stream);
    while (!this.isEnded && this.event < last.event) {
      const part = await messages.events(this.stream, this.event);
      // Store the event number after each message. If a message fails, the messages before it are then not sent again.
      this.tell(part, ({ event }) => {
        this.event = event;
      });
      this.event = reached(part, last.event);
    }
    while (!this.isEnded && this.receipt < last.receipt) {
      const part = await messages.receipts(this.stream, this.receipt);
      this.tell(part, () => {});
      this.receipt = reached(part, last.receipt);
    }
    if (this.calendarChanged && monotonicNow() >= this.calendarAt + CALENDAR_MILLISECONDS) {
      this.calendarChanged = false;
      this.calendarAt = monotonicNow();
      if (!this.isEnded) this.sink.calendar();
    }
    this.beat();
    await this.wait();
  }

  private tell({ messages }: LivePart, onTold: (message: LiveBooking) => void): void {
    for (const message of messages) {
      if (this.isEnded) return;
      this.sink.booking(message);
      onTold(message);
      if (this.sink.isTooFull()) this.end('TOO_SLOW');
    }
  }

  private beat(): void {
    if (this.isEnded || monotonicNow() < this.beatAt) return;
    this.beatAt = monotonicNow() + BEAT_MILLISECONDS;
    this.sink.beat();
    if (this.sink.isTooFull()) this.end('TOO_SLOW');
  }

  private async wait(): Promise<void> {
    const calendarDue = this.calendarChanged ? this.calendarAt + CALENDAR_MILLISECONDS : this.beatAt;
    const milliseconds = Math.min(this.beatAt, calendarDue) - monotonicNow();
    if (this.isEnded || milliseconds <= 0) return;
    this.waking = new AbortController();
    const clientId = this.signedIn.caller.client.id;
    const wanted = { clientId, key: this.stream, after: this.event + this.receipt };
    await this.parts.watch.wait(wanted, milliseconds, this.waking.signal);
  }
}

/**
 * Returns the number up to which the page has received everything, after a part was sent. If the part is not full, the
 * page has everything up to `upTo`: numbers without a row belong to deleted rows.
 */
function reached({ last, isFull }: LivePart, upTo: number): number {
  return isFull ? last! : Math.max(last ?? 0, upTo);
}
