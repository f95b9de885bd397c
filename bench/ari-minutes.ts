import { setTimeout as sleep } from 'node:timers/promises';
import { findPushedHotels, makeSupplier } from './ari.store.ts';
import { Connection } from './connection.ts';
import { roomsMessage } from './push-requests.ts';
import { percentile, type Row } from './row.ts';
import { count, type Stage } from './stage.ts';

const HOTELS = 500;
const DAYS = 14;
const MINUTES = 5;
const MINUTE_MILLISECONDS = 60_000;
/** All hotel systems send at the beginning of a minute, as programs with a timer do. */
const CONNECTIONS = 100;
/** If memory grew with every minute, it would exceed this factor after five minutes. */
const GROWTH_LIMIT = 1.25;

/** Measures five minutes in which 500 hotels each push 14 days at the beginning of every minute. */
export async function benchAriMinutes(stage: Stage): Promise<Row[]> {
  const world = await stage.season();
  const hotels = await findPushedHotels(world.pool, HOTELS);
  const supplier = await makeSupplier(world.pool, 'bench-minutes', hotels);
  const node = stage.child('node.ts');
  const port = await node.ask<number>('start', world.databaseUrl);
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const [minutes, length] = stage.pace.quick ? [3, MINUTE_MILLISECONDS / 6] : [MINUTES, MINUTE_MILLISECONDS];
  const times: number[] = [];
  const memory: number[] = [];
  let longest = 0;
  let refused = 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    const startedAt = performance.now();
    const requests = hotels.map((hotel) =>
      roomsMessage(supplier, hotel, { first: 0, days: DAYS, rooms: 10 + minute }),
    );
    await Promise.all(
      connections.map(async (connection, from) => {
        for (let index = from; index < requests.length; index += CONNECTIONS) {
          const sentAt = performance.now();
          const { status, body } = await connection.exchange(requests[index]!);
          if (status !== '200' || !body().includes('"status":"APPLIED"')) refused += 1;
          times.push(performance.now() - sentAt);
        }
      }),
    );
    const took = performance.now() - startedAt;
    longest = Math.max(longest, took);
    memory.push((await node.ask<{ residentBytes: number }>('memory')).residentBytes);
    const megabytes = Math.round(memory.at(-1)! / 2 ** 20);
    stage.progress(
      `minute ${minute}: ${count(requests.length)} messages in ${count(took)} ms, ${megabytes} MiB`,
    );
    await sleep(Math.max(0, length - (performance.now() - startedAt)));
  }
  for (const connection of connections) connection.close();
  await node.end();
  const growth = memory.at(-1)! / memory[0]!;
  const p99 = percentile(times, 0.99);
  return [
    {
      work: `${count(hotels.length)} hotels push ${DAYS} days of each room type every minute, for ${minutes} minutes`,
      against: '–',
      measured: `${refused} refused of ${count(times.length)}; p99 ${count(p99)} ms; all of a minute within ${count(longest)} ms`,
      ratio: `memory ${growth.toFixed(2)}× of that after the first minute`,
      atLeast: `0 refused, within a minute, memory at most ${GROWTH_LIMIT}×`,
      reached: refused === 0 && longest < MINUTE_MILLISECONDS && growth <= GROWTH_LIMIT,
      figures: { refused, messages: times.length, p99, longest, growth },
    },
  ];
}
