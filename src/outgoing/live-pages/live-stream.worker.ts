// One open hotel page: waits for changes and sends them.

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStream } from '../../domain/booking/events/event.ts';
import type { SignedIn } from '../../domain/staff/person.ts';
import { streamOf } from '../../domain/staff/person.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import type { EventWatch } from '../events/watch-events.worker.ts';
import type { LiveBooking, LiveMessages, LivePart } from './live-messages.usecase.ts';

/** A proxy or a phone closes a connection on which nothing is sent. */
const BEAT_MILLISECONDS = 15_000;
const CALENDAR_MILLISECONDS = 1_000;
const AFTER_ERROR_MILLISECONDS = 1_000;
/** A page that is further behind reads its bookings again. */
const MOST_BEHIND = 1_000;

/**
 * Why a stream ends. Only after SESSION_ENDED must the person sign in. RELOAD: the page must read its bookings again.
 * TOO_MANY: the same session has opened newer ones.
 */
export type EndReason = 'SESSION_ENDED' | 'RELOAD' | 'TOO_MANY' | 'TOO_SLOW' | 'STOPPING';

/** Where the messages of a stream go. */
export interface LiveSink {
  booking: (message: LiveBooking) => void;
  calendar: () => void;
  beat: () => void;
  end: (reason: EndReason) => void;
  /** True: more than the allowed amount waits for the reader. */
  isTooFull: () => boolean;
}

export interface LiveParts {
  messages: LiveMessages;
  /** Its numbers are those of the last event and the last receipt, added: each of them only grows. */
  watch: EventWatch<EventStream>;
  onError: (error: Error) => void;
}

/** What one open page is told, in order, until it ends. */
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

  /** Returns when the stream has ended. `after` is the last event that the page has. Null: it wants only what is new. */
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

  /** Rooms or prices were changed. */
  tellCalendar(): void {
    this.calendarChanged = true;
    this.waking.abort();
  }

  private async begin(after: number | null): Promise<void> {
    const { event } = await this.parts.messages.last(this.stream);
    // A page can be ahead only if the database was restored since.
    if (after !== null && (after > event || event - after > MOST_BEHIND)) return this.end('RELOAD');
    // All receipts that are stored are told: the page may have missed one before it opened the stream.
    this.event = after ?? event;
  }

  private async turn(): Promise<void> {
    const { messages } = this.parts;
    const last = await messages.last(this.stream);
    while (!this.isEnded && this.event < last.event) {
      const part = await messages.events(this.stream, this.event);
      // One by one: if a message fails, those before it are not sent again.
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

/** The last number that a page has after a part. Numbers without a row were deleted. */
function reached({ last, isFull }: LivePart, upTo: number): number {
  return isFull ? last! : Math.max(last ?? 0, upTo);
}
