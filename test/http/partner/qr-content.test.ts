import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyStatement } from '../../../src/domain/vouchers/statement.ts';
import { readQr } from '../../support/read-qr.ts';
import { sharedService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.end());

interface Voucher {
  qr_content: string;
  qr_svg_url: string;
  url: string;
}

/** What the image of the QR code says when a camera reads it. */
async function scanned({ qr_svg_url }: Voucher): Promise<string> {
  const { pathname, search } = new URL(qr_svg_url);
  const image = await service.app.inject({ url: pathname.replace('qr.svg', 'qr.png') + search });
  expect(image.statusCode).toBe(200);
  return readQr(image.rawPayload);
}

const stated = async (text: string) => {
  const { keys } = (await service.app.inject({ url: '/vouchers/keys.json' })).json();
  return verifyStatement(new URL(text).hash.slice(1), keys);
};

it('qr_content is what the QR code encodes, in every state of a booking and in every response', async () => {
  const { call } = service;
  const stay = demoStay({ from: 33 });
  const { data: booked } = (await call('POST', '/v1/bookings', { body: { ...stay, ...GUEST } })).body;
  const { booking_id: id } = booked;
  expect(booked.voucher.qr_content).toBe(await scanned(booked.voucher));
  expect(await stated(booked.voucher.qr_content)).toMatchObject({ checkOut: stay.checkOut, revision: 1 });
  const read = await call('GET', `/v1/bookings/${id}`);
  expect(read.body.data.voucher).toEqual(booked.voucher);
  const listed = await call('GET', '/v1/bookings');
  expect(listed.body.data.map(({ voucher }: { voucher: Voucher }) => voucher)).toEqual([booked.voucher]);

  const body = { checkOut: inDays(36), guestName: 'Sara Ahmed' };
  const { data: modified } = (await call('POST', `/v1/bookings/${id}/modify`, { body })).body;
  expect(modified.voucher.qr_content).toBe(await scanned(modified.voucher));
  expect(modified.voucher.qr_content).not.toBe(booked.voucher.qr_content);
  expect(await stated(modified.voucher.qr_content)).toMatchObject({
    ...{ name: 'Sara Ahmed', checkOut: inDays(36), revision: 2 },
  });

  const { data: cancelled } = (await call('POST', `/v1/bookings/${id}/cancel`)).body;
  expect(cancelled.voucher.qr_content).toBe(await scanned(cancelled.voucher));
  // A void voucher states nothing.
  expect(cancelled.voucher.qr_content).toBe(cancelled.voucher.url);

  const { body: events } = await call('GET', '/v1/events?wait=10');
  const contents = events.data.map((event: { data: { booking: { voucher: Voucher } } }) => {
    return event.data.booking.voucher.qr_content;
  });
  const all = [booked, modified, cancelled].map(({ voucher }) => voucher.qr_content);
  // The sequencer may have written only the first ones when the request came.
  expect(contents.length).toBeGreaterThan(0);
  expect(contents).toEqual(all.slice(0, contents.length));
});
