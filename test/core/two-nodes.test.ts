import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepDueHolds } from '../../src/boot/housekeeping.ts';
import { dayInBaghdad, dayOf } from '../../src/kernel/day.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { expectNoHalt } from '../support/no-halt.ts';
import { OPERATOR_CHANGES } from '../support/operator-changes.ts';
import { SEED } from '../support/seeded.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { findDifferences } from '../support/snapshot-truth.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

/**
 * Two nodes share one database. Callers use both nodes while an operator changes the database directly. When all have
 * finished, the memory of each node must equal the database, cell by cell. A failing run prints its seed. Set
 * IHC_TEST_SEED to the seed to run the same steps again.
 */
/** `npm test` has the short form. */
const STEPS = process.env.IHC_TEST_SET === 'gate' ? 200 : 400;
const CALLERS_AT_ONCE = 12;
const FIRST = 30;
/** A change that is not in SELLING_ON can take a hotel off sale. Only the last hotel gets such changes. */
const HOTELS = ['HTL-2026-0005', 'HTL-2026-0003', 'HTL-2026-0007'] as const;
const SELLING_ON: readonly string[] = ['nights', 'day_prices', 'cancellation_policies', 'exchange_rates'];

const step = fc.record({
  kind: fc.constantFrom(
    ...(['book', 'book', 'book', 'prebook', 'prebook', 'release', 'modify', 'modify', 'cancel'] as const),
    ...(['change', 'change', 'change'] as const),
  ),
  change: fc.constantFrom(...Object.keys(OPERATOR_CHANGES)),
  node: fc.nat(1),
  caller: fc.nat(1),
  hotel: fc.nat(HOTELS.length - 1),
  room: fc.constantFrom('DBL' as const, 'TRP' as const),
  from: fc.nat(8),
  nights: fc.integer({ min: 1, max: 3 }),
  rooms: fc.integer({ min: 1, max: 2 }),
  number: fc.nat(5_000),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let nodes: [TestService, TestService];
let operator: pg.Pool;
let shift = 0;
beforeAll(async () => {
  // Housekeeping is off. It would open a deleted night again while a test compares.
  const options = { clockShift: () => shift, housekeeping: false };
  const first = await startTestService(options);
  const second = await startTestService({ ...options, databaseUrl: first.databaseUrl });
  nodes = [first, second];
  operator = createPool({ url: first.databaseUrl, size: 1, name: 'psql', onError: () => {} });
});
afterAll(async () => {
  await operator.end();
  await nodes[1].close();
  await nodes[0].end();
});

const differences = (node: TestService) => findDifferences(operator, node.context.snapshot);

describe('two nodes', () => {
  it(`have in memory what the database has, whoever wrote it (seed ${SEED})`, async () => {
    const callers = [await freshCredentials(nodes[0]), await freshCredentials(nodes[1])];
    for (const node of nodes) await node.context.feed.catchUp();
    const world: World = { callers, bookings: [], tokens: [], succeeded: new Set() };
    const steps = fc.sample(step, { seed: SEED, numRuns: STEPS });
    await atOnce(CALLERS_AT_ONCE, steps.slice(0, STEPS / 2), (one) => act(world, one));
    // Holds fall due between the halves. The sweepers of both nodes and the batches of the desks release them.
    shift += 16 * 60_000;
    const sweeps = nodes.map((node) => sweepDueHolds(node.context));
    await atOnce(CALLERS_AT_ONCE, steps.slice(STEPS / 2), (one) => act(world, one));
    await Promise.all(sweeps);
    await becomeQuiet();
    for (const node of nodes) expect(await differences(node)).toEqual([]);
    await expectNoHalt(operator);
    // Each kind of step must have succeeded at least once. Otherwise the run proves little.
    expect([...world.succeeded].sort()).toEqual(['book', 'cancel', 'modify', 'prebook', 'release']);
  });

  it('have their own writes in memory before they respond', async () => {
    // This node does not poll the feed. It can know its own writes only because its desk put them into memory.
    const alone = await startTestService({
      databaseUrl: nodes[0].databaseUrl,
      clockShift: () => shift,
      housekeeping: false,
      feed: { pollMilliseconds: 3_600_000 },
    });
    const stay = { ...demoStay({ from: 60 }), ...GUEST };
    const call = async (method: 'POST' | 'DELETE', url: string, body?: unknown) => {
      const response = await alone.call(method, url, { body });
      expect([response.status, await differences(alone)]).toEqual([200, []]);
      return response.body.data;
    };
    await call('POST', '/v1/prebook', stay);
    const booking = await call('POST', '/v1/bookings', stay);
    await call('POST', `/v1/bookings/${booking.booking_id}/modify`, { checkOut: inDays(64) });
    await call('POST', `/v1/bookings/${booking.booking_id}/cancel`, {});
    const hold = await call('POST', '/v1/prebook', stay);
    await call('DELETE', `/v1/prebook/${hold.prebook_token}`);
    await alone.close();
  });

  it('control: a node with a stopped feed differs in every table that the desk does not write, and then catches up', async () => {
    const [writer, still] = nodes;
    await becomeQuiet();
    await still.context.feed.stop();
    const stay = { ...demoStay({ from: 70 }), ...GUEST };
    expect((await writer.call('POST', '/v1/bookings', { body: stay })).status).toBe(200);
    expect((await writer.call('POST', '/v1/prebook', { body: stay })).status).toBe(200);
    // The steps above never use this number, so each change makes a real difference.
    const about = { hotel: HOTELS[0], room: 'DBL', day: 70, number: 5_005 } as const;
    for (const change of Object.values(OPERATOR_CHANGES)) await change(operator, about);
    const found = await differences(still);
    const tables = new Set(found.map((line) => line.split(' ')[0]!));
    // What the desk commits comes over the link, not through the feed.
    expect([...tables].sort()).toEqual(Object.keys(OPERATOR_CHANGES).sort());
    await still.context.feed.catchUp();
    expect(await differences(still)).toEqual([]);
  });

  it('control: a single cell that is wrong is found', async () => {
    const { snapshot } = nodes[0].context;
    const { roomTypeId } = demoStay();
    await becomeQuiet();
    await expect.poll(() => differences(nodes[0])).toEqual([]);
    const day = dayInBaghdad(new Date()) + 100;
    const calendar = snapshot.calendarOf(idOf(roomTypeId));
    const night = calendar.get(dayOf(day));
    calendar.set(dayOf(day), { ...night, minStay: night.minStay + 1 }, 1_000_000);
    expect(await differences(nodes[0])).toEqual([
      expect.stringMatching(new RegExp(`^nights ${roomTypeId} ${inDays(100)}: .*in memory`)),
    ]);
  });
});

interface World {
  callers: Record<string, string>[];
  /** Each booking with the index of its caller. */
  bookings: { caller: number; id: string }[];
  tokens: { caller: number; token: string }[];
  /** The kinds of step that have succeeded. */
  succeeded: Set<string>;
}

async function act(world: World, one: Step): Promise<void> {
  const node = nodes[one.node as 0 | 1];
  const stay = {
    ...demoStay({ hotel: HOTELS[one.hotel]!, room: one.room, from: FIRST + one.from, nights: one.nights }),
    roomsCount: one.rooms,
    adults: one.rooms,
  };
  const guest = { ...GUEST, guestPhone: `07701234${560 + (one.number % 3)}` };
  const send = async (caller: number, method: 'POST' | 'DELETE', url: string, body?: unknown) => {
    const response = await node.call(method, url, { body, headers: world.callers[caller]! });
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(500);
    if (response.status === 200) world.succeeded.add(one.kind);
    return response.status === 200 ? response.body.data : null;
  };
  const booking = world.bookings[one.number % Math.max(1, world.bookings.length)];
  const held = world.tokens[one.number % Math.max(1, world.tokens.length)];
  if (one.kind === 'book') {
    const made = await send(one.caller, 'POST', '/v1/bookings', { ...stay, ...guest });
    if (made !== null) world.bookings.push({ caller: one.caller, id: made.booking_id });
  } else if (one.kind === 'prebook') {
    const made = await send(one.caller, 'POST', '/v1/prebook', { ...stay, ...guest });
    if (made !== null) world.tokens.push({ caller: one.caller, token: made.prebook_token });
  } else if (one.kind === 'release' && held !== undefined)
    await send(held.caller, 'DELETE', `/v1/prebook/${held.token}`);
  else if (one.kind === 'modify' && booking !== undefined) {
    const { checkIn, checkOut } = stay;
    await send(booking.caller, 'POST', `/v1/bookings/${booking.id}/modify`, { checkIn, checkOut });
  } else if (one.kind === 'cancel' && booking !== undefined)
    await send(booking.caller, 'POST', `/v1/bookings/${booking.id}/cancel`, {});
  else if (one.kind === 'change') {
    const hotel = SELLING_ON.includes(one.change) ? HOTELS[one.hotel]! : HOTELS.at(-1)!;
    const about = { hotel, room: one.room, day: FIRST + one.from, number: one.number };
    await OPERATOR_CHANGES[one.change]!(operator, about);
  }
}

async function atOnce(width: number, steps: Step[], work: (one: Step) => Promise<void>): Promise<void> {
  const waiting = [...steps];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Sweeps due holds, so that no sweeper has work left, and lets both feeds read to the end. */
async function becomeQuiet(): Promise<void> {
  for (const node of nodes) await sweepDueHolds(node.context);
  for (const node of nodes) await node.context.feed.catchUp();
}
