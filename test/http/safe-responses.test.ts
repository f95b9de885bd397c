import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoutedMessage } from '../../src/http/common/connections.ts';
import { freshHotel, type HotelTester } from '../support/private-hotel.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { GUEST } from '../support/stay.ts';

let service: TestService;
let tester: HotelTester;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
  tester = await freshHotel(service);
});
afterAll(() => service.end());

describe('a response with data of guests', () => {
  it('is not stored, whether it succeeds or not', async () => {
    const { partner, supplier, hotel } = tester;
    const stay = await tester.stay();
    const body = { ...stay, ...GUEST };
    const post = (url: string, headers = partner, sent: object = body) =>
      service.call('POST', url, { headers, body: sent });
    const get = (url: string, headers = partner) => service.call('GET', url, { headers });
    const held = await post('/v1/prebook');
    const booked = await post('/v1/bookings');
    const booking = `/v1/bookings/${booked.body.data.booking_id}`;
    const responses = [
      ...[held, booked, await get(booking), await get('/v1/bookings'), await get('/v1/events')],
      await get(`/v1/prebook/${held.body.data.prebook_token}`),
      await post(`${booking}/modify`, partner, { specialRequests: 'quiet' }),
      await post(`${booking}/cancel`),
      await get('/v1/bookings/unknown'),
      await get(`/supply/v1/reservations?hotelId=${hotel.publicId}`, supplier),
      await post(`/supply${booking.replace('bookings', 'reservations')}/check-in`, supplier, {
        hotelId: hotel.publicId,
      }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 200, 404, 200, 409,
    ]);
    expect(responses.map(({ headers }) => headers['cache-control'])).toEqual(responses.map(() => 'no-store'));
    expect((await get('/v1/hotels')).headers['cache-control']).not.toBe('no-store');
  });
});

describe('a page', () => {
  it('gives pages of others no handle, no embedding and no devices', async () => {
    const { body } = await service.call('POST', '/v1/bookings', {
      headers: tester.partner,
      body: { ...(await tester.stay()), ...GUEST },
    });
    const { url, pdf_url, qr_svg_url } = body.data.voucher;
    const path = (address: string) => address.replace('http://localhost:3000', '');
    const shown = [
      '/',
      '/hotel',
      '/reference',
      path(url),
      `${path(url)}x`,
      path(pdf_url),
      '/vouchers/voucher.css',
    ];
    for (const address of [...shown, path(qr_svg_url)]) {
      const { headers } = await service.app.inject({ url: address, headers: { accept: 'text/html' } });
      expect([address, headers]).toMatchObject([
        address,
        {
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
          // Partners show the QR code on pages of their own.
          'cross-origin-resource-policy': shown.includes(address) ? 'same-origin' : 'cross-origin',
          'permissions-policy': expect.stringMatching(/camera=\(self\).*geolocation=\(\).*microphone=\(\)/),
        },
      ]);
    }
  });
});

it('every other response is only what its type says, and pages of others cannot load it', async () => {
  const { partner, supplier } = tester;
  const page = { origin: 'http://localhost:3000' };
  const asked = [
    [200, 'GET', '/v1/hotels', partner],
    [200, 'GET', '/v1/openapi.json', {}],
    [200, 'GET', '/v1/health', {}],
    [200, 'GET', '/supply/v1/hotels', supplier],
    [200, 'GET', '/vouchers/keys.json', {}],
    [400, 'POST', '/v1/bookings', partner],
    [400, 'GET', '/v1/hotels/%FF', partner],
    [400, 'GET', '/v1/hotels', { host: 'somebody.example' }],
    [401, 'GET', '/v1/bookings', {}],
    [401, 'GET', '/hotel/api/session', page],
    [404, 'GET', '/assets/unknown.js', {}],
    [404, 'GET', '/vouchers/unknown/qr.svg?signature=x', {}],
    [405, 'PUT', '/v1/hotels', partner],
  ] as const;
  for (const [status, method, url, headers] of asked) {
    const reply = await service.app.inject({ method, url, headers });
    expect([url, reply.statusCode, reply.headers]).toMatchObject([
      ...[url, status],
      { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' },
    ]);
  }
});

it('a request is known by its route, for the log of a stop: its address has a token', async () => {
  const origin = await service.app.listen({ port: 0 });
  const [[raw]] = await Promise.all([
    once(service.app.server, 'request') as Promise<[RoutedMessage]>,
    fetch(`${origin}/v1/prebook/secret-token`).then((response) => response.text()),
  ]);
  expect([raw.url, raw.route]).toEqual(['/v1/prebook/secret-token', '/v1/prebook/:token']);
});
