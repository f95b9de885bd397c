import { setTimeout as sleep } from 'node:timers/promises';
import { CannotExamine, type Channel, dataOf, messageOf } from './channel.ts';
import type { Relay } from './relay.ts';
import type { Task } from './tasks.ts';

/** The room type and rate plan that all cases use. */
export interface ExamProduct {
  roomType: string;
  roomTypeId: string;
  ratePlan: string;
  ratePlanId: string;
}
export interface Booking {
  bookingId: string;
  voucherId: string;
}

export interface ExamOptions {
  channel: Channel;
  relay: Relay;
  patienceMilliseconds: number;
  pollMilliseconds: number;
  /** Shows the person at the hotel system what to do. In a test, a program receives the task. */
  ask: (task: Task) => void;
}

/** Thrown when a case does not pass, with the reason. */
export class NotPassed extends Error {}

const DAY = 86_400_000;

/** Functions for the cases: they book as a partner, give tasks to the hotel system, and check the result. */
export class Exam {
  readonly channel: Channel;
  /** The system under test sends its requests to the relay. */
  readonly relay: Relay;
  readonly product: ExamProduct;
  readonly ask: (task: Task) => void;
  private readonly options: ExamOptions;
  private readonly made: string[] = [];
  private readonly begin = Date.now();
  /** The number of the last event that was read. */
  private position = 0;

  private constructor(options: ExamOptions, product: ExamProduct) {
    this.options = options;
    this.channel = options.channel;
    this.relay = options.relay;
    this.ask = options.ask;
    this.product = product;
  }

  static async open(options: ExamOptions): Promise<Exam> {
    const { channel } = options;
    const products = dataOf(await channel.getSupply(`/products?hotelId=${channel.hotelId}`));
    const types: { id: string; code: string; rate_plans: { id: string; code: string }[] }[] = products;
    const type = types.find(({ code, rate_plans }) => code === 'DBL' && rate_plans.length > 0) ?? types[0];
    const plan = type?.rate_plans[0];
    if (type === undefined || plan === undefined) throw new CannotExamine('the hotel has no rate plan');
    const ids = { roomTypeId: type.id, ratePlanId: plan.id };
    return new Exam(options, { roomType: type.code, ratePlan: plan.code, ...ids });
  }

  /** Returns the date in Baghdad that is `days` days after the day on which the examination began. */
  date(days: number): string {
    return new Date(this.begin + days * DAY + 3 * 3_600_000).toISOString().slice(0, 10);
  }

  /** Returns a stay with the product that the cases use. */
  stay(fromDay: number, nights = 1) {
    const { roomTypeId, ratePlanId } = this.product;
    const dates = { checkIn: this.date(fromDay), checkOut: this.date(fromDay + nights) };
    return { hotelId: this.channel.hotelId, roomTypeId, ratePlanId, ...dates };
  }

  async book(fromDay: number, nights = 1): Promise<Booking> {
    const guest = { guestName: 'Test Guest', guestPhone: '0770 123 4567' };
    const response = await this.channel.post('/bookings', { ...this.stay(fromDay, nights), ...guest });
    const { roomType, ratePlan } = this.product;
    if (response.status !== 200)
      throw new NotPassed(
        `no test booking of ${roomType} ${ratePlan} on ${this.date(fromDay)} was possible (${messageOf(response)})`,
      );
    this.made.push(response.body.data.booking_id);
    return { bookingId: response.body.data.booking_id, voucherId: response.body.data.voucher_id };
  }

  /** Moves a booking, so that its arrival day is yesterday. */
  async moveToYesterday({ bookingId }: Booking): Promise<void> {
    const body = { checkIn: this.date(-1) };
    const response = await this.channel.postSandbox(`/reservations/${bookingId}/move`, body);
    if (response.status !== 200)
      throw new NotPassed(`the booking could not be moved into the past (${messageOf(response)})`);
  }

  async statusOf({
    bookingId,
  }: Booking): Promise<{ status: string; cancelled: { not_honoured?: boolean } | null }> {
    return dataOf(await this.channel.get(`/bookings/${bookingId}`));
  }

  /** Waits until the hotel system has acknowledged this revision of each booking. */
  async acknowledged(bookings: Booking[], revision: number): Promise<void> {
    const missing = new Set(bookings.map(({ bookingId }) => bookingId));
    let last = 0;
    await this.until(async () => {
      const query = `hotelId=${this.channel.hotelId}&cursor=${this.position}&limit=500`;
      const response = await this.channel.getSupply(`/reservations?${query}`);
      const { cursor, acknowledged } = response.body;
      for (const { event, reservation } of dataOf(response))
        if (reservation.revision === revision && missing.delete(reservation.booking_id)) last = event;
      this.position = cursor;
      if (missing.size > 0) return 'the event has not been written yet';
      return acknowledged >= last
        ? null
        : `event ${last} is not acknowledged; the last one is ${acknowledged}`;
    });
  }

  /** Returns the current price of a night, and the current number of rooms left. */
  async inForce(day: number): Promise<{ roomsLeft: number; double: string; currency: string }> {
    const { roomTypeId, ratePlanId } = this.product;
    const date = this.date(day);
    const query = `hotelId=${this.channel.hotelId}&from=${date}&to=${date}`;
    const response = await this.channel.getSupply(
      `/ari?${query}&roomTypeId=${roomTypeId}&ratePlanId=${ratePlanId}`,
    );
    const [type] = dataOf(response).room_types;
    const [plan] = type.rate_plans;
    return {
      roomsLeft: type.days[0].rooms_left,
      double: plan.days[0].prices.double,
      currency: plan.currency,
    };
  }

  /**
   * Returns the codes of the reasons why a partner cannot book this stay. The list is empty if the stay can be booked.
   */
  async refusal(fromDay: number, nights = 1): Promise<string[]> {
    const response = await this.channel.post('/price-check', this.stay(fromDay, nights));
    if (response.status === 200) return [];
    const { code, details } = response.body.error;
    return [code, ...(details?.reasons ?? []).map((reason: { code: string }) => reason.code)];
  }

  /** Repeats a check until it returns null. After the timeout, throws NotPassed with the last reason. */
  async until(check: () => Promise<string | null>): Promise<void> {
    const { patienceMilliseconds, pollMilliseconds } = this.options;
    const end = performance.now() + patienceMilliseconds;
    for (;;) {
      const reason = await check();
      if (reason === null) return;
      if (performance.now() >= end) throw new NotPassed(reason);
      await sleep(pollMilliseconds);
    }
  }

  /** Cancels the test bookings that can still be cancelled, so that another run finds the rooms free. */
  async close(): Promise<void> {
    for (const bookingId of this.made) await this.channel.post(`/bookings/${bookingId}/cancel`, {});
  }
}
