import { dayInBaghdad } from '../src/kernel/day.ts';
import { bookingRequest } from './booking-requests.ts';
import type { LoadResult } from './load.ts';
import { availabilityPath, type Looks, lookRequests } from './look-requests.ts';
import type { OpenLoopPlan, OpenLoopResult } from './open-loop.ts';
import type { PacedPlan, PacedResult } from './paced.ts';
import { getRequest } from './requests.ts';
import { median, type Row } from './row.ts';
import { alternate, count, demandOnly200, describe, type Stage } from './stage.ts';
import type { World } from './support.ts';
import { findBookableStays } from './world.store.ts';

const CONNECTIONS = 16;
export const BOOKINGS_A_SECOND = 200;
const NIGHTS = 3;
const LOOK_AFTER_EVERY = 5;
const AT_LEAST = 0.7;
/**
 * The share of the planned bookings per second that must be reached. With a smaller share, the result proves nothing.
 */
const PACE_KEPT = 0.95;
/** Bookings begin this long before the reads, and end this long after them. */
const MARGIN_MILLISECONDS = 1_000;

/** The rate of reads in the open loop, as a share of the rate in the closed loop without bookings. */
const LOOKS_SHARE = 0.7;
const P99_LIMIT_MILLISECONDS = 50;

/**
 * Measures a mix of reads without and with concurrent bookings. Every caller must see its own booking at once. Then the
 * function sends reads and bookings at fixed times, and measures how soon a booking is confirmed while reads use most
 * of the capacity of the node.
 */
export async function benchLooksWhileBooking(stage: Stage): Promise<Row[]> {
  const world = await stage.season();
  const port = await stage.node();
  const requests = mixOf(await lookRequests(world, dayInBaghdad(new Date())));
  const looks = () => stage.runLoad({ port, connections: CONNECTIONS, requests });
  const booker = stage.child('paced.ts');
  const booked: PacedResult[] = [];
  const whileBooking = async (): Promise<LoadResult> => {
    const plan = await pacedBookings(stage, world, port);
    const bookings = booker.ask<PacedResult>('book', plan);
    const [, result] = await Promise.all([bookings, afterMargin(looks)]);
    booked.push(await bookings);
    demandOnly200(booked.at(-1)!.statuses);
    return result;
  };
  const work = `reads while ${BOOKINGS_A_SECOND} bookings/s run`;
  const result = await alternate(stage, work, { alone: looks, 'while booking': whileBooking });
  await booker.end();
  return [
    rowOf(work, result.alone, result['while booking'], booked),
    await benchOpenLoop(stage, world, { port, requests, capacity: result.alone.perSecond }),
  ];
}

async function benchOpenLoop(
  stage: Stage,
  world: World,
  looks: { port: number; requests: Buffer[]; capacity: number },
): Promise<Row> {
  const sender = stage.child('open-loop.ts');
  const perSecond = LOOKS_SHARE * looks.capacity;
  const { warmupMilliseconds, milliseconds } = stage.pace.bookings;
  const results: Record<string, OpenLoopResult>[] = [];
  const work = `${BOOKINGS_A_SECOND} bookings/s while reads run at ${LOOKS_SHARE * 100} % of their capacity, open loop`;
  for (let round = 1; round <= stage.pace.rounds; round += 1) {
    const { bookings } = await bookingsFor(world, (warmupMilliseconds + milliseconds) / 1000);
    const plan: OpenLoopPlan = {
      port: looks.port,
      ...{ warmupMilliseconds, milliseconds },
      streams: {
        bookings: { perSecond: BOOKINGS_A_SECOND, requests: bookings },
        looks: { perSecond, requests: looks.requests },
      },
    };
    const result = await sender.ask<Record<string, OpenLoopResult>>('send', plan);
    for (const { statuses } of Object.values(result)) demandOnly200(statuses);
    results.push(result);
    stage.progress(
      `${work}, round ${round}: bookings ${describe(result.bookings!)}; reads ${describe(result.looks!)}`,
    );
  }
  await sender.end();
  const of = (stream: string, read: (one: OpenLoopResult) => number) =>
    median(results.map((result) => read(result[stream]!)));
  const booked = { perSecond: of('bookings', (one) => one.perSecond), p99: of('bookings', (one) => one.p99) };
  const read = { perSecond: of('looks', (one) => one.perSecond), p99: of('looks', (one) => one.p99) };
  return {
    work,
    against: '–',
    measured: `bookings ${describe(booked)}; reads ${describe(read)}`,
    ratio: '–',
    atLeast: `p99 of bookings at most ${P99_LIMIT_MILLISECONDS} ms`,
    reached: booked.p99 <= P99_LIMIT_MILLISECONDS && booked.perSecond >= PACE_KEPT * BOOKINGS_A_SECOND,
    figures: { bookingsP99: booked.p99, looksPerSecond: read.perSecond, looksP99: read.p99 },
  };
}

function rowOf(work: string, alone: LoadResult, busy: LoadResult, booked: PacedResult[]): Row {
  const share = busy.perSecond / alone.perSecond;
  const pace = median(booked.map((one) => one.perSecond));
  const p99 = median(booked.map((one) => one.p99));
  const looks = booked.reduce((sum, one) => sum + one.looks, 0);
  const stale = booked.reduce((sum, one) => sum + one.stale, 0);
  return {
    work,
    against: `the same reads without bookings, ${describe(alone)}`,
    measured: `${describe(busy)}; bookings ${describe({ perSecond: pace, p99 })}`,
    ratio: `**${Math.round(share * 100)} %**, ${stale} stale of ${count(looks)} reads after the caller's own booking`,
    atLeast: `${AT_LEAST * 100} %, 0 stale`,
    reached: share >= AT_LEAST && stale === 0 && pace >= PACE_KEPT * BOOKINGS_A_SECOND,
    figures: { alonePerSecond: alone.perSecond, perSecond: busy.perSecond, share, pace, looks, stale },
  };
}

/**
 * Returns a mix of reads. Of ten reads, four are availability, two are search, two are hotel list and two are
 * price-check. The order is the same in every run.
 */
export function mixOf(looks: Looks): Buffer[] {
  const pattern = [
    ...[looks.search, looks.search, looks.hotels, looks.hotels, looks.priceCheck, looks.priceCheck],
    ...[looks.availability, looks.availability, looks.availability, looks.availability],
  ];
  const length = looks.search.requests.length;
  const mix = Array.from({ length }, (_, index) => pattern[index % pattern.length]!.requests[index]!);
  let seed = 1;
  for (let last = mix.length - 1; last > 0; last -= 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const other = seed % (last + 1);
    [mix[last], mix[other]] = [mix[other]!, mix[last]!];
  }
  return mix;
}

async function pacedBookings(stage: Stage, world: World, port: number): Promise<PacedPlan> {
  const { warmupMilliseconds, milliseconds } = stage.pace.looks;
  const seconds = (warmupMilliseconds + milliseconds + 2 * MARGIN_MILLISECONDS) / 1000;
  return { port, perSecond: BOOKINGS_A_SECOND, ...(await bookingsFor(world, seconds)) };
}

/**
 * Returns bookings for `seconds` seconds, each for nights that nobody has booked, and reads of some of these nights.
 */
export async function bookingsFor(
  world: World,
  seconds: number,
): Promise<Pick<PacedPlan, 'bookings' | 'looks'>> {
  const wanted = Math.ceil(seconds * BOOKINGS_A_SECOND);
  const stays = await findBookableStays(world.pool, NIGHTS, 20, wanted);
  if (stays.length < wanted) throw new Error(`only ${stays.length} of ${wanted} stays are left to book`);
  const callers = world.callersOf(Math.max(...world.size.partners));
  const callerOf = (index: number) => callers[index % callers.length]!;
  return {
    bookings: stays.map((stay, index) => bookingRequest(callerOf(index), stay, `PACED-${index}`)),
    looks: stays.map((stay, index) =>
      index % LOOK_AFTER_EVERY === 0 ? getRequest(availabilityPath(stay, NIGHTS), callerOf(index)) : null,
    ),
  };
}

async function afterMargin<Result>(run: () => Promise<Result>): Promise<Result> {
  await new Promise((done) => setTimeout(done, MARGIN_MILLISECONDS));
  return run();
}
