import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countBooked, setAllotment } from '../support/book-command.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

let service: TestService;
let other: TestService;
let shift = 0;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
  other = await startTestService({ clockShift: () => shift, databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await service.end();
});
beforeEach(async () => {
  shift = 0;
  headers = await freshCredentials(service);
  await other.context.feed.catchUp();
});

function book(body: unknown, key?: string, node: TestService = service) {
  return node.app.inject({
    method: 'POST',
    url: '/v1/bookings',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: JSON.stringify(body),
  });
}

/** On a busy machine the first of equal requests takes longer than the others wait. A client then asks again. */
async function bookPatiently(body: object, node: TestService) {
  for (;;) {
    const response = await book(body, 'same', node);
    if (response.statusCode !== 409 || response.json().error.code !== 'IDEMPOTENCY_IN_PROGRESS')
      return response;
  }
}

async function bookingsOf(): Promise<number> {
  return (await service.call('GET', '/v1/bookings', { headers })).body.meta.count;
}

describe('an Idempotency-Key', () => {
  it('a hundred times at once, on two nodes, gives one booking and a hundred equal responses', async () => {
    const body = { ...demoStay(), ...GUEST };
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => bookPatiently(body, index % 2 === 0 ? service : other)),
    );
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(
      responses.filter((response) => response.headers['idempotent-replayed'] === undefined),
    ).toHaveLength(1);
    expect(await bookingsOf()).toBe(1);
  });

  it('means the same body in any order of keys, and refuses another with 422', async () => {
    const body = { ...demoStay(), ...GUEST };
    const first = await book(body, 'k');
    const reordered = await book(Object.fromEntries(Object.entries(body).reverse()), 'k');
    expect(reordered.body).toBe(first.body);
    const changed = await book({ ...body, roomsCount: 1 }, 'k');
    expect([changed.statusCode, changed.json().error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await bookingsOf()).toBe(1);
  });

  it('on two hotels at once gives one booking and one 422, also when two nodes are asked', async () => {
    for (const nodes of [
      [service, service],
      [service, other],
    ] as const) {
      headers = await freshCredentials(service);
      await other.context.feed.catchUp();
      const responses = await Promise.all([
        book({ ...demoStay({ hotel: 'HTL-2026-0001' }), ...GUEST }, 'both', nodes[0]),
        book({ ...demoStay({ hotel: 'HTL-2026-0002' }), ...GUEST }, 'both', nodes[1]),
      ]);
      expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 422]);
      expect(await bookingsOf()).toBe(1);
    }
  });

  it('replays a refusal byte for byte; a new key is needed to try again', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0002', room: 'SGL' });
    await setAllotment(service, stay, 0);
    const body = { ...stay, ...GUEST, adults: 1 };
    const refused = await book(body, 'refused');
    expect(refused.json().error.code).toBe('INSUFFICIENT_INVENTORY');
    await setAllotment(service, stay, 5);
    const again = await book(body, 'refused');
    expect(again.body).toBe(refused.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await book(body, 'new')).statusCode).toBe(200);
  });

  it('does not store a refusal that the caller can fix', async () => {
    const body = { ...demoStay(), ...GUEST };
    expect((await book({ ...body, checkIn: inDays(501), checkOut: inDays(502) }, 'mend')).statusCode).toBe(
      400,
    );
    expect((await book({ ...body, roomTypeId: 'x' }, 'mend')).statusCode).toBe(404);
    expect((await book({ ...body, hotelId: 'HTL-2026-0099' }, 'mend')).statusCode).toBe(403);
    expect((await book(body, 'mend')).statusCode).toBe(200);
  });

  it('still finds its booking after midnight, after the contract ended and after the price moved', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0006', board: 'RO', from: 0, nights: 1 });
    const body = { ...stay, ...GUEST };
    const first = await book(body, 'late');
    expect(first.statusCode).toBe(200);
    shift = 2 * 86_400_000;
    expect((await book(body, 'late')).body).toBe(first.body);
    expect((await book(body, 'other')).statusCode).toBe(400);
    shift = 0;
    await service.context.pool.query(
      "update contracts set valid_until = valid_from where hotel_id = (select id from hotels where public_id = 'HTL-2026-0006')",
    );
    await service.context.feed.catchUp();
    expect((await book(body, 'late')).body).toBe(first.body);
    expect((await book(body, 'other')).json().error.code).toBe('HOTEL_ACCESS_DENIED');
  });

  it('belongs to one client and one operation', async () => {
    const stay = demoStay({ room: 'TRP' });
    const body = { ...stay, ...GUEST };
    await book(body, 'mine');
    const hold = await service.call('POST', '/v1/prebook', {
      body,
      headers: { ...headers, 'idempotency-key': 'mine' },
    });
    expect(hold.status).toBe(200);
    const again = await service.call('POST', '/v1/prebook', {
      body,
      headers: { ...headers, 'idempotency-key': 'mine' },
    });
    expect(again.headers['idempotent-replayed']).toBe('true');
    headers = await freshCredentials(service);
    const stranger = await book(body, 'mine');
    expect(stranger.headers['idempotent-replayed']).toBeUndefined();
    expect(await countBooked(service, stay)).toBe(1);
  });

  it.each(['', ' ', 'a b', 'ключ', 'x'.repeat(256)])('refuses %j', async (key) => {
    // Real HTTP clients cannot send some of these values. Injected requests can, so the check itself is tested.
    const response = await book({ ...demoStay(), ...GUEST }, key);
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each(['!', 'x'.repeat(255)])('accepts %j', async (key) => {
    expect((await book({ ...demoStay(), ...GUEST }, key)).statusCode).toBe(200);
  });

  it('waits for the first, and says so when that takes too long', async () => {
    const blocker = await service.context.pool.connect();
    const client = service.context.snapshot.findClient(headers['x-client-id']!)!;
    const hotel = service.context.snapshot.findHotel('HTL-2026-0001')!;
    await blocker.query('begin');
    await blocker.query('select pg_advisory_xact_lock($1, $2)', [client.ledgerId, hotel.lockNumber]);
    const body = { ...demoStay(), ...GUEST };
    const both = [book(body, 'slow'), book(body, 'slow')];
    setTimeout(() => void blocker.query('commit').then(() => blocker.release()), 5_400);
    const late = await Promise.race(both);
    expect([late.statusCode, late.json().error.code, late.json().error.retryable]).toEqual([
      409,
      'IDEMPOTENCY_IN_PROGRESS',
      true,
    ]);
    const responses = await Promise.all(both);
    const booked = responses.find((response) => response.statusCode === 200)!;
    expect((await book(body, 'slow')).body).toBe(booked.body);
  });
});
