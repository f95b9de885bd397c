import { addDays } from './pms-books.ts';
import type { Tally } from './pms-reception.ts';
import type { WireResponse } from './pms-wire.ts';
import { GUEST } from './stay.ts';

type Send = (path: string, body: object, headers?: Record<string, string>) => Promise<WireResponse>;

export interface PartnerPlan {
  roomTypeId: string;
  ratePlanId: string;
}

/** A partner that books, holds, changes and cancels stays at one hotel, without access to the hotel's system. */
export class SimulatedPartner {
  readonly problems: string[] = [];
  private readonly bookings: string[] = [];
  private readonly hotelId: string;
  private readonly plans: PartnerPlan[];
  private readonly send: Send;
  private readonly pick: (least: number, limit: number) => number;
  private readonly tally: Tally;
  private keys = 0;

  constructor(options: {
    hotelId: string;
    plans: PartnerPlan[];
    send: Send;
    pick: (least: number, limit: number) => number;
    tally: Tally;
  }) {
    ({ hotelId: this.hotelId, plans: this.plans, send: this.send } = options);
    ({ pick: this.pick, tally: this.tally } = options);
  }

  async act(today: string): Promise<void> {
    const luck = this.pick(0, 100);
    if (luck < 55 || this.bookings.length === 0) await this.book(today);
    else if (luck < 65) await this.request('hold', '/prebook', { ...this.stay(today), ...GUEST });
    else if (luck < 85) await this.change(today);
    else await this.request('cancellation', `/bookings/${this.anyBooking()}/cancel`, {});
  }

  private stay(today: string) {
    const checkIn = addDays(today, this.pick(0, 4) === 0 ? 0 : this.pick(0, 12));
    const roomsCount = this.pick(0, 5) === 0 ? 2 : 1;
    return {
      hotelId: this.hotelId,
      ...this.plans[this.pick(0, this.plans.length)]!,
      checkIn,
      checkOut: addDays(checkIn, this.pick(1, 5)),
      roomsCount,
      adults: roomsCount * 2,
    };
  }

  /**
   * Makes a booking. Sometimes the partner places a hold first, and sometimes it sends two requests with the same key
   * at once.
   */
  private async book(today: string): Promise<void> {
    this.keys += 1;
    const key = { 'idempotency-key': `order-${this.keys}` };
    const body: Record<string, unknown> = {
      ...this.stay(today),
      ...GUEST,
      channelReference: `order-${this.keys}`,
    };
    if (this.pick(0, 4) === 0) {
      const held = await this.request('hold', '/prebook', body);
      if (held.status !== 200) return;
      body.prebookToken = held.body.data.prebook_token;
    }
    const isTwice = this.pick(0, 8) === 0;
    const [made, again] = await Promise.all([
      this.request('booking', '/bookings', body, key),
      isTwice ? this.send('/bookings', body, key) : null,
    ]);
    if (made.status === 200) this.bookings.push(made.body.data.booking_id);
    if (again === null) return;
    this.tally('booking sent twice');
    if (made.body.data?.booking_id !== again.body.data?.booking_id)
      this.problems.push(`one key, two bookings: ${JSON.stringify([made.body, again.body])}`);
  }

  private async change(today: string): Promise<void> {
    const { checkIn, checkOut, roomTypeId, ratePlanId } = this.stay(today);
    const kinds = [{ checkIn, checkOut }, { roomTypeId, ratePlanId }, { guestName: 'Ali al-Najafi' }];
    const path = `/bookings/${this.anyBooking()}/modify`;
    await this.request('modification', path, kinds[this.pick(0, kinds.length)]!);
  }

  private anyBooking(): string {
    // Chooses mostly a recent booking, because old stays have ended.
    const back = Math.min(this.bookings.length, this.pick(1, 25));
    return this.bookings[this.bookings.length - back]!;
  }

  private async request(what: string, path: string, body: object, headers = {}): Promise<WireResponse> {
    const response = await this.send(path, body, headers);
    const { status } = response;
    if (status === 200) this.tally(what);
    else if (status === 409) this.tally(`refused: ${response.body.error.code}`);
    else this.problems.push(`${what}: ${status} ${JSON.stringify(response.body)}`);
    return response;
  }
}
