import {
  addDays,
  type Books,
  channelRooms,
  datesOf,
  emptyBooks,
  enter,
  freeRooms,
  nightKey,
  type ReservationEvent,
} from './pms-books.ts';
import {
  Crash,
  LineDown,
  type Message,
  type Moment,
  type PmsOptions,
  type Step,
  type Stored,
  type Update,
  type WireResponse,
} from './pms-wire.ts';

/* A hotel system, written from the guides for hotel systems. It uses only the HTTP API of this repository. */

const ATTEMPTS = 8;
const FIRST_PRICES = { single: '80.00', double: '90.00' };
/** Number of nights from today on that are offered. */
const OFFERED_DAYS = 52;

export class Pms {
  readonly problems: string[] = [];
  /** Codes of warnings, and of steps that were sent too late. */
  readonly remarks: string[] = [];
  plans: { roomType: string; code: string }[] = [];
  private readonly options: PmsOptions;
  private state: Stored;
  private saved: string;

  constructor(options: PmsOptions) {
    this.options = options;
    this.state =
      options.stored === undefined
        ? {
            books: emptyBooks(),
            offers: {},
            changed: [],
            messages: [],
            steps: [],
            lastSentAt: 0,
            lastMessage: 0,
          }
        : JSON.parse(options.stored);
    this.saved = JSON.stringify(this.state);
  }

  get books(): Books {
    return this.state.books;
  }
  get offers(): Record<string, unknown> {
    return this.state.offers;
  }
  get stored(): string {
    return this.saved;
  }
  /** Number of messages that wait for the connection. */
  get waiting(): number {
    return this.state.messages.length;
  }
  get today(): string {
    return new Date(this.options.clock().getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
  }

  /** Reads the products. On the first start, the system stores these numbers of rooms and offers all rooms. */
  async start(rooms: Record<string, number>): Promise<void> {
    const { data } = (await this.request('GET', `/products?hotelId=${this.options.hotelId}`)).body;
    this.plans = data.flatMap((type: { code: string; rate_plans: { code: string }[] }) =>
      type.rate_plans.map(({ code }) => ({ roomType: type.code, code })),
    );
    if (Object.keys(this.books.rooms).length > 0) return;
    this.books.rooms = rooms;
    const to = addDays(this.today, 2 * OFFERED_DAYS);
    for (const plan of this.plans)
      this.set({
        roomType: plan.roomType,
        ratePlan: plan.code,
        from: this.today,
        to,
        set: { prices: FIRST_PRICES },
      });
    await this.refresh();
  }

  /** Offers every night again. */
  async refresh(): Promise<void> {
    this.markAll();
    await this.synchronise();
  }

  /** Queues a message with the number of rooms left in every night. */
  countAll(): void {
    this.markAll();
    this.count();
  }

  private markAll(): void {
    const dates = datesOf(this.today, addDays(this.today, OFFERED_DAYS));
    this.state.changed = Object.keys(this.books.rooms).flatMap((code) =>
      dates.map((date) => nightKey(code, date)),
    );
  }

  /** Sends waiting messages, then reads, acknowledges, counts and pushes, in this order. */
  async synchronise({ wait = 0, namesSeenEvent = true } = {}): Promise<void> {
    await this.deliver();
    await this.read(wait);
    this.count(namesSeenEvent);
    await this.sendMessages();
  }

  /** Reads and acknowledges all new events. */
  async read(wait = 0): Promise<void> {
    for (let more = true; more; ) {
      const { hotelId } = this.options;
      const query = `hotelId=${hotelId}&cursor=${this.books.cursor}&limit=7&wait=${wait}`;
      const page = (await this.request('GET', `/reservations?${query}`)).body;
      this.mayEnd('page read');
      for (const event of page.data as ReservationEvent[]) this.take(event);
      if (page.cursor !== this.books.cursor)
        this.problems.push(`cursor ${page.cursor}, read ${this.books.cursor}`);
      this.save();
      this.mayEnd('page stored');
      await this.request('POST', '/reservations/ack', { hotelId, upTo: this.books.cursor });
      more = page.has_more;
    }
  }

  private take(event: ReservationEvent): void {
    if (event.event !== this.books.cursor + 1)
      this.problems.push(`event ${event.event} after ${this.books.cursor}`);
    this.books.cursor = event.event;
    if (this.options.loses?.(event)) return;
    const touched = enter(this.books, event.reservation);
    // The channel counts its own bookings. Only the number of rooms that the channel was told to block may differ from
    // the books.
    if (event.kind === 'booking.not_honoured') this.state.changed.push(...touched);
  }

  /** Queues a message with the number of rooms left in all nights that have changed. */
  count(namesSeenEvent = true): void {
    const taken = channelRooms(Object.values(this.books.reservations));
    const { today } = this;
    const updates: Update[] = [];
    const overbooked: string[] = [];
    for (const key of [...new Set(this.state.changed)].sort()) {
      const [roomType, date] = key.split(' ') as [string, string];
      if (date < today) continue;
      const free = freeRooms(this.books, taken, roomType, date);
      const roomsLeft = Math.max(0, free);
      // The message cannot show how many rooms are missing, so the night is counted again until no room is missing.
      if (free < 0) overbooked.push(key);
      const last = updates.at(-1);
      const continues = last?.roomType === roomType && addDays(last.to, 1) === date;
      if (continues && last.set.roomsLeft === roomsLeft) last.to = date;
      else updates.push({ roomType, from: date, to: date, set: { roomsLeft } });
    }
    this.state.changed = overbooked;
    if (updates.length > 0) this.write(updates, namesSeenEvent);
  }

  /** Changes prices or restrictions of a room type or rate plan. */
  set(update: Update): void {
    for (const date of datesOf(update.from, addDays(update.to, 1)))
      for (const [field, value] of fieldsOf(update.set)) {
        this.offers[[update.roomType, update.ratePlan ?? '', date, field].join(' ')] = value;
        if (field !== 'double') continue;
        const key = [update.roomType, update.ratePlan, date].join(' ');
        this.books.pricesSet[key] = [...(this.books.pricesSet[key] ?? []), value as string];
      }
    this.write([update], true);
  }

  private write(updates: Update[], namesSeenEvent: boolean): void {
    this.state.lastMessage += 1;
    this.state.lastSentAt = Math.max(this.state.lastSentAt + 1, this.options.clock().getTime());
    this.state.messages.push({
      messageId: `message-${this.state.lastMessage}`,
      sentAt: new Date(this.state.lastSentAt).toISOString(),
      ...(namesSeenEvent && { seenEvent: this.books.cursor }),
      updates: updates.map((update, index) => ({ ...update, ref: `${index + 1}` })),
    });
    this.save();
  }

  /** Sells rooms to the hotel's own guests. A negative number takes rooms back. */
  sell(roomType: string, dates: string[], rooms: number): void {
    this.change(this.books.ownSales, roomType, dates, rooms);
  }

  breakRooms(roomType: string, dates: string[], rooms: number): void {
    this.change(this.books.outOfOrder, roomType, dates, rooms);
  }

  private change(counts: Record<string, number>, roomType: string, dates: string[], rooms: number): void {
    for (const key of dates.map((date) => nightKey(roomType, date))) {
      counts[key] = (counts[key] ?? 0) + rooms;
      this.state.changed.push(key);
    }
    this.save();
  }

  /** Reports a step at the reception. Without a connection, the step waits. The books change when the event is read. */
  report(step: Step): void {
    this.state.steps.push(step);
    this.save();
  }

  /** Sends steps and messages that wait. */
  async deliver(): Promise<void> {
    for (let step = this.state.steps[0]; step !== undefined; step = this.state.steps[0]) {
      const { status, body } = await this.request(
        'POST',
        `/reservations/${step.bookingId}/${step.name}`,
        step.body,
      );
      this.mayEnd('step sent');
      // The partner changed the booking first, for example with a cancellation. The event of that change will follow.
      if (status === 409 && body.error.code === 'BOOKING_STATE_CONFLICT')
        this.remarks.push(`${step.name} refused`);
      else if (status !== 200) this.problems.push(`${step.name}: ${status} ${JSON.stringify(body.error)}`);
      this.state.steps.shift();
      this.save();
    }
    await this.sendMessages();
  }

  /** Sends the waiting messages in the wrong order, as a faulty network might. */
  async deliverNewestFirst(): Promise<void> {
    this.state.messages.reverse();
    await this.sendMessages();
  }

  private async sendMessages(): Promise<void> {
    for (let message = this.state.messages[0]; message !== undefined; message = this.state.messages[0]) {
      await this.push(message);
      this.mayEnd('message sent');
      this.state.messages.shift();
      this.save();
    }
  }

  private async push(message: Message): Promise<void> {
    const { status, body } = await this.request('POST', '/ari', {
      hotelId: this.options.hotelId,
      ...message,
    });
    if (status !== 200) this.problems.push(`push: ${status} ${JSON.stringify(body.error)}`);
    else
      for (const result of body.data.results) {
        const codes = result.reasons.map(({ code }: { code: string }) => code);
        // A message that waited until after midnight may only have days in the past.
        const isLate = codes.every((code: string) => code === 'PAST');
        if (result.status === 'REJECTED' && !isLate)
          this.problems.push(`${message.messageId}: rejected, ${codes}`);
        else this.remarks.push(...codes);
      }
  }

  /** Retries until there is a response, because every request of this system can be repeated. */
  private async request(method: 'GET' | 'POST', path: string, body?: object): Promise<WireResponse> {
    for (let attempt = 1; ; attempt += 1)
      try {
        const response = await this.options.wire(method, path, body);
        const isFinal = response.status < 500 && response.status !== 429;
        if (isFinal && !response.body?.error?.retryable) return response;
        if (attempt === ATTEMPTS) throw new Error(`${method} ${path}: ${response.status}`);
      } catch (failure) {
        if (failure instanceof LineDown || attempt === ATTEMPTS) throw failure;
      }
  }

  private mayEnd(moment: Moment): void {
    if (this.options.endsAt?.(moment)) throw new Crash(moment);
  }

  private save(): void {
    this.saved = JSON.stringify(this.state);
  }
}

/** Lists prices one by one, because each price can be set without the others. */
function fieldsOf(set: Record<string, unknown>): [string, unknown][] {
  return Object.entries(set).flatMap(([field, value]) =>
    field === 'prices' ? Object.entries(value as object) : [[field, value] as [string, unknown]],
  );
}
