import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeOffer } from '../../../src/domain/offers/change-offer.usecase.ts';
import { findHotelProducts } from '../../../src/domain/offers/offered-hotels.store.ts';
import { getDay } from '../../../src/kernel/day.ts';
import { idOf, type RoomTypeId } from '../../../src/kernel/ids.ts';
import { HOTEL, type Pushes, pushesOf, recordEvent } from '../../support/ari.ts';
import { operationOf } from '../../support/operation.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

let service: TestService;
let supplier: Pushes;
/** Each test has a night of its own. */
let night = 60;
beforeAll(async () => {
  service = await startTestService();
  supplier = await pushesOf(service);
  const { id } = service.context.snapshot.findHotel(HOTEL)!;
  await service.context.pool.query('update nights set blocked = 0 where hotel_id = $1', [id]);
});
afterAll(() => service.end());

const { roomTypeId } = demoStay();
const push = (set: object, rest: object = {}) => supplier.push([{ from: night, set }], rest);
const roomsLeft = async () => (await supplier.inForce(night)).rooms_left;

/** Books a room of the night, and makes sure that there is an event. Returns its number. */
async function sell(): Promise<number> {
  const before = await lastEvent();
  const body = { ...demoStay({ from: night, nights: 1 }), ...GUEST };
  expect((await service.call('POST', '/v1/bookings', { body })).status).toBe(200);
  const day = getDay(inDays(night));
  const after = await lastEvent();
  return after > before ? after : recordEvent(service, [[roomTypeId, day, day, 1]]);
}

async function lastEvent(): Promise<number> {
  const result = await service.context.pool.query(
    'select coalesce(max(last), 0)::int as last from event_numbers',
  );
  return result.rows[0].last;
}

async function acknowledge(upTo: number): Promise<void> {
  await service.context.pool.query(
    `insert into supply_acknowledgements (client_id, hotel_id, up_to, acknowledged_at)
     select c.id, h.id, $3, now() from clients c, hotels h where c.client_id = $1 and h.public_id = $2
     on conflict (client_id, hotel_id) do update set up_to = excluded.up_to`,
    [supplier.headers['x-client-id'], HOTEL, upTo],
  );
}

async function book(): Promise<string> {
  const body = { ...demoStay({ from: night, nights: 1 }), ...GUEST };
  return (await service.call('POST', '/v1/bookings', { body })).body.data.booking_id;
}

async function cannotHonour(id: string, more: object = {}): Promise<number> {
  const url = `/supply/v1/reservations/${id}/cannot-honour`;
  const body = { reason: 'water damage', ...more };
  return (await service.call('POST', url, { headers: supplier.headers, body })).status;
}

describe('rooms left', () => {
  it('are counted as of the event that the sender has seen: 5, a sale, and 5 again leave 4', async () => {
    const seen = await lastEvent();
    await push({ roomsLeft: 5 }, { seenEvent: seen });
    expect(await roomsLeft()).toBe(5);
    const sold = await sell();
    await push({ roomsLeft: 5 }, { seenEvent: seen });
    expect(await roomsLeft()).toBe(4);
    // Now it has heard of the sale, and names one less.
    await push({ roomsLeft: 4 }, { seenEvent: sold });
    expect(await roomsLeft()).toBe(4);
  });

  it('control: stored as a total, they sell one too many; subtracted twice, one too few', async () => {
    night += 1;
    await push({ allotment: 5 });
    await sell();
    const sold = await sell();
    // The sender has heard of both sales and has 3 rooms left.
    await push({ allotment: 3 });
    expect(await roomsLeft()).toBe(1);
    await push({ roomsLeft: 3 }, { seenEvent: sold });
    expect(await roomsLeft()).toBe(3);
    // The sender has heard of none and says 5. As a total that counts, it would be right only by chance.
    await push({ roomsLeft: 5 }, { seenEvent: sold - 2 });
    expect(await roomsLeft()).toBe(3);
  });

  it('without seenEvent are counted as of the last acknowledgement of this supplier', async () => {
    night += 1;
    const sold = await sell();
    await push({ roomsLeft: 6 });
    const ofNobody = await roomsLeft();
    await acknowledge(sold);
    const response = await push({ roomsLeft: 6 });
    expect([ofNobody, await roomsLeft(), response.body.data.seen_event]).toEqual([5, 6, sold]);
    const other = await pushesOf(service);
    const unseen = await other.push([{ from: night, set: { roomsLeft: 6 } }]);
    expect([unseen.body.data.seen_event, await roomsLeft()]).toEqual([0, 5]);
  });

  it('include cancellations after the event: a room that came back is not subtracted', async () => {
    night += 1;
    const sold = await sell();
    const day = getDay(inDays(night));
    await service.context.pool.query(
      'update night_counters set booked = booked - 1 where room_type_id = $1 and day = $2 and booked > 0',
      [roomTypeId, inDays(night)],
    );
    await recordEvent(service, [[roomTypeId, day, day, -1]]);
    await push({ roomsLeft: 4 }, { seenEvent: sold });
    // The sender still counts the booking as sold. Its room is free again: one more can be sold.
    expect(await roomsLeft()).toBe(5);
  });

  it.each([
    ['blocks its room: the room is not offered', {}, 4],
    ['sells its room again: the room is offered', { sellAgain: true }, 5],
  ])('counted before a booking that the hotel cannot honour, which %s', async (_, more, left) => {
    night += 1;
    const empty = await lastEvent();
    await push({ roomsLeft: 5 }, { seenEvent: empty });
    const id = await book();
    const counted = await lastEvent();
    expect([await cannotHonour(id, more), await roomsLeft()]).toEqual([200, left]);
    // These counts were made before and are delivered after it: the booking is still one of those that took a room.
    await push({ roomsLeft: 4 }, { seenEvent: counted });
    expect(await roomsLeft()).toBe(left);
    // Here even the booking was not known.
    await push({ roomsLeft: 5 }, { seenEvent: empty });
    expect(await roomsLeft()).toBe(left);
    await push({ roomsLeft: left }, { seenEvent: await lastEvent() });
    expect(await roomsLeft()).toBe(left);
  });

  it.each([
    ['by a lower allotment', { allotment: 1 }, { allotment: 1, blocked: 0 }],
    ['by blocking it', { blocked: 1 }, { allotment: 2, blocked: 1 }],
    ['not at all', {}, { allotment: 2, blocked: 1 }],
  ])('do not lose a room twice that cannot be given. Taken out before: %s', async (_, set, after) => {
    night += 1;
    await push({ allotment: 2, blocked: 0 });
    const [first, second] = [await book(), await book()];
    const counted = await lastEvent();
    if (Object.keys(set).length > 0) await push(set);
    expect(await cannotHonour(first)).toBe(200);
    expect(await supplier.inForce(night)).toMatchObject({ ...after, rooms_left: 0 });
    // One room of two is good, and taken. So it was when the hotel counted.
    await push({ roomsLeft: 0 }, { seenEvent: counted });
    expect(await roomsLeft()).toBe(0);
    expect((await service.call('POST', `/v1/bookings/${second}/cancel`, { body: {} })).status).toBe(200);
    expect(await roomsLeft()).toBe(1);
  });

  it('stay 0 when more rooms are blocked than a night can have, and a booking cannot be honoured', async () => {
    for (const [blocked, after] of [
      [32_767, 32_767],
      [32_766, 32_767],
    ]) {
      night += 1;
      await push({ allotment: 32_767, blocked: 0 });
      const id = await book();
      await push({ blocked });
      expect([await cannotHonour(id), (await supplier.inForce(night)).blocked]).toEqual([200, after]);
      expect(await roomsLeft()).toBe(0);
    }
  });

  it('do not include holds, which are subtracted, nor blocked rooms; blocked of the same message counts', async () => {
    night += 1;
    await push({ roomsLeft: 5, blocked: 2 });
    expect(await supplier.inForce(night)).toMatchObject({ allotment: 7, blocked: 2, rooms_left: 5 });
    const body = { ...demoStay({ from: night, nights: 1 }), ...GUEST, adults: 2 };
    expect((await service.call('POST', '/v1/prebook', { body })).status).toBe(200);
    await push({ roomsLeft: 5 });
    expect(await supplier.inForce(night)).toMatchObject({ allotment: 7, held: 1, rooms_left: 4 });
    await supplier.push([
      { from: night, set: { roomsLeft: 3 } },
      { from: night, set: { blocked: 0 } },
    ]);
    expect(await supplier.inForce(night)).toMatchObject({ allotment: 3, held: 1, rooms_left: 2 });
  });

  it('after a reset of a sandbox ledger count no sale from before it', async () => {
    night += 1;
    await sell();
    const { ledgerId } = service.context.snapshot.findClient(service.credentials['x-client-id']!)!;
    expect((await service.call('POST', '/v1/sandbox/reset', { body: {} })).status).toBe(200);
    await service.context.pool.query('delete from events where ledger_id = $1', [ledgerId]);
    await push({ roomsLeft: 5 }, { seenEvent: 0 });
    expect(await roomsLeft()).toBe(5);
    await push({ roomsLeft: 5 }, { seenEvent: await lastEvent() });
    expect(await roomsLeft()).toBe(5);
  });
});

describe('a day that was changed without a message', () => {
  it('names an operator, or the hotel that could not honour a booking', async () => {
    night += 1;
    const hotel = (await findHotelProducts(service.context.pool, HOTEL))!;
    const [day, set] = [getDay(inDays(night)), { allotment: 9, blocked: 0 }];
    const nights = [{ roomTypeId: idOf<RoomTypeId>(roomTypeId), weekdays: null, set, first: day, last: day }];
    const how = { action: 'inventory set', dryRun: false };
    expect((await changeOffer(operationOf(service), hotel, { nights, prices: [] }, how)).ok).toBe(true);
    const byOperator = { version: 1, changed_by: 'OPERATOR', message_id: null };
    expect(await supplier.inForce(night)).toMatchObject(byOperator);
    expect(await cannotHonour(await book())).toBe(200);
    const byHotel = { version: 2, changed_by: supplier.headers['x-client-id'], message_id: null };
    expect(await supplier.inForce(night)).toMatchObject({ blocked: 1, ...byHotel });
  });
});
