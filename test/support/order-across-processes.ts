import { randomBytes } from 'node:crypto';
import type { BookCommand } from '../../src/domain/booking/command.ts';
import { drawVoucherSuffix } from '../../src/domain/booking/voucher.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { DEMO_HOTELS } from '../../src/sandbox/demo-hotels.ts';
import { bookCommand } from './book-command.ts';
import { ClusterProcess, type StreamResult } from './cluster.ts';
import { seededRandom } from './seeded.ts';
import { startTestService, type TestService } from './service.ts';
import { demoStay } from './stay.ts';

const TOLERANCE_MILLISECONDS = 5;
const WARM_UP = 300;
/** Three processes: two of one node, and one of another. */
const NODES = ['a', 'a', 'b'];

/** Returns bookings of several hotels. One hotel gets 40 % of the bookings. The rest is spread over all hotels. */
function attempts(
  service: TestService,
  count: number,
  name: string,
  random: () => number,
  from?: number,
): BookCommand[] {
  const hotels = DEMO_HOTELS.filter((hotel) => hotel.uncontracted === undefined);
  const templates = hotels.map((hotel) =>
    bookCommand(
      service,
      service.credentials,
      demoStay({ hotel: hotel.publicId, board: 'RO', nights: 1, ...(from !== undefined && { from }) }),
    ),
  );
  return Array.from({ length: count }, (_, index) => {
    const template = templates[random() < 0.4 ? 0 : Math.floor(random() * templates.length)]!;
    return {
      ...template,
      requestId: `${name}-${index}`,
      voucherSuffixes: [1, 2, 3].map(() => drawVoucherSuffix(randomBytes)),
      request: { ...template.request, bookingId: idOf(crypto.randomUUID()) },
    };
  });
}

/**
 * Counts decisions in the wrong order: of two requests for one hotel, the later one was read at least 5 ms later and
 * decided first.
 */
export async function orderAcrossProcesses(total: number, eachForItself: boolean) {
  const running: { close: () => Promise<void> }[] = [];
  try {
    return await run();
  } finally {
    for (const one of running.reverse()) await one.close();
  }
  async function run() {
    const service = await startTestService();
    running.push({ close: () => service.end() });
    // The desk of this service stops here, because the processes of the test elect their own desk.
    await service.context.desk.stop();
    const random = seededRandom();
    const processes: ClusterProcess[] = [];
    for (const node of NODES) {
      const one = await ClusterProcess.start({ databaseUrl: service.databaseUrl, node, eachForItself });
      running.push(one);
      processes.push(one);
    }
    // The desk measures the clocks of other processes from their fastest messages, and processes that have just started
    // are slow.
    await Promise.all(
      processes.map((one, index) => one.stream(attempts(service, WARM_UP, `w${index}`, random, 60), 2)),
    );
    const share = Math.ceil(total / processes.length);
    const results: StreamResult[] = (
      await Promise.all(
        processes.map((one, index) => one.stream(attempts(service, share, `p${index}`, random), 0.4)),
      )
    ).flat();
    const reads = new Map(results.map((result) => [result.requestId, result]));
    const decided = (await Promise.all(processes.map((one) => one.decided())))
      .flat()
      .filter(({ requestId }) => reads.has(requestId));
    decided.sort((one, other) => one.at - other.at);
    const latest = new Map<string, number>();
    let worst = 0;
    let count = 0;
    for (const { requestId, hotelId } of decided) {
      const { readAfter, readBefore } = reads.get(requestId)!;
      // The earlier request was read at `readBefore` at the latest. The later request was read at `readAfter` at the
      // earliest.
      const late = (latest.get(hotelId) ?? 0) - readBefore;
      if (late >= TOLERANCE_MILLISECONDS) count += 1;
      worst = Math.max(worst, late);
      latest.set(hotelId, Math.max(latest.get(hotelId) ?? 0, readAfter));
    }
    const deciders = await Promise.all(processes.map(async (one) => (await one.decided()).length));
    return {
      count,
      worst,
      decided: decided.length,
      statuses: new Set(results.map(({ status }) => status)),
      deciders,
    };
  }
}
