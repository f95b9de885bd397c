import { dayInBaghdad } from '../src/kernel/day.ts';
import { BOOKING_SCENARIOS, bookingRequests } from './bookings.ts';
import type { LoadResult } from './load.ts';
import { type Look, type Looks, lookRequests } from './look-requests.ts';
import { readsOf } from './looks.ts';
import { type Program, startProgram } from './program.ts';
import { getRequest } from './requests.ts';
import { median, type Row } from './row.ts';
import { alternate, ask, count, describe, ENDLESS, type Stage, seasonOf } from './stage.ts';
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
