import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBooking } from '../../src/domain/booking/bookings.store.ts';
import { lastEvents, readEvents } from '../../src/domain/booking/events/events.store.ts';
import { type HotelId, noId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { bookCommand, setAllotment } from '../support/book-command.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

const STAY = demoStay();
const OTHER = demoStay({ hotel: 'HTL-2026-0002' });

let service: TestService;
let credentials: Record<string, string>;
let batches: number;
beforeAll(async () => {
  service = await startTestService({
    housekeeping: false,
    desk: {
      newBatchId: () => {
        batches += 1;
        return randomUUID();
      },
    },
  });
  for (const stay of [STAY, OTHER]) await setAllotment(service, stay, 200);
});
afterAll(async () => {
  expect(await verify(service.context.pool, () => {})).toBe(0);
  await service.end();
});
beforeEach(async () => {
  batches = 0;
  credentials = await freshCredentials(service);
});

const client = () => service.context.snapshot.findClient(credentials['x-client-id']!)!;
const streamOf = ({ hotelId }: typeof STAY) => ({
  ...{ ledgerId: client().ledgerId, hotelId: service.context.snapshot.findHotel(hotelId)!.id },
});
const events = (stay = STAY, after = 0, limit = 1000) =>
  readEvents(service.context.pool, streamOf(stay), after, limit);
const post = async (url: string, body: object) => {
  const response = await service.call('POST', url, { headers: credentials, body });
  expect([url, response.status, response.body.error]).toEqual([url, 200, undefined]);
  return response.body.data;
};

describe('events', () => {
  it('of one batch are numbered in the order of the decisions, for each hotel by itself', async () => {
    const stays = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? OTHER : STAY));
    const commands = stays.map((stay, index) =>
      bookCommand(service, credentials, stay, {
        request: {
          guest: {
            name: `Guest ${index}`,
            phone: `+96477012345${String(index).padStart(2, '0')}`,
            email: null,
          },
        },
      }),
    );
    const responses = await Promise.all(commands.map((command) => service.context.submit(command)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(batches).toBe(1);
    for (const stay of [STAY, OTHER]) {
      const names = stays.flatMap((one, index) => (one === stay ? [`Guest ${index}`] : []));
      const found = await events(stay);
      expect(found.map(({ number, booking }) => [number, booking.guest.name])).toEqual(
        names.map((name, index) => [index + 1, name]),
      );
    }
    const streams = [streamOf(OTHER), { ...streamOf(STAY), hotelId: noId<HotelId>() }, streamOf(STAY)];
    expect(await lastEvents(service.context.pool, streams)).toEqual([20, 0, 40]);
    expect((await events(STAY, 10, 3)).map(({ number }) => number)).toEqual([11, 12, 13]);
    expect(await events(STAY, 40)).toEqual([]);
  });

  it('have the whole booking after each change, and its nights', async () => {
    const body = { ...STAY, ...GUEST, guestEmail: 'zainab@example.com', roomsCount: 2, adults: 3 };
    const { booking_id: id } = await post('/v1/bookings', body);
    const now = async () => (await findBooking(service.context.pool, client().id, { id }))!;
    const states = [await now()];
    await post(`/v1/bookings/${id}/modify`, { checkOut: inDays(33), guestName: 'Zainab' });
    states.push(await now());
    await post(`/v1/bookings/${id}/modify`, { guestPhone: '0771 123 4567' });
    states.push(await now());
    await post(`/v1/bookings/${id}/cancel`, { dryRun: true });
    await post(`/v1/bookings/${id}/cancel`, {});
    await post(`/v1/bookings/${id}/cancel`, {});
    states.push(await now());
    const found = await events();
    expect(found.map(({ booking }) => booking)).toEqual(states);
    const { checkIn } = states[0]!.stay;
    expect(found.map(({ number, kind, nights }) => [number, kind, nights])).toEqual([
      [1, 'booking.confirmed', [[STAY.roomTypeId, checkIn, checkIn + 1, 2]]],
      [2, 'booking.modified', [[STAY.roomTypeId, checkIn + 2, checkIn + 2, 2]]],
      [3, 'booking.modified', []],
      [4, 'booking.cancelled', [[STAY.roomTypeId, checkIn, checkIn + 2, -2]]],
    ]);
    const last = await service.context.pool.query(
      "select number, last_night - date '1970-01-01' as night from events where booking_id = $1 order by 1",
      [id],
    );
    expect(last.rows.map(({ night }) => night)).toEqual([checkIn + 1, checkIn + 2, null, checkIn + 2]);
  });

  it('go on after a reset of the sandbox: no number is given twice', async () => {
    await post('/v1/bookings', { ...STAY, ...GUEST });
    await post('/v1/bookings', { ...STAY, ...GUEST });
    await post('/v1/sandbox/reset', {});
    expect(await events()).toEqual([]);
    expect(await lastEvents(service.context.pool, [streamOf(STAY)])).toEqual([2]);
    expect(await verify(service.context.pool, () => {})).toBe(0);
    await post('/v1/bookings', { ...STAY, ...GUEST });
    expect((await events()).map(({ number }) => number)).toEqual([3]);
  });
});
