import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dayInBaghdad, formatDay } from '../src/kernel/day.ts';
import { monotonicNow } from '../src/platform/db/monotonic.ts';
import { addPlans, findPushedHotels, makeSupplier, type PushedHotel } from './ari.store.ts';
import { bookingRequest } from './booking-requests.ts';
import type { Child } from './child.ts';
import { Connection } from './connection.ts';
import type { LoadResult } from './load.ts';
import { lookRequests } from './look-requests.ts';
import type { OpenLoopPlan, OpenLoopResult } from './open-loop.ts';
import { planMessage, roomsMessage } from './push-requests.ts';
import { median, percentile, type Row } from './row.ts';
import { alternate, count, demandOnly200, describe, type Stage } from './stage.ts';
import type { Credentials, World } from './support.ts';
import type { BookableStay } from './world.store.ts';

const YEAR = { plans: 20, days: 365, step: 1 };
const YEAR_LIMIT_MILLISECONDS = 1_000;
const LARGE = { plans: 200, days: 500, step: 10 };
const LARGE_LIMIT_MILLISECONDS = 15_000;
const BOOKINGS_A_SECOND = 50;
const LATER_MILLISECONDS = 50;
const SEARCHES = 16;
const SEARCH_AT_LEAST = 0.8;
const SEEN_LIMIT_MILLISECONDS = 1_000;
const SEEN_MESSAGES = 200;

interface Site {
  stage: Stage;
  world: World;
  node: Child;
  port: number;
  supplier: Credentials;
  small: PushedHotel;
  large: PushedHotel;
}

/** Measures how fast messages of suppliers are applied, and how much these messages slow down bookings and searches. */
export async function benchAri(stage: Stage): Promise<Row[]> {
  const world = await stage.endless();
  const [first, second] = await findPushedHotels(world.pool, 2);
  await addPlans(world.pool, first!.publicId, YEAR.plans);
  await addPlans(world.pool, second!.publicId, LARGE.plans);
  const hotels = await findPushedHotels(world.pool, 2);
  const supplier = await makeSupplier(world.pool, 'bench-supplier', hotels);
  const node = stage.child('node.ts');
  const port = await node.ask<number>('start', world.databaseUrl);
  const site: Site = { stage, world, node, port, supplier, small: hotels[0]!, large: hotels[1]! };
  const rows = [
    await benchMessage(site, `${YEAR.days} days × ${YEAR.plans} plans in one message`, site.small, YEAR),
    await benchMessage(site, `${LARGE.days} days × ${LARGE.plans} plans in one message`, site.large, LARGE),
    await benchBookings(site),
    await benchSearch(site),
    await benchSeen(site),
  ];
  await node.end();
  return rows;
}

async function benchMessage(
  { stage, port, supplier }: Site,
  work: string,
  hotel: PushedHotel,
  size: typeof YEAR,
): Promise<Row> {
  const limit = size === YEAR ? YEAR_LIMIT_MILLISECONDS : LARGE_LIMIT_MILLISECONDS;
  const times: number[] = [];
  const connection = await Connection.open(port);
  for (let round = 1; round <= stage.pace.rounds + 1; round += 1) {
    const milliseconds = await pushOnce(connection, planMessage(supplier, hotel, size));
    // The first message is counted too, although it inserts every day and runs code that is not compiled yet.
    times.push(milliseconds);
    stage.progress(`${work}, round ${round}: ${count(milliseconds)} ms`);
  }
  connection.close();
  const most = Math.max(...times);
  return {
    work,
    against: '–',
    measured: `median ${count(median(times))} ms, most ${count(most)} ms`,
    ratio: '–',
    atLeast: `at most ${count(limit)} ms`,
    reached: most <= limit,
    figures: { median: median(times), most },
  };
}

async function pushOnce(connection: Connection, request: Buffer): Promise<number> {
  const sentAt = performance.now();
  const { status, body } = await connection.exchange(request);
  if (status !== '200') throw new Error(`response ${status}: ${body().slice(0, 500)}`);
  const text = body();
  if (!text.includes('"status":"APPLIED"') || text.includes('REJECTED'))
    throw new Error(`not applied: ${text.slice(0, 500)}`);
  return performance.now() - sentAt;
}

/** Pushes large messages one after another until `work` has ended. */
async function whilePushing<Result>(
  { port, supplier, large }: Site,
  work: () => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.open(port);
  let isOver = false;
  const pushing = (async () => {
    while (!isOver) await pushOnce(connection, planMessage(supplier, large, { ...LARGE, plans: 60 }));
  })();
  try {
    await sleep(500);
    return await work();
  } finally {
    isOver = true;
    await pushing;
    connection.close();
  }
}

async function benchBookings(site: Site): Promise<Row> {
  const { stage, world, port } = site;
  const sender = stage.child('open-loop.ts');
  const { warmupMilliseconds } = stage.pace.bookings;
  const milliseconds = stage.pace.quick ? 5_000 : 10_000;
  const stays = staysOf(site);
  const callers = world.callersOf(Math.max(...world.size.partners));
  let booked = 0;
  const book = async (): Promise<OpenLoopResult> => {
    const wanted = Math.ceil(((warmupMilliseconds + milliseconds) / 1000) * BOOKINGS_A_SECOND);
    const requests = Array.from({ length: wanted }, () => {
      booked += 1;
      return bookingRequest(
        callers[booked % callers.length]!,
        stays[booked % stays.length]!,
        `ARI-${booked}`,
      );
    });
    const streams = { bookings: { perSecond: BOOKINGS_A_SECOND, requests } };
    const plan: OpenLoopPlan = { port, warmupMilliseconds, milliseconds, streams };
    const { bookings } = await sender.ask<Record<string, OpenLoopResult>>('send', plan);
    demandOnly200(bookings!.statuses);
    return bookings!;
  };
  const work = `${BOOKINGS_A_SECOND} bookings/s of a hotel while its messages are applied`;
  const result = await alternate(stage, work, {
    alone: book,
    'while pushing': () => whilePushing(site, book),
  });
  await sender.end();
  const later = result['while pushing'].p99 - result.alone.p99;
  return {
    work,
    against: `without messages, p99 ${result.alone.p99.toFixed(1)} ms`,
    measured: `p99 ${result['while pushing'].p99.toFixed(1)} ms`,
    ratio: `${later.toFixed(1)} ms more`,
    atLeast: `at most ${LATER_MILLISECONDS} ms more`,
    reached: later <= LATER_MILLISECONDS,
    figures: { alone: result.alone.p99, pushing: result['while pushing'].p99, later },
  };
}

/** Returns stays in the last room type of the pushed hotel. The messages change the other room types. */
function staysOf({ large }: Site): BookableStay[] {
  const { roomTypeId, ratePlanId } = large.plans.at(-1)!;
  const today = dayInBaghdad(new Date());
  return Array.from({ length: 300 }, (_, index) => ({
    ...{ hotelId: large.id, roomTypeId, ratePlanId },
    checkIn: formatDay(addDays(today, 20 + index)),
    checkOut: formatDay(addDays(today, 22 + index)),
  }));
}

async function benchSearch(site: Site): Promise<Row> {
  const { stage, world, port } = site;
  const { search } = await lookRequests(world, dayInBaghdad(new Date()));
  const load = (): Promise<LoadResult> =>
    stage.runLoad({ port, connections: SEARCHES, requests: search.requests }, stage.pace.bookings);
  const work = 'searches while messages are applied';
  const result = await alternate(stage, work, {
    alone: load,
    'while pushing': () => whilePushing(site, load),
  });
  const share = result['while pushing'].perSecond / result.alone.perSecond;
  return {
    work,
    against: `without messages, ${describe(result.alone)}`,
    measured: describe(result['while pushing']),
    ratio: `**${Math.round(share * 100)} %**`,
    atLeast: `${SEARCH_AT_LEAST * 100} %`,
    reached: share >= SEARCH_AT_LEAST,
    figures: { alone: result.alone.perSecond, pushing: result['while pushing'].perSecond, share },
  };
}

/** Measures the time until a small message is in another node's memory, while large messages are applied. */
async function benchSeen(site: Site): Promise<Row> {
  const { stage, world, port, supplier, small } = site;
  const other = stage.child('node.ts');
  await other.ask('start', world.databaseUrl);
  const today = dayInBaghdad(new Date());
  const cells = Array.from({ length: stage.pace.quick ? SEEN_MESSAGES / 4 : SEEN_MESSAGES }, (_, index) => ({
    ...{
      roomTypeId: small.plans[0]!.roomTypeId,
      day: addDays(today, 200 + index),
      allotment: 20_000 + index,
    },
  }));
  await other.ask('watchRooms', cells);
  const connection = await Connection.open(port);
  const sentAt = await whilePushing(site, async () => {
    const times: number[] = [];
    for (const [index, { allotment }] of cells.entries()) {
      times.push(monotonicNow());
      await pushOnce(
        connection,
        roomsMessage(supplier, small, { first: 200 + index, days: 1, rooms: allotment }),
      );
      await sleep(10);
    }
    await sleep(2_000);
    return times;
  });
  connection.close();
  const seenAt = await other.ask<(number | null)[]>('roomsSeenAt');
  await other.end();
  const delays = seenAt.map((seen, index) => {
    if (seen === null) throw new Error('node B has not seen a message of node A');
    return seen - sentAt[index]!;
  });
  const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)];
  return {
    work: 'small message sent to node A → visible on node B, while large ones are applied',
    against: '–',
    measured: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, of ${delays.length} messages`,
    ratio: '–',
    atLeast: `p99 under ${count(SEEN_LIMIT_MILLISECONDS)} ms`,
    reached: p99 < SEEN_LIMIT_MILLISECONDS,
    figures: { p50, p99 },
  };
}
