import { randomUUID } from 'node:crypto';
import type { BookingDetail, DayView, HotelBooking } from '../../src/http/hotel-page/hotel-api.ts';
import type { PageUser } from './hotel-page.ts';
import type { HotelTester } from './private-hotel.ts';
import type { TestResponse, TestService } from './service.ts';
import { GUEST } from './stay.ts';

/** Makes all nights of a private hotel bookable. */
export async function openNights({ context }: TestService, { hotel }: HotelTester): Promise<void> {
  await context.pool.query(
    `update nights n set stop_sell = false, closed_to_arrival = false, closed_to_departure = false, min_stay = 1,
       max_stay = null, blocked = 0, allotment = 50
     from hotels h where h.id = n.hotel_id and h.public_id = $1`,
    [hotel.publicId],
  );
  await context.feed.catchUp();
}

export interface BookedStay {
  id: string;
  voucherId: string;
  voucherUrl: string;
}

/** Books a private hotel as its partner. */
export async function bookStay(
  service: TestService,
  { partner, stay }: HotelTester,
  when: { from?: number; nights?: number } = {},
  changes: object = {},
): Promise<BookedStay> {
  const body = { ...(await stay(when)), ...GUEST, ...changes };
  const booked = await service.call('POST', '/v1/bookings', { headers: partner, body });
  if (booked.status !== 200) throw new Error(JSON.stringify(booked.body));
  const { booking_id: id, voucher_id: voucherId, voucher } = booked.body.data;
  return { id, voucherId, voucherUrl: voucher.url };
}

export async function readBooking(user: PageUser, id: string): Promise<BookingDetail> {
  const { status, body } = await user.call('GET', `/bookings/${id}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}

export async function readDayOf(user: PageUser): Promise<DayView & { of: (id: string) => HotelBooking }> {
  const { status, body } = await user.call('GET', '/day');
  if (status !== 200) throw new Error(JSON.stringify(body));
  const day: DayView = body.data;
  return { ...day, of: (id) => day.bookings.find((booking) => booking.id === id)! };
}

/** Sends the request that a tap on a button of the page causes. */
export function tap(
  user: PageUser,
  id: string,
  step: string,
  body: object = {},
  key: string = randomUUID(),
): Promise<TestResponse> {
  return user.call('POST', `/bookings/${id}/${step}`, body, { 'idempotency-key': key });
}
