import { setTimeout as sleep } from 'node:timers/promises';
import { bookingRequests } from './bookings.ts';
import { addWebhooks, countDelivered, emptyDeliveries, fillDeliveries } from './deliveries.store.ts';
import type { Start } from './delivering-node.ts';
import { emptyLedger } from './ledger.store.ts';
import type { LoadResult } from './load.ts';
import { median, type Row } from './row.ts';
import { alternate, count, describe, type Stage } from './stage.ts';
import type { World } from './support.ts';

const DELIVERIES = 20_000;
const QUICK_DELIVERIES = 4_000;
const DESTINATIONS = 50;
const PER_MINUTE_AT_LEAST = 5_000;
const CALLERS = 64;
const BOOKINGS_AT_LEAST = 0.95;
/** The warm-up is long, because each measurement has a new process whose code is not compiled yet. */
const WINDOW = { warmupMilliseconds: 3_000, milliseconds: 3_000 };
const ROUNDS = 5;
const LIMIT_MILLISECONDS = 300_000;

/** Measures how fast events are delivered to fast receivers, and how much deliveries slow down bookings. */
export async function benchDeliveries(stage: Stage): Promise<Row[]> {
  const world = await stage.endless();
  const receiver = stage.child('delivering-node.ts');
  const receiverPort = await receiver.ask<number>('receive');
  const rows = [await benchRate(stage, world, receiverPort), await benchBookings(stage, world, receiverPort)];
  await receiver.end();
  return rows;
}

async function benchRate(stage: Stage, world: World, receiverPort: number): Promise<Row> {
  const deliveries = stage.pace.quick ? QUICK_DELIVERIES : DELIVERIES;
  const perMinute: number[] = [];
  for (let round = 1; round <= stage.pace.rounds; round += 1) {
    await fillDeliveries(world.pool, deliveries, DESTINATIONS);
    const node = stage.child('delivering-node.ts');
    const startedAt = performance.now();
    await node.ask('deliver', { databaseUrl: world.databaseUrl, receiverPort });
    await until(async () => (await countDelivered(world.pool)) === deliveries);
    perMinute.push((deliveries * 60_000) / (performance.now() - startedAt));
    await node.end();
    stage.progress(`${count(deliveries)} deliveries, round ${round}: ${count(perMinute.at(-1)!)} per minute`);
  }
  const measured = median(perMinute);
  return {
    work: `deliveries to ${DESTINATIONS} quick receivers, four events of each booking in order`,
    against: '–',
    measured: `${count(measured)} per minute`,
    ratio: '–',
    atLeast: `${count(PER_MINUTE_AT_LEAST)} per minute`,
    reached: measured >= PER_MINUTE_AT_LEAST,
    figures: { perMinute: measured },
  };
}

/** Measures bookings alternately with a webhook per partner and without deliveries, each time on a new node. */
async function benchBookings(stage: Stage, world: World, receiverPort: number): Promise<Row> {
  await addWebhooks(world.pool);
  let delivered = 0;
  const book = async (port: number | null): Promise<LoadResult> => {
    await emptyDeliveries(world.pool);
    await emptyLedger(world.pool);
    const node = stage.child('delivering-node.ts');
    const given: Start = { databaseUrl: world.databaseUrl, receiverPort: port };
    const nodePort = await node.ask<number>('start', given);
    const requests = await bookingRequests(world, true);
    const load = { port: nodePort, connections: CALLERS, requests, repeat: false };
    const result = await stage.runLoad(load, WINDOW);
    delivered += await countDelivered(world.pool);
    await node.end();
    return result;
  };
  const work = `bookings, one hot room type, ${CALLERS} callers, with deliveries`;
  const rounds = stage.pace.quick ? 2 : ROUNDS;
  const longer = { ...stage, pace: { ...stage.pace, rounds } };
  const result = await alternate(longer, work, { without: () => book(null), with: () => book(receiverPort) });
  const share = result.with.perSecond / result.without.perSecond;
  return {
    work,
    against: `without deliveries, ${describe(result.without)}`,
    measured: `${describe(result.with)}; ${count(delivered)} delivered meanwhile`,
    ratio: `**${Math.round(share * 100)} %**`,
    atLeast: `${BOOKINGS_AT_LEAST * 100} %`,
    reached: share >= BOOKINGS_AT_LEAST,
    figures: { without: result.without.perSecond, with: result.with.perSecond, share, delivered },
  };
}

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT_MILLISECONDS;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('not delivered within five minutes');
    await sleep(50);
  }
}
