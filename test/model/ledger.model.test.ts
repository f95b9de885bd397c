import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayInBaghdad, formatDay } from '../../src/kernel/day.ts';
import { verify } from '../../src/verification/verify.usecase.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

/**
 * Any sequence of steps by several callers at once, beside a model that only counts rooms. What the model knows after
 * each round must be what database and snapshot say. A failing run prints its seed and path; set them below to replay.
 */
const SEED = Number(process.env.IHC_MODEL_SEED ?? Date.now() % 1_000_000);
const RUNS = 40;
const FIRST = 30;
const DAYS = 6;
const ROOMS = ['DBL', 'TRP'] as const;
const HOTEL = 'HTL-2026-0005';

let service: TestService;
let shift = 0;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
});
afterAll(() => service.end());

const stay = fc.record({
  room: fc.constantFrom(...ROOMS),
  from: fc.nat(DAYS - 2),
  nights: fc.integer({ min: 1, max: 2 }),
  rooms: fc.integer({ min: 1, max: 3 }),
});
const caller = fc.nat(2);
const which = fc.nat(50);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('quote' as const), caller, stay }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('prebook' as const), caller, stay }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('book' as const), caller, stay }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('modify' as const), caller, which, stay }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('allot' as const),
      room: fc.constantFrom(...ROOMS),
      day: fc.nat(DAYS - 1),
      allotment: fc.nat(6),
      blocked: fc.nat(2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restrict' as const),
      room: fc.constantFrom(...ROOMS),
      day: fc.nat(DAYS - 1),
      stopSell: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      room: fc.constantFrom(...ROOMS),
      percent: fc.integer({ min: 90, max: 110 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type StayOf = { room: (typeof ROOMS)[number]; from: number; nights: number; rooms: number };

interface Taken {
  room: string;
  first: number;
  last: number;
  rooms: number;
}

interface World {
  headers: Record<string, string>;
  bookings: Map<string, Taken>;
  holds: Map<string, Taken & { phone: string }>;
}

const bodyOf = (wanted: StayOf) => ({
  ...demoStay({ hotel: HOTEL, room: wanted.room, from: FIRST + wanted.from, nights: wanted.nights }),
  roomsCount: wanted.rooms,
  adults: wanted.rooms,
});
const phoneOf = (who: number) => `077012345${60 + who}`;

describe('the ledger beside its model', () => {
  it(`keeps every promise under any sequence of concurrent steps (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 14 }),
        async (rounds) => {
          const world = await freshWorld();
          for (const round of rounds) {
            // Steps that change what the hotel offers come first; the callers' then run against each other.
            for (const one of round) await changeOffer(one);
            const offered = await nights(world);
            await Promise.all(round.map((one) => act(world, one)));
            await check(world, offered);
          }
          expect(await verify(service.context.pool, () => {})).toBe(0);
        },
      ),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  }, 240_000);
});

async function freshWorld(): Promise<World> {
  shift = 0;
  await service.context.pool.query(
    `update nights set allotment = 5, blocked = 0, stop_sell = false
     where hotel_id = (select id from hotels where public_id = $1)`,
    [HOTEL],
  );
  await service.context.feed.catchUp();
  return { headers: await freshCredentials(service), bookings: new Map(), holds: new Map() };
}

async function changeOffer(one: Step): Promise<void> {
  const { pool, feed } = service.context;
  const room = 'room' in one ? demoStay({ hotel: HOTEL, room: one.room }).roomTypeId : '';
  const day = 'day' in one ? formatDay(dayInBaghdad(new Date()) + FIRST + one.day) : '';
  if (one.kind === 'allot')
    await pool.query('update nights set allotment = $3, blocked = $4 where room_type_id = $1 and day = $2', [
      room,
      day,
      one.allotment,
      one.blocked,
    ]);
  else if (one.kind === 'restrict')
    await pool.query('update nights set stop_sell = $3 where room_type_id = $1 and day = $2', [
      room,
      day,
      one.stopSell,
    ]);
  else if (one.kind === 'price')
    await pool.query(
      'update rate_plans set single_price = greatest(1000, single_price * $2 / 100) where room_type_id = $1',
      [room, one.percent],
    );
  else return;
  await feed.catchUp();
}

const post = (world: World, url: string, body: unknown) =>
  service.call('POST', url, { body, headers: world.headers });
const takenBy = (wanted: StayOf): Taken => ({
  room: wanted.room,
  first: wanted.from,
  last: wanted.from + wanted.nights,
  rooms: wanted.rooms,
});

async function act(world: World, one: Step): Promise<void> {
  if (one.kind === 'quote') await post(world, '/v1/price-check', bodyOf(one.stay));
  else if (one.kind === 'prebook') {
    const answer = await post(world, '/v1/prebook', {
      ...bodyOf(one.stay),
      ...GUEST,
      guestPhone: phoneOf(one.caller),
    });
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 200)
      world.holds.set(answer.body.data.prebook_token, {
        ...takenBy(one.stay),
        phone: answer.body.data.guest.phone,
      });
  } else if (one.kind === 'book') {
    const answer = await post(world, '/v1/bookings', {
      ...bodyOf(one.stay),
      ...GUEST,
      guestPhone: phoneOf(one.caller),
    });
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 200) world.bookings.set(answer.body.data.booking_id, takenBy(one.stay));
  } else if (one.kind === 'modify') {
    const id = [...world.bookings.keys()][one.which % Math.max(1, world.bookings.size)];
    if (id === undefined) return;
    const { checkIn, checkOut, roomTypeId } = bodyOf(one.stay);
    const answer = await post(world, `/v1/bookings/${id}/modify`, { checkIn, checkOut, roomTypeId });
    expect([200, 409]).toContain(answer.status);
  } else if (one.kind === 'cancel') {
    const id = [...world.bookings.keys()][one.which % Math.max(1, world.bookings.size)];
    if (id !== undefined) expect((await post(world, `/v1/bookings/${id}/cancel`, {})).status).toBe(200);
  } else if (one.kind === 'release') {
    const token = [...world.holds.keys()][one.which % Math.max(1, world.holds.size)];
    if (token !== undefined) await service.call('DELETE', `/v1/prebook/${token}`, { headers: world.headers });
  } else if (one.kind === 'expire') shift += 5 * 60_000;
}

interface Cell {
  allotment: number;
  blocked: number;
  booked: number;
  held: number;
  available: number;
}

async function nights(world: World): Promise<Map<string, Cell>> {
  const cells = new Map<string, Cell>();
  for (const room of ROOMS) {
    const { roomTypeId, checkIn } = demoStay({ hotel: HOTEL, room, from: FIRST });
    const url = `/v1/availability?hotelId=${HOTEL}&roomTypeId=${roomTypeId}&startDate=${checkIn}&days=${DAYS + 2}`;
    const { body } = await service.call('GET', url, { headers: world.headers });
    for (const [index, day] of (body.data as Cell[]).entries()) cells.set(`${room}/${index}`, day);
  }
  return cells;
}

/** What bookings and live locks say that they have, against what the calendar shows and the database stores. */
async function check(world: World, before: Map<string, Cell>): Promise<void> {
  const booked = new Map<string, number>();
  const held = new Map<string, number>();
  const today = dayInBaghdad(new Date());
  const add = (into: Map<string, number>, room: string, checkIn: string, checkOut: string, rooms: number) => {
    const base = today + FIRST;
    const first = Date.parse(checkIn) / 86_400_000 - base;
    const last = Date.parse(checkOut) / 86_400_000 - base;
    for (let day = first; day < last; day += 1)
      into.set(`${room}/${day}`, (into.get(`${room}/${day}`) ?? 0) + rooms);
  };
  const list = await service.call('GET', '/v1/bookings?limit=200', { headers: world.headers });
  for (const booking of list.body.data) {
    const money = booking.price;
    const lines = money.nightly.reduce(
      (sum: number, night: { amount: string }) => sum + Number(night.amount),
      0,
    );
    expect(Number(money.total)).toBe(lines + Number(money.tax.amount) + Number(money.service_charge.amount));
    if (booking.status !== 'CANCELLED')
      add(booked, booking.room_type.code, booking.check_in, booking.check_out, booking.rooms_count);
  }
  expect(list.body.data).toHaveLength(world.bookings.size);
  for (const [token, hold] of world.holds) {
    const { body } = await service.call('GET', `/v1/prebook/${token}`, { headers: world.headers });
    if (body.data.status === 'ACTIVE')
      add(held, hold.room, body.data.check_in, body.data.check_out, body.data.rooms_count);
  }
  for (const [key, cell] of await nights(world)) {
    expect([key, cell.booked, cell.held]).toEqual([key, booked.get(key) ?? 0, held.get(key) ?? 0]);
    expect(cell.available).toBe(Math.max(0, cell.allotment - cell.booked - cell.blocked));
    // Nothing was sold that was not there: more rooms are taken than offered only where the hotel offered less afterwards.
    const old = before.get(key)!;
    const taken = cell.booked + cell.held;
    if (taken > old.booked + old.held)
      expect(taken).toBeLessThanOrEqual(cell.allotment - (cell.blocked - cell.held));
  }
}
