import { randomUUID } from 'node:crypto';
import { addDays, formatDay, getDay } from '../../../src/kernel/day.ts';
import { freshCredentials, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';
import { supplierOf } from '../../support/supplier.ts';

/** Rooms that the hotel has on each night of the model. */
export const PHYSICAL = 6;
export const DAYS = 6;
const FIRST = 40;
const HOTEL = 'HTL-2026-0002';
const PLAN = demoStay({ hotel: HOTEL, room: 'DBL', board: 'BB' });

export interface Range {
  /** Days from the first day of the model. */
  from: number;
  nights: number;
}

export interface Sold extends Range {
  id: string;
  rooms: number;
}

/** Rooms taken on each night of the model. */
export type PerNight = number[];

export const nothing = (): PerNight => Array.from({ length: DAYS }, () => 0);

export function add(to: PerNight, { from, nights }: Range, rooms: number): void {
  for (let night = from; night < from + nights; night += 1) to[night]! += rooms;
}

export interface ReadEvent {
  number: number;
  bookingId: string;
  revision: number;
  /** Null: it takes no rooms any more. */
  range: Range | null;
  rooms: number;
}

/** The calls of one partner and of one hotel's system, on one room type in a ledger of its own. */
export class CountingWorld {
  private guests = 0;

  private constructor(
    private readonly service: TestService,
    private readonly partner: Record<string, string>,
    private readonly supplier: Record<string, string>,
  ) {}

  static async open(service: TestService): Promise<CountingWorld> {
    const partner = await freshCredentials(service);
    return new CountingWorld(service, partner, await supplierOf(service, [HOTEL], partner));
  }

  /** Each booking without a hold has a guest of its own: it must not use the hold of another guest. */
  book(range: Range, rooms: number, prebookToken?: string) {
    this.guests += 1;
    const guestPhone = `0770${String(this.guests).padStart(7, '0')}`;
    const guest = prebookToken === undefined ? { ...GUEST, guestPhone } : { ...GUEST, prebookToken };
    return this.partnerPost('bookings', { ...bodyOf(range), roomsCount: rooms, ...guest });
  }

  hold(range: Range, rooms: number) {
    return this.partnerPost('prebook', { ...bodyOf(range), roomsCount: rooms, ...GUEST });
  }

  release(token: string) {
    return this.service.call('DELETE', `/v1/prebook/${token}`, { headers: this.partner });
  }

  cancel(id: string) {
    return this.partnerPost(`bookings/${id}/cancel`, {});
  }

  move(id: string, range: Range) {
    const { checkIn, checkOut } = bodyOf(range);
    return this.partnerPost(`bookings/${id}/modify`, { checkIn, checkOut });
  }

  /** Rooms that partners can still book, by night. */
  async available(): Promise<PerNight> {
    const response = await this.service.call(
      'GET',
      `/v1/availability?hotelId=${HOTEL}&roomTypeId=${PLAN.roomTypeId}&startDate=${inDays(FIRST)}&days=${DAYS}`,
      { headers: this.partner },
    );
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    return response.body.data.map((day: { available: number }) => day.available);
  }

  async push(field: 'roomsLeft' | 'allotment', rooms: PerNight, seenEvent: number | null) {
    const updates = rooms.map((value, night) => {
      const day = inDays(FIRST + night);
      return { ref: `night ${night}`, roomType: 'DBL', from: day, to: day, set: { [field]: value } };
    });
    const body = {
      hotelId: HOTEL,
      messageId: randomUUID(),
      ...(seenEvent !== null && { seenEvent }),
      updates,
    };
    const response = await this.supply('POST', 'ari', body);
    if (response.status !== 200 || response.body.data.results.some(isRejected))
      throw new Error(JSON.stringify(response.body));
  }

  async read(after: number, limit: number): Promise<ReadEvent[]> {
    const response = await this.supply(
      'GET',
      `reservations?hotelId=${HOTEL}&cursor=${after}&limit=${limit}`,
      null,
    );
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    return response.body.data.map(eventOf);
  }

  async acknowledge(upTo: number): Promise<void> {
    const response = await this.supply('POST', 'reservations/ack', { hotelId: HOTEL, upTo });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  }

  private partnerPost(path: string, body: object) {
    return this.service.call('POST', `/v1/${path}`, { headers: this.partner, body });
  }

  private supply(method: 'GET' | 'POST', path: string, body: object | null) {
    const options = { headers: this.supplier, ...(body !== null && { body }) };
    return this.service.call(method, `/supply/v1/${path}`, options);
  }
}

const isRejected = ({ status }: { status: string }) => status === 'REJECTED';

function bodyOf({ from, nights }: Range) {
  return { ...PLAN, checkIn: inDays(FIRST + from), checkOut: inDays(FIRST + from + nights) };
}

// biome-ignore lint/suspicious/noExplicitAny: a response as a hotel's system gets it.
function eventOf({ event, reservation }: any): ReadEvent {
  const from = getDay(reservation.check_in) - getDay(inDays(FIRST));
  const nights = getDay(reservation.check_out) - getDay(reservation.check_in);
  return {
    number: event,
    bookingId: reservation.booking_id,
    revision: reservation.revision,
    range: reservation.status === 'CANCELLED' ? null : { from, nights },
    rooms: reservation.rooms_count,
  };
}

/** For messages of failures. */
export const dayOfNight = (night: number) => formatDay(addDays(getDay(inDays(FIRST)), night));
