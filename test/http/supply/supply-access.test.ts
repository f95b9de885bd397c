import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRevoked } from '../../../src/domain/partners/operate-keys.store.ts';
import { setSuspended } from '../../../src/domain/partners/operate-partners.store.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { freshHotel, type HotelTester } from '../../support/private-hotel.ts';
import { sharedService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';
import { supplierOf } from '../../support/supplier.ts';
import { SUPPLY_CALLS } from '../../support/supply-calls.ts';

const [OWN, OTHER, UNKNOWN] = ['HTL-2026-0001', 'HTL-2026-0002', 'HTL-2026-9999'] as const;
const NOBODY = '00000000-0000-4000-8000-000000000000';

type Headers = Record<string, string>;
let service: TestService;
let own: Headers;
let tester: HotelTester;
let revoked: Headers;
let suspended: Headers;
/** By operation, such as `GET /supply/v1/hotels`, from the OpenAPI document. */
let supply: string[];
let partner: [method: string, url: string][];
/** A booking of each hotel, made by the same partner. */
const bookings: Record<string, string> = {};

beforeAll(async () => {
  service = await sharedService();
  const { pool, snapshot, feed } = service.context;
  own = await supplierOf(service, [OWN], service.credentials);
  tester = await freshHotel(service);
  revoked = await supplierOf(service, [OWN], service.credentials);
  suspended = await supplierOf(service, [OWN], service.credentials);
  const clientOf = (headers: Headers) => snapshot.findClient(headers['x-client-id']!)!;
  await inTransaction(pool, 'read committed', async (tx) => {
    for (const key of snapshot.keys.in(clientOf(revoked).id)) await setRevoked(tx, key.id);
    await setSuspended(tx, clientOf(suspended).id, true);
  });
  await feed.catchUp();
  const { paths } = (await service.app.inject({ url: '/v1/openapi.json' })).json();
  const operations = Object.entries<Record<string, { security?: unknown[] }>>(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method, { security }]) => method !== 'servers' && security?.length !== 0)
      .map(([method]): [string, string] => [method.toUpperCase(), path]),
  );
  supply = operations.filter(([, path]) => path.startsWith('/supply/')).map((one) => one.join(' '));
  partner = operations
    .filter(([, path]) => !path.startsWith('/supply/'))
    .map(([method, path]) => [method, `/v1${path.replace(/\{\w+\}/, NOBODY)}`]);
  for (const hotel of [OWN, OTHER]) {
    const body = { ...demoStay({ hotel }), ...GUEST };
    bookings[hotel] = (await service.call('POST', '/v1/bookings', { body })).body.data.booking_id;
  }
  const body = { ...(await tester.stay()), ...GUEST };
  const ofTester = await service.call('POST', '/v1/bookings', { body, headers: tester.partner });
  bookings.private = ofTester.body.data.booking_id;
});
afterAll(() => service.end());

async function call(operation: string, hotel: string, headers: Headers) {
  const { names, request } = SUPPLY_CALLS[operation]!;
  const target =
    names === 'private' ? bookings.private! : names === 'booking' ? (bookings[hotel] ?? NOBODY) : hotel;
  const response = await service.app.inject({ ...request(target), headers });
  return { status: response.statusCode, code: response.json().error?.code as string | undefined };
}

describe('who may call /supply/v1', () => {
  it('is decided here for every operation: a new one fails this test until it is in SUPPLY_CALLS', () => {
    expect([...supply].sort()).toEqual(Object.keys(SUPPLY_CALLS).sort());
    expect(partner.length).toBeGreaterThan(15);
  });

  it('a supplier, for its own hotels and their bookings', async () => {
    for (const operation of supply) {
      const { names } = SUPPLY_CALLS[operation]!;
      const { status, code } = await call(operation, OWN, names === 'private' ? tester.supplier : own);
      // The booking is a month ahead: what happens at the hotel may be too early, and no more than that.
      if (names === 'booking') expect([200, 409]).toContain(status);
      else expect([operation, status, code]).toEqual([operation, 200, undefined]);
    }
  });

  it('no supplier, for the hotel of another, and for one that does not exist', async () => {
    for (const operation of supply) {
      const { names } = SUPPLY_CALLS[operation]!;
      if (names === null) continue;
      if (names === 'private') {
        const refused = { status: 403, code: 'HOTEL_ACCESS_DENIED' };
        expect([operation, await call(operation, OWN, own)]).toEqual([operation, refused]);
        continue;
      }
      const isBooking = names === 'booking';
      expect([operation, await call(operation, OTHER, own)]).toEqual([
        operation,
        isBooking ? { status: 404, code: 'BOOKING_NOT_FOUND' } : { status: 403, code: 'HOTEL_ACCESS_DENIED' },
      ]);
      expect([operation, await call(operation, UNKNOWN, own)]).toEqual([
        operation,
        { status: 404, code: isBooking ? 'BOOKING_NOT_FOUND' : 'HOTEL_NOT_FOUND' },
      ]);
    }
  });

  it('no supplier, for a booking of its hotel in the ledger of another tester', async () => {
    const stranger = await supplierOf(service, [OWN]);
    for (const operation of supply.filter((one) => SUPPLY_CALLS[one]!.names === 'booking'))
      expect([operation, await call(operation, OWN, stranger)]).toEqual([
        operation,
        { status: 404, code: 'BOOKING_NOT_FOUND' },
      ]);
  });

  it('no partner', async () => {
    for (const operation of supply)
      expect([operation, await call(operation, OWN, service.credentials)]).toEqual([
        operation,
        { status: 403, code: 'WRONG_KEY_KIND' },
      ]);
  });

  it('nobody without a key, with a revoked key, with a key of another client, or suspended', async () => {
    const mixed = { 'x-client-id': own['x-client-id']!, 'x-api-key': service.credentials['x-api-key']! };
    for (const operation of supply)
      for (const headers of [{}, revoked, mixed, suspended])
        expect([operation, await call(operation, OWN, headers)]).toEqual([
          operation,
          { status: 401, code: 'INVALID_API_KEY' },
        ]);
  });

  it('a supplier may call nothing under /v1 and /api/v1', async () => {
    for (const [method, url] of partner)
      for (const prefix of ['', '/api']) {
        const response = await service.app.inject({
          method: method as 'GET',
          url: prefix + url,
          headers: own,
        });
        expect([url, response.statusCode, response.json().error.code]).toEqual([url, 403, 'WRONG_KEY_KIND']);
      }
  });
});
