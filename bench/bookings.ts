import type { AddressInfo } from 'node:net';
import { addDays, dayInBaghdad, dayOf, formatDay } from '../src/kernel/day.ts';
import { createPool } from '../src/platform/db/pool.ts';
import { bookingRequest } from './booking-requests.ts';
import { emptyLedger } from './ledger.store.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './row.ts';
import { alternate, describe, type Stage } from './stage.ts';
import type { World } from './support.ts';
import { textbookSubmit } from './textbook.store.ts';
import { findPlans } from './world.store.ts';

interface Scenario {
  work: string;
  connections: number;
  hot: boolean;
  /** The factor that the desk must reach, compared with the textbook. */
  atLeast: number;
  /** The factor that the desk must reach with `--against`, compared with another version of the desk. */
  atLeastTimesBefore: number;
}

export const BOOKING_SCENARIOS: Scenario[] = [
  {
    work: 'bookings, one hot room type, 64 callers',
    connections: 64,
    hot: true,
    atLeast: 8,
    atLeastTimesBefore: 1.3,
  },
  {
    work: 'bookings, spread over 800 room types, 64 callers',
    connections: 64,
    hot: false,
    atLeast: 3,
    atLeastTimesBefore: 1.2,
  },
  {
    work: 'bookings, one hot room type, 256 callers',
    connections: 256,
    hot: true,
    atLeast: 12,
    atLeastTimesBefore: 1.4,
  },
];

const NIGHTS = 3;
const HOT_DAYS = 8;
const SPREAD_DAYS = 200;
/** More requests than any measurement sends. A repeated request would get the response of its idempotency record. */
const REQUESTS = 20_000;
/** A reasonable pool for a service of this size. Additional connections would only wait for the same rows. */
const TEXTBOOK_CONNECTIONS = 24;

/** Compares the desk with the textbook. They run alternately, with the same HTTP server and the same database. */
export async function benchBookings(stage: Stage): Promise<Row[]> {
  const world = await stage.endless();
  const service = await world.start();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const pool = createPool({
    url: world.databaseUrl,
    size: TEXTBOOK_CONNECTIONS,
    onError: () => {},
    keyedOnly: true,
  });
  const desk = service.context.submit;
  const textbook = textbookSubmit(pool);
  const rows: Row[] = [];
  for (const scenario of BOOKING_SCENARIOS) {
    const book = async (submit: typeof desk) => {
      await emptyLedger(pool);
      service.context.submit = submit;
      const { connections, hot } = scenario;
      const requests = await bookingRequests(world, hot);
      return stage.runLoad({ port, connections, requests, repeat: false }, stage.pace.bookings);
    };
    const result = await alternate(stage, scenario.work, {
      textbook: () => book(textbook),
      desk: () => book(desk),
    });
    rows.push(rowOf(scenario, result.textbook, result.desk));
  }
  service.context.submit = desk;
  await service.close();
  await pool.end();
  return rows;
}

/** Returns booking requests for one hot room type, or for all 800 room types. */
export async function bookingRequests(world: World, hot: boolean): Promise<Buffer[]> {
  const plans = await findPlans(world.pool, hot ? 1 : 800);
  const today = dayInBaghdad(new Date());
  const callers = world.callersOf(world.size.hotels);
  return Array.from({ length: REQUESTS }, (_, index) => {
    const plan = plans[index % plans.length]!;
    // The hot case simulates a pilgrimage week. All guests arrive within eight days and compete for the same nights.
    const checkIn = today + 1 + ((index * 7) % (hot ? HOT_DAYS : SPREAD_DAYS));
    const stay = {
      hotelId: plan.hotelId,
      roomTypeId: plan.roomTypeId,
      ratePlanId: plan.id,
      checkIn: formatDay(dayOf(checkIn)),
      checkOut: formatDay(addDays(dayOf(checkIn), NIGHTS)),
    };
    return bookingRequest(callers[index % callers.length]!, stay, `BENCH-${index}`);
  });
}

function rowOf(scenario: Scenario, textbook: LoadResult, desk: LoadResult): Row {
  const ratio = desk.perSecond / textbook.perSecond;
  const tail = desk.p99 / textbook.p99;
  return {
    work: scenario.work,
    against: `textbook ${describe(textbook)}`,
    measured: describe(desk),
    ratio: `**${ratio.toFixed(1)}×**, p99 ${tail.toFixed(2)}`,
    atLeast: `${scenario.atLeast}×, p99 ≤ ¼`,
    reached: ratio >= scenario.atLeast && tail <= 0.25,
    figures: { textbookPerSecond: textbook.perSecond, perSecond: desk.perSecond, ratio, p99Ratio: tail },
  };
}
