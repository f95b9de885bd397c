import { setTimeout as sleep } from 'node:timers/promises';
import { dayInBaghdad } from '../src/kernel/day.ts';
import { PROJECT_DIRECTORY } from '../src/platform/db/project-directory.ts';
import type { BareRoute } from './bare-route.ts';
import { bookingRequests } from './bookings.ts';
import { emptyLedger } from './ledger.store.ts';
import { type Look, lookRequests } from './look-requests.ts';
import { type Program, startProgram } from './program.ts';
import { type Row, rowWithout } from './row.ts';
import { alternate, ask, describe, type Stage } from './stage.ts';
import { hasWrk, runWrk } from './wrk.ts';

const CONNECTIONS = 32;
const GAIN_AT_LEAST = 0.9;
const BOOKINGS_AT_LEAST = 0.9;
const MEDIAN_AT_MOST_MILLISECONDS = 3;
const READY_RESPONSES = 16;
/**
 * The number of rounds is multiplied by this factor, and each round is shorter. Three busy programs share two cores,
 * and the system distributes these programs differently in each run.
 */
const ROUNDS_MORE = 3;
const SECONDS = 1;
const WARMUP_SECONDS = 2;

/** Measures what a second process of a node gains for reads, and what forwarding to the desk costs a booking. */
export async function benchProcesses(stage: Stage): Promise<Row[]> {
  return [...(await benchGains(stage)), await benchForwarding(stage)];
}

async function benchGains(stage: Stage): Promise<Row[]> {
  if (!hasWrk())
    return [rowWithout('reads, 2 processes', 'not measured: wrk is not installed (package wrk)', null)];
  const world = await stage.season();
  const looks = await lookRequests(world, dayInBaghdad(new Date()));
  const [one, two] = [await startNode(world.databaseUrl, 1), await startNode(world.databaseUrl, 2)];
  const rows: Row[] = [];
  // A longer page does not fit into the send buffer of a new connection. On loopback with every core busy, the rest of
  // the page waits 40 ms for a delayed acknowledgement (nstat counts them). The bare route has the same delay.
  for (const look of [looks.shortSearch, looks.availability]) {
    const bare = await Promise.all([1, 2].map((processes) => bareCluster(stage, one.port, look, processes)));
    const ports = [...bare, one.port, two.port];
    // One warm-up is enough: a server keeps its compiled code in the seconds between two rounds.
    for (const port of ports) await runWrk(port, CONNECTIONS, look.requests, WARMUP_SECONDS);
    const load = (port: number) => () => runWrk(port, CONNECTIONS, look.requests, SECONDS);
    const rounded = { ...stage, pace: { ...stage.pace, rounds: stage.pace.rounds * ROUNDS_MORE } };
    const result = await alternate(rounded, `${look.work}, 1 and 2 processes`, {
      bareOne: load(bare[0]!),
      bareTwo: load(bare[1]!),
      one: load(one.port),
      two: load(two.port),
    });
    const bareGain = result.bareTwo.perSecond / result.bareOne.perSecond;
    const gain = result.two.perSecond / result.one.perSecond;
    rows.push({
      work: `${look.work}, 2 processes`,
      against: `bare route gains ${bareGain.toFixed(2)}×, to ${describe(result.bareTwo)}`,
      measured: `gains ${gain.toFixed(2)}×, from ${describe(result.one)} to ${describe(result.two)}`,
      ratio: `**${Math.round((100 * gain) / bareGain)} %**`,
      atLeast: `${100 * GAIN_AT_LEAST} %`,
      reached: gain / bareGain >= GAIN_AT_LEAST,
      figures: { bareGain, gain, share: gain / bareGain },
    });
  }
  await Promise.all([one.stop(), two.stop()]);
  return rows;
}

async function bareCluster(stage: Stage, port: number, look: Look, processes: number): Promise<number> {
  const responses: unknown[] = [];
  for (const request of look.requests.slice(0, READY_RESPONSES)) responses.push(await ask(port, request));
  const route: BareRoute = { method: look.method, path: look.path, responses };
  return stage.child('bare-cluster.ts').ask<number>('start', { route, processes });
}

/** Starts a node, and then waits a second, so that every worker accepts connections. */
async function startNode(databaseUrl: string, workers: number): Promise<Program> {
  const node = await startProgram({ directory: PROJECT_DIRECTORY, databaseUrl, workers });
  await sleep(1_000);
  return node;
}

/**
 * Measures bookings with two processes, of which one is the desk. The same bookings are sent to the desk and to the
 * other process.
 */
async function benchForwarding(stage: Stage): Promise<Row> {
  const world = await stage.endless();
  const [desk, other] = [stage.child('node.ts'), stage.child('node.ts')];
  const deskPort = await desk.ask<number>('start', world.databaseUrl);
  const otherPort = await other.ask<number>('start', world.databaseUrl);
  const requests = await bookingRequests(world, true);
  const book = (port: number) => async () => {
    await emptyLedger(world.pool);
    return stage.runLoad({ port, connections: 64, requests, repeat: false }, stage.pace.bookings);
  };
  const work = 'bookings through a second process, one hot room type, 64 callers';
  const result = await alternate(stage, work, { desk: book(deskPort), forwarded: book(otherPort) });
  await Promise.all([other.end(), desk.end()]);
  const share = result.forwarded.perSecond / result.desk.perSecond;
  const later = result.forwarded.p50 - result.desk.p50;
  return {
    work,
    against: `through the desk's own process, ${describe(result.desk)}, p50 ${result.desk.p50.toFixed(1)} ms`,
    measured: `${describe(result.forwarded)}, p50 ${result.forwarded.p50.toFixed(1)} ms`,
    ratio: `**${Math.round(100 * share)} %**, p50 ${later >= 0 ? '+' : ''}${later.toFixed(1)} ms`,
    atLeast: `${100 * BOOKINGS_AT_LEAST} %, p50 at most ${MEDIAN_AT_MOST_MILLISECONDS} ms more`,
    reached: share >= BOOKINGS_AT_LEAST && later <= MEDIAN_AT_MOST_MILLISECONDS,
    figures: { share, laterMilliseconds: later },
  };
}
