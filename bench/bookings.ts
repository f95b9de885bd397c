import { randomUUID } from 'node:crypto';
import { createPool } from '../src/db/pool.ts';
import { formatDay } from '../src/kernel/day.ts';
import type { Service } from '../src/service.ts';
import type { LoadResult } from './load.ts';
import { median, postRequest, runLoad } from './run-load.ts';
import type { Bench } from './support.ts';
import { textbookSubmit } from './textbook.store.ts';
import { emptyLedger } from './world.store.ts';

export interface Row {
  work: string;
  baseline: string;
  baselinePerSecond: number;
  perSecond: number;
  ratio: number;
  baselineP99: number;
  p99: number;
  atLeast: string;
  reached: boolean;
}

interface Scenario {
  work: string;
  connections: number;
  hot: boolean;
  atLeast: number;
}

const SCENARIOS: Scenario[] = [
  { work: 'bookings, one hot room type, 64 callers', connections: 64, hot: true, atLeast: 8 },
  { work: 'bookings, spread over 800 room types, 64 callers', connections: 64, hot: false, atLeast: 3 },
  { work: 'bookings, one hot room type, 256 callers', connections: 256, hot: true, atLeast: 12 },
];

const NIGHTS = 3;
const HOT_DAYS = 8;
const SPREAD_DAYS = 200;
const REQUESTS = 40_000;
/** What a careful deployment gives a service of this size; more only makes the waiters for a row more. */
const TEXTBOOK_CONNECTIONS = 24;

/** The desk against the textbook, alternating, through the same HTTP server and on the same database. */
export async function benchBookings(
  bench: Bench,
  service: Service,
  seconds: number,
  rounds: number,
): Promise<Row[]> {
  const port = (service.app.server.address() as { port: number }).port;
  const pool = createPool({
    url: bench.databaseUrl,
    size: TEXTBOOK_CONNECTIONS,
    onError: () => {},
    keyedOnly: true,
  });
  const desk = service.context.submit;
  const textbook = textbookSubmit(pool);
  const rows: Row[] = [];
  for (const scenario of SCENARIOS) {
    const results: { textbook: LoadResult[]; desk: LoadResult[] } = { textbook: [], desk: [] };
    for (let round = 1; round <= rounds; round += 1)
      for (const kind of ['textbook', 'desk'] as const) {
        await emptyLedger(pool);
        service.context.submit = kind === 'desk' ? desk : textbook;
        const result = await runLoad({
          port,
          connections: scenario.connections,
          warmupMilliseconds: 2_000,
          milliseconds: seconds * 1_000,
          requests: bookingRequests(bench, service, scenario.hot),
        });
        results[kind].push(result);
        console.log(`  ${scenario.work}, round ${round}, ${kind}: ${describe(result)}`);
      }
    rows.push(rowOf(scenario, results.textbook, results.desk));
  }
  service.context.submit = desk;
  await pool.end();
  return rows;
}

function bookingRequests(bench: Bench, service: Service, hot: boolean): string[] {
  const { snapshot } = service.context;
  const plans = [...snapshot.ratePlans.all()].filter((plan) => plan.code === 'P1').slice(0, hot ? 1 : 800);
  const today = service.context.today();
  return Array.from({ length: REQUESTS }, (_, index) => {
    const plan = plans[index % plans.length]!;
    // Hot is a pilgrimage week: everybody arrives within eight days, and every stay meets the others on some night.
    const checkIn = today + 1 + ((index * 7) % (hot ? HOT_DAYS : SPREAD_DAYS));
    const body = {
      hotelId: plan.hotelId,
      roomTypeId: plan.roomTypeId,
      ratePlanId: plan.id,
      checkIn: formatDay(checkIn),
      checkOut: formatDay(checkIn + NIGHTS),
      guestName: 'زينب الكربلائي',
      guestPhone: '+9647701234567',
      channelReference: `BENCH-${index}`,
    };
    const caller = bench.callers[index % bench.callers.length]!;
    return postRequest('/v1/bookings', { ...caller, 'Idempotency-Key': randomUUID() }, body);
  });
}

function rowOf(scenario: Scenario, textbook: LoadResult[], desk: LoadResult[]): Row {
  const baselinePerSecond = median(textbook.map((result) => result.perSecond));
  const perSecond = median(desk.map((result) => result.perSecond));
  const baselineP99 = median(textbook.map((result) => result.p99));
  const p99 = median(desk.map((result) => result.p99));
  const ratio = perSecond / baselinePerSecond;
  return {
    work: scenario.work,
    baseline: 'textbook',
    baselinePerSecond,
    perSecond,
    ratio,
    baselineP99,
    p99,
    atLeast: `${scenario.atLeast}×, p99 ≤ ¼`,
    reached: ratio >= scenario.atLeast && p99 <= baselineP99 / 4,
  };
}

function describe(result: LoadResult): string {
  const { perSecond, p50, p99, statuses } = result;
  return `${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${JSON.stringify(statuses)}`;
}
