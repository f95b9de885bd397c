import { setTimeout as sleep } from 'node:timers/promises';
import { dayInBaghdad } from '../src/kernel/day.ts';
import { BOOKING_SCENARIOS, bookingRequests } from './bookings.ts';
import type { LoadResult } from './load.ts';
import { type Look, type Looks, lookRequests } from './look-requests.ts';
import { readsOf } from './looks.ts';
import { BOOKINGS_A_SECOND, bookingsFor, mixOf } from './looks-while-booking.ts';
import type { OpenLoopPlan, OpenLoopResult } from './open-loop.ts';
import { type Program, startProgram } from './program.ts';
import { getRequest } from './requests.ts';
import { median, type Row } from './row.ts';
import { alternate, ask, count, demandOnly200, describe, ENDLESS, type Stage, seasonOf } from './stage.ts';
import type { World } from './support.ts';
import { buildVersion, THIS_VERSION, type Version } from './version.ts';
import type { WorldSize } from './world.store.ts';

const CONNECTIONS = 16;
const MEBIBYTE = 2 ** 20;

/** A version with its own world database. */
interface Side {
  version: Version;
  world: World;
}

type Part = (stage: Stage, other: Version) => Promise<Row[]>;

/** The parts of the benchmark in which two versions can be compared. */
const PARTS: Record<string, Part> = {
  search: (stage, other) => benchReads(stage, other, ({ freshSearch }) => [freshSearch]),
  looks: (stage, other) =>
    benchReads(stage, other, ({ availability, priceCheck }) => [availability, priceCheck]),
  start: benchStarts,
  bookings: benchBookings,
  'looks-while-booking': benchBesideReads,
};

/** Compares the working tree with another commit. Both run alternately. Each has its own process and database. */
export async function benchAgainst(stage: Stage, commit: string, chosen: string[]): Promise<Row[]> {
  const other = await buildVersion(commit, stage.progress);
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(PARTS))
    if (chosen.includes(name)) rows.push(...(await part(stage, other)));
  if (rows.length === 0)
    throw new Error(`versions can be compared in these parts: ${Object.keys(PARTS).join(', ')}`);
  return rows;
}

async function benchBookings(stage: Stage, other: Version): Promise<Row[]> {
  const rows: Row[] = [];
  const sides = await sidesOf(stage, other, 'endless', ENDLESS);
  await whileRunning(sides, async (ports) => {
    for (const { work, connections, hot, atLeastTimesBefore } of BOOKING_SCENARIOS) {
      const result = await alternateSides(stage, work, sides, async (side) => {
        const { version, world } = side;
        await version.emptyLedger(world.pool);
        const requests = await bookingRequests(world, hot);
        return stage.runLoad(
          { port: ports.get(side)!, connections, requests, repeat: false },
          stage.pace.bookings,
        );
      });
      rows.push(rowOf(work, other, result, atLeastTimesBefore));
    }
  });
  return rows;
}

async function benchReads(stage: Stage, other: Version, choose: (looks: Looks) => Look[]): Promise<Row[]> {
  const sides = await sidesOf(stage, other, 'season', seasonOf(stage.pace));
  const looksOf = new Map<Side, Look[]>();
  for (const side of sides)
    looksOf.set(side, choose(await lookRequests(side.world, dayInBaghdad(new Date()))));
  const rows: Row[] = [];
  await whileRunning(sides, async (ports) => {
    for (const [index, { work }] of looksOf.get(sides[0]!)!.entries()) {
      const reads = new Map(
        sides.map((side) => [side, readsOf(stage, looksOf.get(side)![index]!, ports.get(side)!)]),
      );
      const result = await alternateSides(stage, work, sides, (side) => reads.get(side)!());
      rows.push(rowOf(work, other, result, null));
    }
  });
  return rows;
}

/** Starts the versions alternately. Measures the time to the first response, then the memory after reads. */
async function benchStarts(stage: Stage, other: Version): Promise<Row[]> {
  const sides = await sidesOf(stage, other, 'season', seasonOf(stage.pace));
  const measured = sides.map((side) => ({ side, seconds: [] as number[], mebibytes: [] as number[] }));
  for (let round = 1; round <= stage.pace.rounds; round += 1)
    for (const { side, seconds, mebibytes } of measured) {
      const looks = await lookRequests(side.world, dayInBaghdad(new Date()));
      const [caller] = side.world.callersOf(Math.max(...side.world.size.partners));
      const startedAt = performance.now();
      const program = await startSide(side);
      await ask(program.port, getRequest('/v1/hotels?limit=1', caller!));
      seconds.push((performance.now() - startedAt) / 1000);
      const requests = [looks.availability, looks.hotels, looks.priceCheck].flatMap((look) => look.requests);
      await stage.runLoad({ port: program.port, connections: CONNECTIONS, requests });
      mebibytes.push(program.residentBytes() / MEBIBYTE);
      await program.stop();
      stage.progress(
        `start, round ${round}, ${side.version.name}: ${seconds.at(-1)!.toFixed(1)} s, ${count(mebibytes.at(-1)!)} MiB`,
      );
    }
  const row = (
    work: string,
    unit: string,
    digits: number,
    values: (one: (typeof measured)[number]) => number[],
  ) => {
    const [ours, theirs] = measured.map((one) => median(values(one))) as [number, number];
    return {
      work,
      against: `${other.name} ${theirs.toFixed(digits)} ${unit}`,
      measured: `${ours.toFixed(digits)} ${unit}`,
      ratio: `**${(ours / theirs).toFixed(2)}×**`,
      atLeast: '–',
      reached: null,
      figures: { before: theirs, after: ours, ratio: ours / theirs },
    };
  };
  return [
    row('start of a node, to its first response', 's', 1, ({ seconds }) => seconds),
    row('memory of a node, after reads', 'MiB', 0, ({ mebibytes }) => mebibytes),
  ];
}

const WORKERS = [1, 2];
/**
 * The rate of reads beside bookings, as a share of the best rate without bookings. A higher share overloads a machine whose
 * cores have other work too.
 */
const SHARE_BESIDE = 0.35;
const P99_AT_MOST_MILLISECONDS = 60;
/** The end of the message with which the load generator gives up. */
const OVERLOADED = 'requests wait for a response';
const ALL_LISTEN_MILLISECONDS = 5_000;

/** A version with a number of processes. Two setups never run at the same time, because they would share one desk. */
interface Setup {
  side: Side;
  workers: number;
  looks: Buffer[];
  capacities: number[];
  beside: Record<string, OpenLoopResult>[];
}

/**
 * Measures bookings while reads arrive at a fixed rate, for each version with one process and with two. The rate of reads
 * is the same for all: a share of what the other version carries with its best number of processes.
 */
async function benchBesideReads(stage: Stage, other: Version): Promise<Row[]> {
  const setups: Setup[] = [];
  for (const side of await sidesOf(stage, other, 'season', seasonOf(stage.pace))) {
    const looks = mixOf(await lookRequests(side.world, dayInBaghdad(new Date())));
    for (const workers of WORKERS) setups.push({ side, workers, looks, capacities: [], beside: [] });
  }
  const { rounds } = stage.pace;
  for (const setup of setups)
    await withProgram(setup, async (port) => {
      for (let round = 1; round <= rounds; round += 1) {
        const read = await stage.runLoad({ port, connections: CONNECTIONS, requests: setup.looks });
        setup.capacities.push(read.perSecond);
        stage.progress(`reads alone, ${nameOf(setup)}, round ${round}: ${describe(read)}`);
      }
    });
  const before = setups.filter(({ side }) => side.version === other);
  const best = Math.max(...before.map(({ capacities }) => median(capacities)));
  const { warmupMilliseconds, milliseconds } = stage.pace.bookings;
  for (let round = 1; round <= rounds; round += 1)
    for (const setup of setups)
      await withProgram(setup, async (port) => {
        // A server that has just started has not compiled its code, and would be overloaded at once.
        await stage.runLoad({ port, connections: CONNECTIONS, requests: setup.looks });
        const { bookings } = await bookingsFor(setup.side.world, (warmupMilliseconds + milliseconds) / 1000);
        const plan: OpenLoopPlan = {
          ...{ port, warmupMilliseconds, milliseconds },
          streams: {
            bookings: { perSecond: BOOKINGS_A_SECOND, requests: bookings },
            looks: { perSecond: SHARE_BESIDE * best, requests: setup.looks },
          },
        };
        const sender = stage.child('open-loop.ts');
        const result = await sender
          .ask<Record<string, OpenLoopResult>>('send', plan)
          .catch((error: Error) => overloaded(error, plan));
        await sender.end();
        for (const { statuses } of Object.values(result)) demandOnly200(statuses);
        setup.beside.push(result);
        stage.progress(
          `beside reads, ${nameOf(setup)}, round ${round}: bookings ${describe(result.bookings!)}; reads ${describe(result.looks!)}`,
        );
      });
  return setups.map((setup) => besideRow(setup, best, setup.side.version !== other));
}

/** A setup that cannot keep up has no bound for its times. The others are measured all the same. */
function overloaded(error: Error, { streams }: OpenLoopPlan): Record<string, OpenLoopResult> {
  if (!error.message.includes(OVERLOADED)) throw error;
  const none: OpenLoopResult = { perSecond: 0, p50: Infinity, p99: Infinity, statuses: { 200: 0 } };
  return Object.fromEntries(Object.keys(streams).map((name) => [name, none]));
}

function besideRow(setup: Setup, best: number, isOurs: boolean): Row {
  const p99 = (stream: string) => median(setup.beside.map((result) => result[stream]!.p99));
  const [bookings, looks, capacity] = [p99('bookings'), p99('looks'), median(setup.capacities)];
  return {
    work: `${BOOKINGS_A_SECOND} bookings/s while ${count(SHARE_BESIDE * best)} reads/s run, ${nameOf(setup)}`,
    against: `the most reads of the other version, ${count(best)}/s`,
    measured: `p99 of bookings ${bookings.toFixed(1)} ms, of reads ${looks.toFixed(1)} ms; reads alone ${count(capacity)}/s`,
    ratio: `reads alone **${Math.round((100 * capacity) / best)} %**`,
    atLeast: isOurs ? `both p99 at most ${P99_AT_MOST_MILLISECONDS} ms` : '–',
    reached: isOurs ? Math.max(bookings, looks) <= P99_AT_MOST_MILLISECONDS : null,
    figures: { bookingsP99: bookings, looksP99: looks, capacity, share: capacity / best },
  };
}

function nameOf({ side, workers }: Setup): string {
  return `${side.version.name}, ${workers === 1 ? '1 process' : `${workers} processes`}`;
}

async function withProgram(
  { side: { version, world }, workers }: Setup,
  measure: (port: number) => Promise<void>,
): Promise<void> {
  const { directory } = version;
  const program = await startProgram({ directory, databaseUrl: world.databaseUrl, workers });
  // The first worker responds before the others listen. When they do, the desk closes its connections.
  if (workers > 1) await sleep(ALL_LISTEN_MILLISECONDS);
  await measure(program.port);
  await program.stop();
}

/** The worlds are generated once for all parts. Their databases stay until the end of the run. */
const made = new Map<string, Promise<Side[]>>();

function sidesOf(stage: Stage, other: Version, world: string, size: WorldSize): Promise<Side[]> {
  const make = async () => {
    const sides: Side[] = [];
    for (const version of [THIS_VERSION, other]) {
      stage.progress(`generating the world "${world}" for ${version.name}`);
      const database = `${world}-${version === THIS_VERSION ? 'this' : 'other'}`;
      sides.push({ version, world: await stage.worldOf(version, database, size) });
    }
    return sides;
  };
  if (!made.has(world)) made.set(world, make());
  return made.get(world)!;
}

async function whileRunning(
  sides: Side[],
  measure: (ports: Map<Side, number>) => Promise<void>,
): Promise<void> {
  const programs: Program[] = [];
  for (const side of sides) programs.push(await startSide(side));
  await measure(new Map(sides.map((side, index) => [side, programs[index]!.port])));
  for (const program of programs) await program.stop();
}

function startSide({ version, world }: Side): Promise<Program> {
  return startProgram({ directory: version.directory, databaseUrl: world.databaseUrl, workers: 1 });
}

interface Compared {
  ours: LoadResult;
  theirs: LoadResult;
}

async function alternateSides(
  stage: Stage,
  work: string,
  sides: Side[],
  run: (side: Side) => Promise<LoadResult>,
): Promise<Compared> {
  const runs = sides.map((side) => [side.version.name, () => run(side)] as const);
  const results = Object.values(await alternate(stage, work, Object.fromEntries(runs)));
  return { ours: results[0]!, theirs: results[1]! };
}

function rowOf(work: string, other: Version, { ours, theirs }: Compared, atLeast: number | null): Row {
  const ratio = ours.perSecond / theirs.perSecond;
  return {
    work,
    against: `${other.name} ${describe(theirs)}`,
    measured: describe(ours),
    ratio: `**${ratio.toFixed(2)}×**, p99 ${(ours.p99 / theirs.p99).toFixed(2)}`,
    atLeast: atLeast === null ? '–' : `${atLeast}×`,
    reached: atLeast === null ? null : ratio >= atLeast,
    figures: {
      beforePerSecond: theirs.perSecond,
      perSecond: ours.perSecond,
      ratio,
      p99Ratio: ours.p99 / theirs.p99,
    },
  };
}
