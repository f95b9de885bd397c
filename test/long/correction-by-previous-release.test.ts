import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/platform/db/pool.ts';
import { type ChildService, spawnService } from '../support/child-service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { hasProgram } from '../support/has-program.ts';
import { enter, type PageUser } from '../support/hotel-page.ts';
import { expectNoHalt } from '../support/no-halt.ts';
import { findRelease, type Release, unpackRelease } from '../support/previous-release.ts';
import type { HotelTester } from '../support/private-hotel.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { readBooking, tap } from '../support/reception-page.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { GUEST, inDays } from '../support/stay.ts';
import { testSecrets } from '../support/test-config.ts';

const release = findRelease();
if (typeof release === 'string')
  it.skipIf(!hasProgram('git'))('a correction beside the previous release', () => expect.fail(release));
else describe(`a correction beside release ${release.version}`, () => besides(release));

type Headers = Record<string, string>;

function besides(from: Release): void {
  let folder: string;
  let database: TestDatabase;
  let receiver: Receiver;
  let old: ChildService;
  let next: TestService | null = null;
  let partner: Headers;
  let supplier: Headers;
  let hotelId: string;
  let bookingId: string;
  let user: PageUser;
  beforeAll(async () => {
    folder = unpackRelease(from);
    database = await createTestDatabase('empty');
    receiver = await startReceiver({ certificate: null });
    old = startOld();
    await old.ready;
  }, 300_000);
  afterAll(async () => {
    await next?.end();
    old?.process.kill('SIGKILL');
    await old?.exited;
    await receiver.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const startOld = () =>
    spawnService(
      {
        ...{ DATABASE_URL: database.url, IHC_RATE_LIMIT_PER_MINUTE: '10000' },
        ...{ IHC_KEY_PEPPER: testSecrets.keyPepper, IHC_SIGNING_KEY: testSecrets.signingKey },
      },
      folder,
    );
  // biome-ignore lint/suspicious/noExplicitAny: responses are read from outside, as a partner does.
  async function ofRelease(path: string, headers: Headers, body?: object): Promise<any> {
    const { origin } = new URL(await old.ready);
    const response = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as { success: boolean; data: unknown };
    if (!reply.success) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    return reply.data;
  }
  const headersOf = (data: { client_id: string; api_key: string }): Headers => ({
    'x-client-id': data.client_id,
    'x-api-key': data.api_key,
  });
  const statusOf = async () => (await ofRelease(`/v1/bookings/${bookingId}`, partner)).status;
  const undo = (revision: number) => tap(user, bookingId, 'undo', { revision });

  it('begins with a webhook for check-ins that the release has stored', async () => {
    const created = await ofRelease('/v1/sandbox/credentials', {}, { role: 'hotel' });
    partner = headersOf(created);
    supplier = headersOf(created.supply);
    hotelId = created.hotel.public_id;
    await ofRelease('/v1/webhooks', partner, {
      url: receiver.url('/ok'),
      events: ['booking.checked_in'],
    });
    const [plan] = await ofRelease(`/v1/rates?hotelId=${hotelId}`, partner);
    const stay = { hotelId, roomTypeId: plan.room_type_id, ratePlanId: plan.id };
    const dates = { checkIn: inDays(0), checkOut: inDays(2) };
    bookingId = (await ofRelease('/v1/bookings', partner, { ...stay, ...dates, ...GUEST })).booking_id;
  }, 60_000);

  it('while the release is the desk, an undo is refused and nothing changes', async () => {
    next = await startTestService({ databaseUrl: database.url, deliveries: false, housekeeping: false });
    user = await enter(next, { supplier } as HotelTester, 'FRONT_DESK');
    expect((await tap(user, bookingId, 'check-in')).status).toBe(200);
    const refused = await undo(2);
    expect([refused.status, refused.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect((await readBooking(user, bookingId)).booking).toMatchObject({ status: 'CHECKED_IN', revision: 2 });
    expect(await statusOf()).toBe('CHECKED_IN');
  }, 60_000);

  it('an undo of this version is delivered and shown by the release', async () => {
    old.process.kill('SIGTERM');
    expect(await old.exited).toBe(0);
    const end = Date.now() + 30_000;
    while ((await undo(2)).status !== 200) {
      if (Date.now() > end) throw new Error('the undo was not accepted');
      await sleep(200);
    }
    old = startOld();
    await old.ready;
    await next!.end();
    next = null;
    const got = await receiver.has(2);
    expect(got.map(({ body }) => JSON.parse(body).type)).toEqual(['booking.checked_in', 'booking.corrected']);
    expect(JSON.parse(got[1]!.body).data.booking).toMatchObject({
      ...{ status: 'CONFIRMED', revision: 3, voucher: { status: 'ISSUED' } },
    });
    const events = await ofRelease('/v1/events', partner);
    expect(
      events.map(({ type }: { type: string }) => type).filter((type: string) => type !== 'hotel.updated'),
    ).toEqual(['booking.confirmed', 'booking.checked_in', 'booking.corrected']);
    const reservations = await ofRelease(`/supply/v1/reservations?hotelId=${hotelId}`, supplier);
    expect(reservations.at(-1)).toMatchObject({
      ...{ event: 3, kind: 'booking.corrected', reservation: { status: 'CONFIRMED' } },
    });
    const [webhook] = await ofRelease('/v1/webhooks', partner);
    expect(webhook.events).toEqual(['booking.checked_in', 'booking.corrected']);
    // The stay goes on at the release.
    await ofRelease(`/supply/v1/reservations/${bookingId}/check-in`, supplier, {});
    expect(await statusOf()).toBe('CHECKED_IN');
    const pool = createPool({ url: database.url, size: 1, onError: () => {} });
    await expectNoHalt(pool);
    await pool.end();
  }, 120_000);
}
