import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../../src/http/common/errors.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';
import { supplierOf } from '../../support/supplier.ts';

/** Every error of the API links to the page of its code. */

const PUBLIC_URL = 'https://api.example.org';
const NOBODY = '00000000-0000-4000-8000-000000000000';
/** They need two requests at the same time or a broken database. Their tests are elsewhere. */
const NOT_PROVOKED = [
  'IDEMPOTENCY_IN_PROGRESS',
  'WEBHOOK_TEST_RUNNING',
  'OUTCOME_UNKNOWN',
  'BOOKINGS_HALTED',
  'CURSOR_GONE',
];

let service: TestService;
let supplier: Record<string, string>;
let webhooks = 0;
beforeAll(async () => {
  service = await startTestService({
    config: { publicUrl: PUBLIC_URL },
    deliveries: false,
    // The addresses of the webhooks are nobody's.
    outbound: { resolve: async () => [] },
  });
  supplier = await supplierOf(service, ['HTL-2026-0001'], service.credentials);
});
afterAll(() => service.end());

const get = (url: string, headers = {}) => service.call('GET', url, { headers });
const post = (url: string, body: unknown, headers = {}) => service.call('POST', url, { body, headers });
const book = (changes: object = {}, headers = {}) =>
  post('/v1/bookings', { ...demoStay(), ...GUEST, ...changes }, headers);
const prebook = async (changes: object = {}) => {
  const { body } = await post('/v1/prebook', { ...demoStay(), ...GUEST, ...changes });
  return body.data.prebook_token as string;
};
const createWebhook = (path: string) => post('/v1/webhooks', { url: `https://partner.example.com/${path}` });

/** Requests without a body that JSON has a form for. */
const raw = async (url: string, payload: string, headers = {}) => {
  const response = await service.app.inject({
    method: 'POST',
    url,
    headers: { ...service.credentials, 'content-type': 'application/json', ...headers },
    payload,
  });
  return { body: response.json() };
};

const PROVOKED: Record<string, () => Promise<{ body: Record<string, unknown> }>> = {
  VALIDATION_ERROR: () => post('/v1/search', { checkIn: 'soon' }),
  MALFORMED_JSON: () => raw('/v1/search', '{'),
  INVALID_API_KEY: () => get('/api/v1/hotels', { 'x-api-key': 'wrong' }),
  WRONG_KEY_KIND: () => get('/supply/v1/hotels'),
  HOTEL_ACCESS_DENIED: () => get('/supply/v1/products?hotelId=HTL-2026-0002', supplier),
  HOTEL_NOT_FOUND: () => get('/v1/hotels/HTL-2026-9999'),
  ROOM_TYPE_NOT_FOUND: () => book({ roomTypeId: NOBODY }),
  RATE_PLAN_NOT_FOUND: () => book({ ratePlanId: NOBODY }),
  BOOKING_NOT_FOUND: () => get(`/v1/bookings/${NOBODY}`),
  PREBOOK_NOT_FOUND: () => get('/v1/prebook/pb_nothing'),
  WEBHOOK_NOT_FOUND: () => get(`/v1/webhooks/${NOBODY}`),
  ROUTE_NOT_FOUND: () => get('/nothing'),
  METHOD_NOT_ALLOWED: () => get('/v1/search'),
  PAYLOAD_TOO_LARGE: () => raw('/v1/search', `{"a":"${'x'.repeat(70_000)}"}`),
  UNSUPPORTED_MEDIA_TYPE: () => raw('/v1/search', '{}', { 'content-type': 'text/plain' }),
  INSUFFICIENT_INVENTORY: () => post('/v1/price-check', demoStay({ from: 25 })),
  PRICE_CHANGED: () => book({ expectedTotal: '1000' }),
  RESTRICTION_VIOLATED: () => book(demoStay({ from: 20 })),
  QUOTE_EXPIRED: () => book({ quoteId: NOBODY }),
  PREBOOK_EXPIRED: async () => {
    const prebookToken = await prebook();
    await service.call('DELETE', `/v1/prebook/${prebookToken}`);
    return book({ prebookToken });
  },
  PREBOOK_MISMATCH: async () => book({ ...demoStay({ from: 33 }), prebookToken: await prebook() }),
  PREBOOK_CONSUMED: async () => {
    const prebookToken = await prebook();
    await book({ prebookToken });
    return book({ prebookToken });
  },
  PREBOOK_LIMIT_EXCEEDED: async () => {
    const headers = await freshCredentials(service);
    const hotels = ['HTL-2026-0001', 'HTL-2026-0002', 'HTL-2026-0003', 'HTL-2026-0004', 'HTL-2026-0005'];
    const stays = hotels.flatMap((hotel) =>
      Array.from({ length: 11 }, (_, index) => demoStay({ hotel, from: 26 + index, nights: 1 })),
    );
    const held = await Promise.all(stays.map((stay) => post('/v1/prebook', { ...stay, ...GUEST }, headers)));
    return held.find(({ status }) => status !== 200)!;
  },
  BOOKING_STATE_CONFLICT: async () => {
    const { booking_id } = (await book()).body.data;
    await post(`/v1/bookings/${booking_id}/cancel`, {});
    return post(`/v1/bookings/${booking_id}/modify`, { guestName: 'علي' });
  },
  WEBHOOK_EXISTS: async () => {
    await createWebhook('same');
    return createWebhook('same');
  },
  WEBHOOK_LIMIT_EXCEEDED: async () => {
    for (; webhooks < 5; webhooks += 1) await createWebhook(`hook-${webhooks}`);
    return createWebhook('one-more');
  },
  IDEMPOTENCY_KEY_REUSED: async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await book({}, headers);
    return book({ adults: 1 }, headers);
  },
  RATE_LIMIT_EXCEEDED: async () => {
    const ask = () =>
      service.app.inject({ method: 'POST', url: '/v1/sandbox/credentials', remoteAddress: '192.0.2.7' });
    for (let count = 0; count < 10; count += 1) await ask();
    return { body: (await ask()).json() };
  },
  INTERNAL_ERROR: async () => {
    const { snapshot } = service.context;
    const original = snapshot.findHotel;
    snapshot.findHotel = () => {
      throw new Error('a fault');
    };
    const response = await get('/v1/hotels/HTL-2026-0001');
    snapshot.findHotel = original;
    return response;
  },
  SERVICE_UNAVAILABLE: async () => {
    service.context.draining = true;
    const response = await get('/v1/hotels');
    service.context.draining = false;
    return response;
  },
};

it('every code is provoked here, or said to be tested elsewhere', () => {
  expect([...Object.keys(PROVOKED), ...NOT_PROVOKED].sort()).toEqual([...REFUSAL_CODES].sort());
});

it.each(Object.entries(PROVOKED))('%s has the address of its page', async (code, provoke) => {
  const { error } = (await provoke()).body as { error: Record<string, unknown> };
  expect(error).toMatchObject({ code, doc_url: `${PUBLIC_URL}/errors/${code}` });
  expect(Object.keys(error).slice(0, 3)).toEqual(['code', 'message', 'doc_url']);
  const { pathname } = new URL(error.doc_url as string);
  const page = await service.app.inject({ url: pathname, headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

it('a replay returns what was stored, even without the address', async () => {
  const key = randomUUID();
  const ask = () => book({ quoteId: NOBODY }, { 'idempotency-key': key });
  const first = await ask();
  expect((await ask()).body).toEqual(first.body);
  // As a release stored it that had no such field.
  const { doc_url: _, ...error } = first.body.error;
  const { rowCount } = await service.context.pool.query(
    `update idempotency_records set body = $2 where key = $1`,
    [key, JSON.stringify({ success: false, error })],
  );
  expect(rowCount).toBe(1);
  const replayed = await ask();
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  expect(replayed.body).toEqual({ success: false, error });
});
