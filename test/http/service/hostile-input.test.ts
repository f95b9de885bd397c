import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

let service: TestService;
let bookingId: string;
beforeAll(async () => {
  service = await startTestService();
  const booked = await service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });
  bookingId = booked.body.data.booking_id;
});
afterAll(() => service.end());

const DATES = [
  '0000-01-01',
  '0001-01-01',
  '1999-12-31',
  '2200-01-01',
  '9999-12-31',
  '2027-02-30',
  '2027-1-1',
  '٢٠٢٧-٠١-٠١',
];
const bodies = (date: string) => ({
  search: { checkIn: date, checkOut: date },
  'price-check': { ...demoStay(), checkIn: date },
  prebook: { ...demoStay(), ...GUEST, checkOut: date },
  bookings: { ...demoStay(), ...GUEST, checkIn: date, checkOut: date },
  [`bookings/${bookingId}/modify`]: { checkIn: date },
});
const queries = (date: string) => [
  `bookings?checkInFrom=${date}`,
  `bookings?checkInTo=${date}`,
  `availability?hotelId=HTL-2026-0001&roomTypeId=${demoStay().roomTypeId}&startDate=${date}`,
  `rates?hotelId=HTL-2026-0001&startDate=${date}`,
];

/** Valid order and length. If the API did not check the year, only PostgreSQL would refuse it: it has no year 0. */
const HOSTILE = { checkIn: '0000-02-01', checkOut: '0000-02-02' };

describe('a date', () => {
  it.each(DATES)('%s is refused by every route', async (date) => {
    for (const [path, body] of Object.entries(bodies(date))) {
      const { status, body: response } = await service.call('POST', `/v1/${path}`, { body });
      expect([path, status, response.error.code]).toEqual([path, 400, 'VALIDATION_ERROR']);
      expect(response.error.details[0].code).toBe('INVALID_FORMAT');
    }
    for (const query of queries(encodeURIComponent(date))) {
      const { status, body } = await service.call('GET', `/v1/${query}`);
      expect([query, status, body.error.details?.[0].code]).toEqual([query, 400, 'INVALID_FORMAT']);
    }
  });

  it('of the years 2000 to 2199 has a valid format, and is then checked like any other', async () => {
    for (const date of ['2000-01-01', '2199-12-31']) {
      for (const name of ['checkInFrom', 'checkInTo'])
        expect((await service.call('GET', `/v1/bookings?${name}=${date}`)).status).toBe(200);
      const stay = { ...demoStay(), ...GUEST, checkIn: date };
      const refused = await service.call('POST', '/v1/bookings', { body: stay });
      expect([refused.status, refused.body.error.details[0].code]).not.toContain('INVALID_FORMAT');
      expect(refused.status).toBe(400);
    }
  });

  it('that is hostile does not affect the other commands of its batch', async () => {
    const faults: unknown[] = [];
    const own = await startTestService({ desk: { onFault: (error) => faults.push(error) } });
    const attempts = Array.from({ length: 60 }, (_, index) =>
      own.call('POST', '/v1/bookings', {
        body: { ...demoStay({ nights: 1 }), ...GUEST, ...(index % 6 === 0 && HOSTILE) },
      }),
    );
    const statuses = (await Promise.all(attempts)).map((response) => response.status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 200)).toHaveLength(12);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(faults).toEqual([]);
    await own.end();
  });
});

describe('a path', () => {
  const paths = (text: string) =>
    [
      ['GET', `/v1/prebook/${text}`],
      ['DELETE', `/v1/prebook/${text}`],
      ['GET', `/v1/bookings/${text}`],
      ['POST', `/v1/bookings/${text}/cancel`],
      ['POST', `/v1/bookings/${text}/modify`],
      ['GET', `/v1/hotels/${text}`],
    ] as const;

  it.each(['a%00b', '%00', '%ED%A0%80'])('with %s is refused, never a fault', async (text) => {
    for (const [method, url] of paths(text)) {
      const { status } = await service.call(method, url, method === 'POST' ? { body: {} } : {});
      expect([method, url, status]).toEqual([method, url, 400]);
    }
    const voucher = await service.app.inject({ url: `/vouchers/${text}?signature=x` });
    expect(voucher.statusCode).toBeLessThan(500);
  });

  it('that cannot be read counts against the caller like any other', async () => {
    const own = await startTestService({ config: { rateLimitPerMinute: 5 } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const response = await own.app.inject({ url: '/v1/hotels/%FF', remoteAddress: '203.0.113.9' });
      expect(response.headers['ratelimit-limit']).toBe('5');
      expect(response.headers['x-request-id']).toBeDefined();
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    await own.end();
  });
});

describe('texts and identifiers', () => {
  it.each([
    ['prebookToken', 'x'.repeat(100), 404],
    ['prebookToken', "'; drop table holds; --", 404],
    ['quoteId', 'urn:uuid:0b9c6bfa-6c55-4b0c-9a2f-8b3f2f1f7c01', 409],
    ['quoteId', '0B9C6BFA-6C55-4B0C-9A2F-8B3F2F1F7C01', 409],
    ['roomTypeId', 'urn:uuid:0b9c6bfa-6c55-4b0c-9a2f-8b3f2f1f7c01', 404],
    ['guestName', 'a\u0000b', 400],
    ['guestName', '\ud800x', 400],
    ['specialRequests', `${'ض'.repeat(1000)}`, 200],
    ['channelReference', '\u202e\u0007', 200],
    ['guestEmail', `${'a'.repeat(64)}@example.iq`, 200],
  ])('%s %j returns %d and causes no fault', async (field, value, status) => {
    const body = { ...demoStay({ from: 33, nights: 1 }), ...GUEST, [field]: value };
    const response = await service.call('POST', '/v1/bookings', { body });
    expect([response.status, response.body.error?.code ?? '']).toEqual([
      status,
      expect.not.stringMatching(/INTERNAL/),
    ]);
  });

  it('a stay that ends far beyond the horizon is refused before anything is loaded for it', async () => {
    for (const change of [
      { checkOut: '2199-12-31' },
      { checkIn: '2000-01-01' },
      { checkIn: inDays(499), checkOut: inDays(530) },
    ]) {
      const { status } = await service.call('POST', `/v1/bookings/${bookingId}/modify`, { body: change });
      expect(status).toBe(400);
    }
  });
});

it('a proxy that forwards ports does not turn each port into a caller', async () => {
  const own = await startTestService({ config: { rateLimitPerMinute: 3, trustedProxies: ['127.0.0.1'] } });
  const call = (port: number) =>
    own.app.inject({ url: '/v1/hotels', headers: { 'x-forwarded-for': `203.0.113.7:${port}` } });
  const statuses = [];
  for (let port = 4000; port < 4005; port += 1) statuses.push((await call(port)).statusCode);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  await own.end();
});

it('a database with a full disk is a retryable 503', async () => {
  // Raises the error that PostgreSQL raises when a file cannot grow. A test cannot fill the disk.
  await service.context.pool.query(`create function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await service.context.pool.query(
    'create trigger full_disk before insert on ledgers for each row execute function disk_is_full()',
  );
  const response = await service.app.inject({ method: 'POST', url: '/v1/sandbox/credentials' });
  expect([response.statusCode, response.json().error.code, response.headers['retry-after']]).toEqual([
    503,
    'SERVICE_UNAVAILABLE',
    '1',
  ]);
  await service.context.pool.query('drop trigger full_disk on ledgers');
});
