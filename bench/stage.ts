import { type Child, startChild } from './child.ts';
import { Connection } from './connection.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { startProgram, stopPrograms } from './program.ts';
import { median } from './row.ts';
import { type Bench, prepareBench, type World } from './support.ts';
import type { Version } from './version.ts';
import type { WorldSize } from './world.store.ts';

/** How long one measurement takes. */
export interface Window {
  warmupMilliseconds: number;
  milliseconds: number;
}

export interface Pace {
  quick: boolean;
  rounds: number;
  looks: Window;
  /** The window for bookings. It is longer than for reads, because callers of the textbook wait for seconds. */
  bookings: Window;
}

/** What the parts of the benchmark share. Each item is created when it is first needed. */
export interface Stage {
  pace: Pace;
  /** 2,000 hotels with a year of nights and realistic sales and restrictions; 200 hotels in a quick run. */
  season: () => Promise<World>;
  /** 200 hotels that never sell out, so that a measurement never runs out of rooms. */
  endless: () => Promise<World>;
  /** Creates a database that the code of a version migrates and fills. */
  worldOf: (version: Version, database: string, size: WorldSize) => Promise<World>;
  /** Returns the port of a node that uses the world of `season`. The node is a separate process. */
  node: () => Promise<number>;
  /** Returns the process that runs the bare routes. Each route has its own server in this process. */
  bare: () => Promise<Child>;
  /** Starts a child process that ends with its part of the benchmark. */
  child: (file: string) => Child;
  runLoad: (load: Load, window?: Window) => Promise<LoadResult>;
  progress: (text: string) => void;
  /** Ends everything that a part has started, also after a failure, because the next part must find no other desk. */
  endPart: () => Promise<void>;
  end: () => Promise<void>;
}

export type Load = Pick<LoadPlan, 'port' | 'connections' | 'requests'> & Partial<Pick<LoadPlan, 'repeat'>>;

const SEASON: WorldSize = {
  hotels: 2_000,
  roomTypesPerHotel: 4,
  ratePlansPerRoomType: 3,
  days: 365,
  allotment: null,
  partners: [50, 250, 1_000, 2_000],
};
const QUICK_SEASON: WorldSize = { ...SEASON, hotels: 200, partners: [50, 200] };
export const ENDLESS: WorldSize = { ...SEASON, hotels: 200, allotment: 32_000, partners: [200] };

export function seasonOf(pace: Pace): WorldSize {
  return pace.quick ? QUICK_SEASON : SEASON;
}

export function openStage(pace: Pace): Stage {
  const startedAt = performance.now();
  const children: Child[] = [];
  const shared: Child[] = [];
  const progress = (text: string) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`[${String(seconds).padStart(4)} s] ${text}`);
  };
  const child = (file: string) => {
    const started = startChild(file);
    children.push(started);
    return started;
  };
  const sharedChild = (file: string) => {
    const started = startChild(file);
    shared.push(started);
    return started;
  };
  const bench = once(prepareBench);
  const generator = once(async () => sharedChild('load.ts'));
  const bare = once(async () => sharedChild('bare.ts'));
  const world = (name: string, size: WorldSize) =>
    once(async () => {
      const nights = size.hotels * size.roomTypesPerHotel * size.days;
      progress(`generating ${count(size.hotels)} hotels with ${count(nights)} nights`);
      return (await bench()).prepareWorld(name, size);
    });
  const season = world('season', seasonOf(pace));
  const worldOf = async (version: Version, database: string, size: WorldSize) =>
    (await bench()).prepareWorld(database, size, {
      migrate: async (databaseUrl) => {
        const { directory } = version;
        await (await startProgram({ directory, databaseUrl, workers: 1 })).stop();
      },
      generateWorld: version.generateWorld,
    });
  const node = once(async () => {
    const { databaseUrl } = await season();
    progress('starting a node');
    return sharedChild('node.ts').ask<number>('start', databaseUrl);
  });
  const runLoad = async (load: Load, window: Window = pace.looks) => {
    const plan: LoadPlan = { repeat: true, ...load, ...window };
    const result = await (await generator()).ask<LoadResult>('generate', plan);
    demandOnly200(result.statuses);
    return result;
  };
  const endPart = async () => {
    await Promise.all([...children.splice(0).map((started) => started.end()), stopPrograms()]);
  };
  const end = async () => {
    await endPart();
    await Promise.all(shared.map((started) => started.end()));
    await bench.made?.then((made: Bench) => made.end());
  };
  return {
    pace,
    season,
    endless: world('endless', ENDLESS),
    worldOf,
    node,
    bare,
    child,
    runLoad,
    progress,
    endPart,
    end,
  };
}

/** Fails if a status is not 200, because a benchmark that measures refusals is worthless. */
export function demandOnly200(statuses: Record<string, number>): void {
  const others = Object.keys(statuses).filter((status) => status !== '200');
  if (others.length > 0 || statuses['200'] === undefined)
    throw new Error(`every response must be 200, got: ${JSON.stringify(statuses)}`);
}

/** Sends one request on its own connection and returns the parsed response body. */
export async function ask(port: number, request: Uint8Array): Promise<unknown> {
  const connection = await Connection.open(port);
  const { status, body } = await connection.exchange(request);
  connection.close();
  if (status !== '200') throw new Error(`response ${status}: ${body().slice(0, 500)}`);
  return JSON.parse(body());
}

/** Measures the compared sides alternately (A, B, A, B …), so that a slow minute of the machine affects both. */
export async function alternate<Kind extends string>(
  stage: Stage,
  work: string,
  kinds: Record<Kind, () => Promise<LoadResult>>,
): Promise<Record<Kind, LoadResult>> {
  const names = Object.keys(kinds) as Kind[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Kind,
    LoadResult[]
  >;
  for (let round = 1; round <= stage.pace.rounds; round += 1)
    for (const name of names) {
      const result = await kinds[name]();
      results[name].push(result);
      stage.progress(`${work}, round ${round}, ${name}: ${describe(result)}`);
    }
  return Object.fromEntries(names.map((name) => [name, medianOf(results[name])])) as Record<Kind, LoadResult>;
}

export function describe(result: { perSecond: number; p99: number }): string {
  return `${rate(result.perSecond)}/s, p99 ${result.p99.toFixed(1)} ms`;
}

export function count(number: number): string {
  return Math.round(number).toLocaleString('en');
}

function rate(perSecond: number): string {
  return perSecond < 100 ? perSecond.toFixed(1) : count(perSecond);
}

function medianOf(results: LoadResult[]): LoadResult {
  const of = (read: (result: LoadResult) => number) => median(results.map(read));
  return {
    perSecond: of((result) => result.perSecond),
    p50: of((result) => result.p50),
    p99: of((result) => result.p99),
    statuses: {},
  };
}

function once<Thing>(make: () => Promise<Thing>): { (): Promise<Thing>; made?: Promise<Thing> } {
  const get: { (): Promise<Thing>; made?: Promise<Thing> } = () => {
    get.made ??= make();
    return get.made;
  };
  return get;
}
