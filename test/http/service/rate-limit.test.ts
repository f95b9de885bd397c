import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnWindows } from '../../../src/platform/limits/own-windows.ts';
import type { Verdict } from '../../../src/platform/limits/verdict.ts';
import { ihcOn } from '../../support/ihc-in-process.ts';
import {
  freshCredentials,
  startTestService,
  type TestResponse,
  type TestService,
} from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';
import { supplierOf } from '../../support/supplier.ts';
import { SUPPLY_CALLS } from '../../support/supply-calls.ts';
import { comesTrue } from '../../support/until.ts';

const LOOKS = 5;
const BOOKINGS = 3;
const NOBODY = '00000000-0000-4000-8000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    config: { rateLimitPerMinute: LOOKS, bookingLimitPerMinute: BOOKINGS },
  });
});
afterAll(() => service.end());

const fromAddress = (remoteAddress: string, url = '/v1/hotels', headers = {}) =>
  service.app.inject({ url, remoteAddress, headers });

/** The RateLimit headers of a response, with the seconds of a window in use as `s`: they depend on the clock. */
function shownLimits(headers: TestResponse['headers']) {
  const seconds = (text = '') => text.replace(/\bt=(5[5-9]|60)\b/g, 't=s');
  return {
    limit: headers['ratelimit-limit'],
    remaining: headers['ratelimit-remaining'],
    reset: seconds(`t=${headers['ratelimit-reset']}`),
    policy: headers['ratelimit-policy'],
    both: seconds(headers.ratelimit),
  };
}

describe('the rate limit', () => {
  const policy = `"looks";q=${LOOKS};w=60, "bookings";q=${BOOKINGS};w=60`;

  it('counts looks down in its headers, then refuses with 429 and Retry-After', async () => {
    for (let left = LOOKS - 1; left >= 0; left -= 1) {
      const { status, headers } = await service.call('GET', '/v1/hotels');
      expect(status).toBe(200);
      expect(shownLimits(headers)).toEqual({
        limit: String(LOOKS),
        remaining: String(left),
        reset: 't=s',
        policy,
        both: `"looks";r=${left};t=s, "bookings";r=${BOOKINGS};t=0`,
      });
    }
    const refused = await service.call('GET', '/v1/rates?hotelId=HTL-2026-0001');
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(55);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.body).toEqual({
      success: false,
      error: {
        code: 'RATE_LIMIT_EXCEEDED',
        message: `more than ${LOOKS} requests in 60 seconds in the window "looks"; try again in ${wait} s`,
        doc_url: expect.stringMatching(/\/errors\/RATE_LIMIT_EXCEEDED$/),
        request_id: expect.any(String),
        retryable: true,
        details: { window: 'looks', limit: LOOKS, retry_after: wait },
      },
    });
    expect(shownLimits(refused.headers)).toMatchObject({
      limit: String(LOOKS),
      remaining: '0',
      policy,
      both: `"looks";r=0;t=s, "bookings";r=${BOOKINGS};t=0`,
    });
  });

  it('counts requests for a reservation in the other window, with the same headers', async () => {
    for (let left = BOOKINGS - 1; left >= 0; left -= 1) {
      const { status, headers } = await service.call('GET', '/v1/bookings');
      expect(status).toBe(200);
      expect(shownLimits(headers)).toEqual({
        limit: String(BOOKINGS),
        remaining: String(left),
        reset: 't=s',
        policy,
        both: `"looks";r=0;t=s, "bookings";r=${left};t=s`,
      });
    }
    const refused = await service.call('GET', `/v1/bookings/${NOBODY}`);
    expect(refused.status).toBe(429);
    expect(refused.body.error.details).toEqual({
      window: 'bookings',
      limit: BOOKINGS,
      retry_after: Number(refused.headers['retry-after']),
    });
    expect(refused.headers['ratelimit-limit']).toBe(String(BOOKINGS));
  });

  it('counts /api/v1, unknown paths and wrong methods as looks', async () => {
    for (const url of ['/api/v1/hotels', '/v1/nothing', '/v1/bookings/a/b/c']) {
      const refused = await service.call('GET', url);
      expect([url, refused.status, refused.body.error.details.window]).toEqual([url, 429, 'looks']);
    }
    const wrong = await service.call('DELETE', '/v1/bookings');
    expect([wrong.status, wrong.body.error.details.window]).toEqual([429, 'looks']);
  });

  it('counts unauthenticated callers by address, an IPv6 /64 as one', async () => {
    for (let count = 0; count < LOOKS; count += 1)
      expect((await fromAddress('203.0.113.9')).statusCode).toBe(401);
    expect((await fromAddress('203.0.113.9')).statusCode).toBe(429);
    expect((await fromAddress('203.0.113.10')).statusCode).toBe(401);
    for (let count = 0; count < LOOKS; count += 1)
      expect((await fromAddress(`2001:db8:0:1::${count}`)).statusCode).toBe(401);
    expect((await fromAddress('2001:db8:0:1:ffff::1')).statusCode).toBe(429);
    expect((await fromAddress('2001:db8:0:2::1')).statusCode).toBe(401);
  });

  it('counts a wrong key by address on every route: booking routes give no second window to guess in', async () => {
    const wrong = { ...(await freshCredentials(service)), 'x-api-key': service.credentials['x-api-key']! };
    for (let left = LOOKS - 1; left >= 0; left -= 1) {
      const url = left % 2 === 0 ? '/v1/bookings' : '/v1/hotels';
      const { statusCode, headers } = await fromAddress('203.0.113.40', url, wrong);
      expect(statusCode).toBe(401);
      expect(shownLimits(headers as TestResponse['headers'])).toEqual({
        limit: String(LOOKS),
        remaining: String(left),
        reset: 't=s',
        policy: `"address";q=${LOOKS};w=60`,
        both: `"address";r=${left};t=s`,
      });
    }
    for (const url of ['/v1/hotels', '/v1/bookings', `/v1/prebook/${NOBODY}`]) {
      const refused = await fromAddress('203.0.113.40', url, wrong);
      expect([url, refused.statusCode, refused.json().error.details.window]).toEqual([url, 429, 'address']);
    }
    // The client whose id was tried still has both of its windows.
    const own = { ...wrong, 'x-api-key': (await freshCredentials(service))['x-api-key']! };
    expect((await fromAddress('203.0.113.41', '/v1/bookings', own)).statusCode).toBe(401);
    const { headers } = await fromAddress('203.0.113.42', '/v1/hotels', await freshCredentials(service));
    expect(headers['ratelimit-remaining']).toBe(String(LOOKS - 1));
  });

  it('counts unknown routes and wrong methods too', async () => {
    for (let count = 0; count < LOOKS; count += 1)
      expect((await fromAddress('203.0.113.20', '/v1/nothing')).statusCode).toBe(404);
    expect((await fromAddress('203.0.113.20', '/v1/nothing')).statusCode).toBe(429);
    const wrong = () =>
      service.app.inject({ method: 'PUT', url: '/v1/hotels', remoteAddress: '203.0.113.21' });
    for (let count = 0; count < LOOKS; count += 1) expect((await wrong()).statusCode).toBe(405);
    expect((await wrong()).statusCode).toBe(429);
  });

  it('does not limit health, and limits the reference and credentials separately', async () => {
    for (let count = 0; count < 12; count += 1) {
      const health = await fromAddress('203.0.113.30', '/v1/health');
      expect([health.statusCode, health.headers.ratelimit]).toEqual([200, `"address";r=${LOOKS};t=0`]);
      const reference = await fromAddress('203.0.113.30', '/v1/openapi.json');
      expect([reference.statusCode, reference.headers['ratelimit-policy']]).toEqual([
        200,
        '"pages";q=600;w=60',
      ]);
    }
    expect((await fromAddress('203.0.113.30')).statusCode).toBe(401);
    const created = await service.app.inject({
      method: 'POST',
      url: '/v1/sandbox/credentials',
      remoteAddress: '203.0.113.30',
    });
    expect(created.headers['ratelimit-policy']).toBe('"credentials";q=10;w=60');
    expect(created.json().data).toMatchObject({
      rate_limit_per_minute: LOOKS,
      booking_limit_per_minute: BOOKINGS,
    });
  });

  it('can be changed for a client while the node runs, each window by itself', async () => {
    const clientId = service.credentials['x-client-id']!;
    const ihc = ihcOn(service.databaseUrl, { environment: 'sandbox' });
    const limitOf = async (url: string) => (await service.call('GET', url)).headers['ratelimit-limit'];
    const become = (looks: number, bookings: number) =>
      comesTrue(
        async () =>
          (await limitOf('/v1/nothing')) === String(looks) &&
          (await limitOf('/v1/bookings')) === String(bookings),
      );
    expect((await ihc('partner', 'limit', clientId, '--bookings', '100')).code).toBe(0);
    expect(await become(LOOKS, 100)).toBe(true);
    expect((await service.call('GET', '/v1/hotels')).status).toBe(429);
    expect((await service.call('GET', '/v1/bookings')).status).toBe(200);
    expect((await ihc('partner', 'limit', clientId, '--looks', '200')).code).toBe(0);
    expect(await become(200, 100)).toBe(true);
    const look = await service.call('GET', '/v1/hotels');
    expect([look.status, look.headers['ratelimit-policy']]).toEqual([
      200,
      '"looks";q=200;w=60, "bookings";q=100;w=60',
    ]);
    expect((await ihc('partner', 'limit', clientId, 'usual')).code).toBe(0);
    expect(await become(LOOKS, BOOKINGS)).toBe(true);
    expect((await service.call('GET', '/v1/bookings')).status).toBe(429);
  });
});

describe('with the usual limits of 120', () => {
  let usual: TestService;
  const limits = { rateLimitPerMinute: 120, bookingLimitPerMinute: 120, supplyLimitPerMinute: 60 };
  beforeAll(async () => {
    usual = await startTestService({ config: limits, databaseUrl: service.databaseUrl });
  });
  afterAll(() => usual.end());

  type Caller = (
    method: 'GET' | 'POST' | 'DELETE' | 'HEAD',
    url: string,
    body?: unknown,
  ) => Promise<{ status: number; data: Record<string, string>; ratelimit: string }>;

  async function newClient(on: TestService): Promise<Caller> {
    const headers = await freshCredentials(on);
    return async (method, url, body) => {
      const response = await on.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
      return {
        status: response.statusCode,
        data: response.body === '' ? {} : response.json().data,
        ratelimit: String(response.headers.ratelimit),
      };
    };
  }

  const stay = demoStay();
  const search = { destination: 'Baghdad', checkIn: inDays(30), checkOut: inDays(32) };
  const look = (call: Caller, turn: number) =>
    turn % 3 === 0
      ? call('POST', '/v1/search', search)
      : turn % 3 === 1
        ? call('POST', '/v1/price-check', stay)
        : call('GET', '/v1/hotels');

  /** From the hold to the cancellation: the status of each request. */
  async function reserve(call: Caller): Promise<number[]> {
    const held = await call('POST', '/v1/prebook', { ...stay, ...GUEST });
    const token = held.data?.prebook_token;
    const read = await call('GET', `/v1/prebook/${token}`);
    const booked = await call('POST', '/v1/bookings', { ...stay, ...GUEST, prebookToken: token });
    const booking = `/v1/bookings/${booked.data?.booking_id}`;
    const others = [
      await call('GET', booking),
      await call('GET', '/v1/bookings'),
      await call('POST', `${booking}/modify`, { checkOut: inDays(33) }),
      await call('POST', `${booking}/cancel`),
    ];
    const again = await call('POST', '/v1/prebook', { ...stay, ...GUEST });
    const released = await call('DELETE', `/v1/prebook/${again.data?.prebook_token}`);
    return [held, read, booked, ...others, again, released].map(({ status }) => status);
  }

  /** The statuses of 121 looks. */
  async function exhaustLooks(call: Caller): Promise<number[]> {
    const statuses: number[] = [];
    for (let turn = 0; turn < 121; turn += 1) statuses.push((await look(call, turn)).status);
    return statuses;
  }
  const allButTheLast = [...Array<number>(120).fill(200), 429];

  it('a client that has used up its looks can still hold, book, read, modify, cancel and release', async () => {
    const call = await newClient(usual);
    expect(await exhaustLooks(call)).toEqual(allButTheLast);
    expect(await reserve(call)).toEqual(Array(9).fill(200));
    expect((await look(call, 0)).status).toBe(429);
    expect((await call('GET', '/v1/bookings')).ratelimit).toMatch(
      /^"looks";r=0;t=\d+, "bookings";r=110;t=\d+$/,
    );
  });

  it('a client that has used up its bookings can still look', async () => {
    const call = await newClient(usual);
    const statuses: number[] = [];
    for (let turn = 0; turn < 121; turn += 1) statuses.push((await call('GET', '/v1/bookings')).status);
    expect(statuses).toEqual(allButTheLast);
    expect((await call('POST', '/v1/bookings', { ...stay, ...GUEST })).status).toBe(429);
    for (let turn = 0; turn < 3; turn += 1) expect((await look(call, turn)).status).toBe(200);
  });

  it('control: with one window for both, the looks refuse the booking', async () => {
    class OneWindow extends OwnWindows {
      override take(caller: string, limit: number, done: (verdict: Verdict) => void): void {
        super.take(caller.replace(/^bookings /, 'client '), limit, done);
      }
    }
    const single = await startTestService({
      config: limits,
      databaseUrl: service.databaseUrl,
      limiter: new OneWindow(),
    });
    try {
      const call = await newClient(single);
      expect(await exhaustLooks(call)).toEqual(allButTheLast);
      expect(new Set(await reserve(call))).toEqual(new Set([429]));
    } finally {
      await single.end();
    }
  });

  /** Every operation that needs credentials, and its window. A new operation fails this test until it is added here. */
  const WINDOWS = {
    looks: [
      ...['GET /hotels', 'GET /hotels/{hotelId}', 'GET /room-types', 'GET /rates', 'GET /availability'],
      ...['GET /cancellation-policies', 'POST /search', 'POST /price-check', 'POST /sandbox/reset'],
      ...['POST /webhooks', 'GET /webhooks', 'GET /webhooks/{webhookId}', 'DELETE /webhooks/{webhookId}'],
      ...['POST /webhooks/{webhookId}/test', 'POST /webhooks/{webhookId}/rotate-secret'],
      'GET /events',
    ],
    bookings: [
      ...['POST /prebook', 'GET /prebook/{token}', 'DELETE /prebook/{token}', 'POST /bookings'],
      ...['GET /bookings', 'GET /bookings/{bookingId}', 'POST /bookings/{bookingId}/modify'],
      'POST /bookings/{bookingId}/cancel',
    ],
  };

  const HOTEL = 'HTL-2026-0001';

  /** The window that the headers of a supplier's request name. A request that names a hotel counts in both. */
  async function supplyWindow(name: string): Promise<'supply' | 'all_hotels'> {
    const call = SUPPLY_CALLS[name];
    if (call === undefined) throw new Error(`${name} is not in SUPPLY_CALLS`);
    const headers = await supplierOf(usual, [HOTEL]);
    const response = await usual.app.inject({
      ...call.request(call.names === 'booking' ? NOBODY : HOTEL),
      headers,
    });
    const [, supply, all] = /^(?:"supply";r=(\d+);t=\d+, )?"all_hotels";r=(\d+);t=\d+$/.exec(
      String(response.headers.ratelimit),
    )!;
    expect([name, all]).toEqual([name, '119']);
    if (supply !== undefined) expect([name, supply]).toEqual([name, '59']);
    return supply === undefined ? 'all_hotels' : 'supply';
  }

  it('each hotel of a supplier has its own window, and other requests have a share of their own', async () => {
    const [one, two] = ['HTL-2026-0001', 'HTL-2026-0002'];
    const headers = await supplierOf(usual, [one, two]);
    const call = (url: string, method: 'GET' | 'POST' = 'GET') => usual.app.inject({ url, method, headers });
    const statuses: number[] = [];
    for (let turn = 0; turn < 61; turn += 1)
      statuses.push((await call(`/supply/v1/products?hotelId=${one}`)).statusCode);
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
    const refused = await call(`/supply/v1/reservations?hotelId=${one}`);
    expect([refused.statusCode, refused.json().error.details.window]).toEqual([429, 'supply']);
    expect(refused.headers['ratelimit-policy']).toBe('"supply";q=60;w=60, "all_hotels";q=180;w=60');
    expect(refused.headers['ratelimit-limit']).toBe('60');
    const other = await call(`/supply/v1/products?hotelId=${two}`);
    expect(other.headers.ratelimit).toMatch(/^"supply";r=59;t=\d+, "all_hotels";r=117;t=\d+$/);
    // The key of another kind, unknown paths and other hotels count too, for the supplier.
    for (let turn = 0; turn < 115; turn += 1) await call('/v1/hotels');
    expect((await call('/supply/v1/nothing')).statusCode).toBe(404);
    const last = await call(`/supply/v1/products?hotelId=HTL-2026-0003`);
    expect([last.statusCode, last.headers['ratelimit-remaining']]).toEqual([403, '0']);
    for (const url of ['/supply/v1/hotels', `/supply/v1/products?hotelId=${two}`]) {
      const full = await call(url);
      expect([full.statusCode, full.json().error.details.window]).toEqual([429, 'all_hotels']);
    }
  });

  it('every operation counts against exactly one window, whatever its response is', async () => {
    const { paths } = (await usual.app.inject({ url: '/v1/openapi.json' })).json();
    const found: Record<string, string[]> = { looks: [], bookings: [] };
    for (const [path, operations] of Object.entries<Record<string, { security?: unknown[] }>>(paths))
      for (const [method, { security }] of Object.entries(operations)) {
        if (security?.length === 0 || method === 'servers') continue;
        if (path.startsWith('/supply/')) {
          const name = `${method.toUpperCase()} ${path}`;
          expect([name, await supplyWindow(name)]).toEqual([name, SUPPLY_CALLS[name]?.window]);
          continue;
        }
        const call = await newClient(usual);
        const name = method.toUpperCase() as 'GET';
        const { ratelimit } = await call(name, `/v1${path.replace(/\{\w+\}/, NOBODY)}`);
        const [, looks, bookings] = /^"looks";r=(\d+);t=\d+, "bookings";r=(\d+);t=\d+$/.exec(ratelimit)!;
        expect(Number(looks) + Number(bookings)).toBe(239);
        found[looks === '119' ? 'looks' : 'bookings']!.push(`${name} ${path}`);
      }
    expect(found.looks!.sort()).toEqual(WINDOWS.looks.sort());
    expect(found.bookings!.sort()).toEqual(WINDOWS.bookings.sort());
    const head = await (await newClient(usual))('HEAD', '/v1/bookings');
    expect(head.ratelimit).toMatch(/^"looks";r=120;t=0, "bookings";r=119;t=\d+$/);
  });
});
