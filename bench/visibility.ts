import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../src/boot/service.ts';
import { formatDay } from '../src/kernel/day.ts';
import { monotonicNow } from '../src/platform/db/monotonic.ts';
import { bookingRequest } from './booking-requests.ts';
import { percentile, type Row } from './row.ts';
import { ask, type Stage } from './stage.ts';
import { type BookableStay, findBookableStays } from './world.store.ts';

const BOOKINGS_A_SECOND = 40;
const P99_LIMIT_MILLISECONDS = 100;
const SEEN_WITHIN_MILLISECONDS = 2_000;

/** Measures how long a booking made on node A takes to reach the memory of node B, which is a separate process. */
export async function benchVisibility(stage: Stage): Promise<Row[]> {
  const world = await stage.season();
  const stays = await findBookableStays(world.pool, 1, 20, stage.pace.quick ? 100 : 300);
  stage.progress('starting nodes A and B');
  const other = stage.child('node.ts');
  await other.ask('start', world.databaseUrl);
  const service = await world.start();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const committedAt = noteCommits(service);
  await other.ask('watchNights', stays);

  const callers = world.callersOf(Math.max(...world.size.partners));
  const startedAt = performance.now();
  const responses = stays.map(async (stay, index) => {
    await sleep(startedAt + (index * 1000) / BOOKINGS_A_SECOND - performance.now());
    await ask(port, bookingRequest(callers[index % callers.length]!, stay, `SEEN-${index}`));
  });
  await Promise.all(responses);
  await sleep(SEEN_WITHIN_MILLISECONDS);
  const seenAt = await other.ask<(number | null)[]>('seenAt');
  await Promise.all([service.close(), other.end()]);

  const delays = stays.map((stay, index) => {
    const [committed, seen] = [committedAt.get(nightOf(stay)), seenAt[index]];
    if (committed === undefined || seen == null)
      throw new Error('node B has not seen a booking made on node A');
    // B may read the commit before the event loop of A handles the response to COMMIT. Then the difference is negative.
    return Math.max(0, seen - committed);
  });
  return [rowOf(delays)];
}

function rowOf(delays: number[]): Row {
  const [p50, p99, most] = [percentile(delays, 0.5), percentile(delays, 0.99), percentile(delays, 1)];
  return {
    work: 'commit on node A → visible on node B',
    against: '–',
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, of ${delays.length} bookings`,
    ratio: '–',
    atLeast: `p99 under ${P99_LIMIT_MILLISECONDS} ms`,
    reached: p99 < P99_LIMIT_MILLISECONDS,
    figures: { p50, p99, most, bookings: delays.length },
  };
}

/** Records when the desk of this node committed each booking, by room type and night. */
function noteCommits(service: Service): Map<string, number> {
  const committedAt = new Map<string, number>();
  const { submit } = service.context;
  service.context.submit = async (command) => {
    const response = await submit(command);
    if (command.kind === 'book') {
      const { roomTypeId, stay } = command.request;
      committedAt.set(nightOf({ roomTypeId, checkIn: formatDay(stay.checkIn) }), monotonicNow());
    }
    return response;
  };
  return committedAt;
}

function nightOf(stay: Pick<BookableStay, 'roomTypeId' | 'checkIn'>): string {
  return `${stay.roomTypeId}/${stay.checkIn}`;
}
