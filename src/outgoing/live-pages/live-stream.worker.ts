// The stream of one open hotel page. The stream waits for changes and sends them.

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStream } from '../../domain/booking/events/event.ts';
import type { SignedIn } from '../../domain/staff/person.ts';
import { streamOf } from '../../domain/staff/person.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import type { EventWatch } from '../events/watch-events.worker.ts';
import type { LiveBooking, LiveMessages, LivePart } from './live-messages.usecase.ts';

/** Proxies and phones close a connection on which nothing is sent. */
const BEAT_MILLISECONDS = 15_000;
const CALENDAR_MILLISECONDS = 1_000;
const AFTER_ERROR_MILLISECONDS = 1_000;
/** A page that is more events behind reads its bookings again. */
const MOST_BEHIND = 1_000;

/**
 * The reason why a stream ends. The person must sign in again only after SESSION_ENDED. RELOAD: the page must read its
 * bookings again. TOO_MANY: the same session has opened newer streams.
 */
export type EndReason = 'SESSION_ENDED' | 'RELOAD' | 'TOO_MANY' | 'TOO_SLOW' | 'STOPPING';

/** The receiver of a stream's messages. */
export interface LiveSink {
  booking: (message: LiveBooking) => void;
  calendar: () => void;
  beat: () => void;
  end: (reason: EndReason) => void;
  /** True when the unsent data exceeds the limit. */
  isTooFull: () => boolean;
}

export interface LiveParts {
  messages: LiveMessages;
  /** The watched number is the sum of the last event number and the last receipt number, which both only grow. */
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
   * Returns when the stream has ended. `after` is the last event that the page has. Null means that the page wants only
   * new events.
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

  /** Tells the page that rooms or prices have changed. */
  tellCalendar(): void {
    this.calendarChanged = true;
    this.waking.abort();
  }

  private async begin(after: number | null): Promise<void> {
    const { event } = await this.parts.messages.last(this.stream);
    // A page can be ahead only if the database was restored.
    if (after !== null && (after > event || event - after > MOST_BEHIND)) return this.end('RELOAD');
    // Send all stored receipts, because the page may have missed a receipt before it opened the stream.
    this.event = after ?? event;
  }

  private async turn(): Promise<void> {
    const { messages } = this.parts;
    const last = await messages.last(this.stream);
    while (!this.isEnded && this.event < last.event) {
      const part = await messages.events(this.stream, this.event);
      // Send one by one. If a message fails, the earlier messages are not sent again.
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

/** The last number that a page has after it got a part. Numbers without a row belong to deleted rows. */
function reached({ last, isFull }: LivePart, upTo: number): number {
  return isFull ? last! : Math.max(last ?? 0, upTo);
}
