import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const stay = demoStay();
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  service.call('POST', path, { body, headers });
const available = async (headers: Record<string, string> = {}) => {
  const query = `hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&startDate=${stay.checkIn}&days=1`;
  return (await service.call('GET', `/v1/availability?${query}`, { headers })).body.data[0];
};

describe('POST /sandbox/reset', () => {
  it('puts the ledger back to the demo state at once: bookings, holds, quotes and idempotency records are gone', async () => {
    const before = await available();
    await post('/v1/price-check', stay);
    const hold = await post('/v1/prebook', { ...stay, ...GUEST });
    const key = { 'idempotency-key': 'once' };
    const booked = await post(
      '/v1/bookings',
      { ...stay, ...GUEST, roomsCount: 2, guestPhone: '0771 123 4567' },
      key,
    );
    expect(booked.status).toBe(200);
    expect((await available()).available).toBe(before.available - 3);

    const { status, body } = await post('/v1/sandbox/reset', {});
    expect(status).toBe(200);
    expect(body.data.client_id).toBe(service.credentials['x-client-id']);
    expect(body.data.removed).toEqual({ bookings: 1, locks: 1, quotes: 1 });
    expect(await available()).toEqual(before);
    expect((await service.call('GET', `/v1/bookings/${booked.body.data.voucher_id}`)).status).toBe(404);
    expect((await service.call('GET', `/v1/prebook/${hold.body.data.prebook_token}`)).status).toBe(404);
    expect((await service.call('GET', '/v1/bookings')).body.data).toEqual([]);

    const again = await post(
      '/v1/bookings',
      { ...stay, ...GUEST, roomsCount: 2, guestPhone: '0771 123 4567' },
      key,
    );
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(again.body.data.voucher_id).not.toBe(booked.body.data.voucher_id);
    expect((await available()).available).toBe(before.available - 2);
  });

  it('forgets a quoted price: the next booking ignores the old quote', async () => {
    const risen = demoStay({ hotel: 'HTL-2026-0091' });
    await post('/v1/price-check', risen);
    expect((await post('/v1/bookings', { ...risen, ...GUEST })).body.error.code).toBe('PRICE_CHANGED');
    await post('/v1/sandbox/reset', {});
    expect((await post('/v1/bookings', { ...risen, ...GUEST })).status).toBe(200);
  });

  it('also voids quotes that another node has in memory', async () => {
    const node = await startTestService({ databaseUrl: service.databaseUrl });
    const risen = demoStay({ hotel: 'HTL-2026-0091', from: 33 });
    const onOther = (path: string, body: object) =>
      node.call('POST', path, { body, headers: service.credentials });
    await node.context.feed.catchUp();
    expect((await onOther('/v1/price-check', risen)).status).toBe(200);
    await post('/v1/sandbox/reset', {});
    await node.context.feed.catchUp();
    expect((await onOther('/v1/bookings', { ...risen, ...GUEST })).status).toBe(200);
    await node.close();
  });

  it("touches nobody else's ledger, and no demo hotel", async () => {
    const other = await freshCredentials(service);
    await post('/v1/bookings', { ...stay, ...GUEST }, other);
    const theirs = await available(other);
    await post('/v1/sandbox/reset', {});
    expect(await available(other)).toEqual(theirs);
    expect((await service.call('GET', '/v1/hotels')).body.meta.count).toBe(15);
  });

  it('runs in order with bookings: none of them is left half deleted', async () => {
    const responses = await Promise.all([
      ...Array.from({ length: 8 }, () => post('/v1/bookings', { ...stay, ...GUEST })),
      post('/v1/sandbox/reset', {}),
      ...Array.from({ length: 8 }, () => post('/v1/bookings', { ...stay, ...GUEST })),
    ]);
    expect(responses.every((response) => [200, 409].includes(response.status))).toBe(true);
    const left = (await service.call('GET', '/v1/bookings?limit=200')).body.data.length;
    expect((await available()).booked).toBe(left);
  });

  it('works on a ledger in which nothing ever happened, and needs credentials', async () => {
    const fresh = await freshCredentials(service);
    const { status, body } = await post('/v1/sandbox/reset', {}, fresh);
    expect([status, body.data.removed]).toEqual([200, { bookings: 0, locks: 0, quotes: 0 }]);
    const stranger = await service.app.inject({ method: 'POST', url: '/v1/sandbox/reset' });
    expect(stranger.statusCode).toBe(401);
  });
});
