import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HotelWithPage, hotelWithPage } from '../../support/hotel-page.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { bookStay, openNights, tap } from '../../support/reception-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { inDays } from '../../support/stay.ts';

let receiver: Receiver;
let service: TestService;
let page: HotelWithPage;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ housekeeping: false, outbound: { ca: receiver.ca } });
  page = await hotelWithPage(service);
  await openNights(service, page);
});
afterAll(async () => {
  await service.end();
  await receiver.end();
});

async function webhook(name: string, events: string[]): Promise<string[]> {
  const body = { url: receiver.url(`/ok/${name}`), events };
  const created = await service.call('POST', '/v1/webhooks', { headers: page.partner, body });
  expect(created.status).toBe(200);
  return created.body.data.events;
}

/** As a node of the release before stores it: exactly what was asked for. */
async function webhookOfReleaseBefore(name: string): Promise<void> {
  await webhook(name, ['booking.checked_out']);
  await service.context.pool.query(
    `update webhooks set kinds = '{booking.checked_out}' where url like '%/${name}'`,
  );
}

it('partner, hotel system and webhooks get booking.corrected, with what was before and after', async () => {
  expect(await webhook('in', ['booking.checked_in'])).toEqual(['booking.checked_in', 'booking.corrected']);
  expect(await webhook('out', ['booking.checked_out', 'booking.corrected'])).toHaveLength(2);
  expect(await webhook('other', ['booking.cancelled', 'booking.no_show'])).toEqual([
    ...['booking.cancelled', 'booking.no_show'],
  ]);
  await webhookOfReleaseBefore('older');
  const { id } = await bookStay(service, page, { from: 0 });
  await tap(page.reception, id, 'check-in');
  await tap(page.reception, id, 'check-out');
  for (const revision of [3, 2]) expect((await tap(page.manager, id, 'undo', { revision })).status).toBe(200);

  const got = await receiver.has(9);
  const typesOf = (name: string) =>
    got.filter(({ path }) => path === `/ok/${name}`).map(({ body }) => JSON.parse(body).type);
  const corrected = ['booking.corrected', 'booking.corrected'];
  expect(typesOf('in')).toEqual(['booking.checked_in', ...corrected]);
  expect(typesOf('out')).toEqual(['booking.checked_out', ...corrected]);
  expect(typesOf('older')).toEqual(['booking.checked_out', ...corrected]);
  expect(typesOf('other')).toEqual([]);

  const read = (url: string, headers: Record<string, string>) => service.call('GET', url, { headers });
  const { body: events } = await read('/v1/events?limit=50', page.partner);
  const ofBooking = events.data.filter((event: { data: { booking?: unknown } }) => event.data.booking);
  expect(ofBooking.map(({ type }: { type: string }) => type)).toEqual([
    ...['booking.confirmed', 'booking.checked_in', 'booking.checked_out', ...corrected],
  ]);
  expect(ofBooking.slice(0, 3).map(({ data }: { data: object }) => 'before' in data)).toEqual([
    ...[false, false, false],
  ]);
  expect(ofBooking[3].data).toMatchObject({
    before: { status: 'CHECKED_OUT', voucher_status: 'REDEEMED', revision: 3 },
    booking: { status: 'CHECKED_IN', voucher: { status: 'REDEEMED' }, revision: 4 },
  });
  expect(ofBooking[4].data).toMatchObject({
    before: { status: 'CHECKED_IN', voucher_status: 'REDEEMED', revision: 4 },
    booking: { status: 'CONFIRMED', voucher: { status: 'ISSUED' }, revision: 5 },
  });
  // A webhook has the same body as the list.
  const sent = got.filter(({ path }) => path === '/ok/in').map(({ body }) => JSON.parse(body));
  expect(sent.slice(1)).toEqual(ofBooking.slice(3));

  const supplied = await read(`/supply/v1/reservations?hotelId=${page.hotel.publicId}`, page.supplier);
  expect(supplied.body.data.slice(2)).toMatchObject([
    {
      ...{ event: 3, kind: 'booking.checked_out', reservation: { released_from: inDays(0) } },
    },
    {
      ...{ event: 4, kind: 'booking.corrected' },
      before: { status: 'CHECKED_OUT', revision: 3, released_from: inDays(0) },
      reservation: { status: 'CHECKED_IN', revision: 4, released_from: null },
    },
    {
      ...{ event: 5, kind: 'booking.corrected' },
      before: { status: 'CHECKED_IN', revision: 4, released_from: null },
      reservation: { status: 'CONFIRMED', revision: 5, released_from: null },
    },
  ]);
  expect('before' in supplied.body.data[2]).toBe(false);
}, 30_000);
