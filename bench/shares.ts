import { setTimeout as sleep } from 'node:timers/promises';
import { dayInBaghdad } from '../src/kernel/day.ts';
import { countBatches, findBackends, sampleDesk } from './backends.store.ts';
import { BOOKING_SCENARIOS, bookingRequests } from './bookings.ts';
import type { Child } from './child.ts';
import { canReadCpu, cpuSeconds } from './cpu.ts';
import { emptyLedger } from './ledger.store.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { lookRequests } from './look-requests.ts';
import type { Steps } from './profile.ts';
import { demandOnly200, describe, type Stage } from './stage.ts';
import type { World } from './support.ts';

const WARMUP_MILLISECONDS = 4_000;
const WATCHED_MILLISECONDS = 8_000;
/** The load runs this much longer than the measurements. */
const MARGIN_MILLISECONDS = 500;
const SAMPLE_MILLISECONDS = 10;

const RUNTIME: Steps = [
  ['idle', / \(idle\)$/],
  ['garbage collection', / \(garbage collector\)$/],
  ['native code and system calls', / \(program\)$/],
  ['driver of PostgreSQL', /node_modules\/pg/],
  ['HTTP server of Node.js', /node:_http|node:net|node:internal\/stream|node:stream/],
];

/** The steps of a batch in Node. The patterns name only files, because the functions in them may change. */
const BATCH: Steps = [
  ['decide', /src\/desk\/decide-command|src\/domain\/booking\/decide-/],
  ['write the responses', /src\/http\/partner\/bookings\/write-response/],
  ['lock', /src\/desk\/locks\.store/],
  ['load', /src\/desk\/load\//],
  ['write', /src\/desk\/(write\/|(records|alerts)\.store)/],
  ['queue and run batches', /src\/desk\//],
  ['read requests', /src\/http\/|node_modules\/(fastify|find-my-way|ajv)| validate\d+$/],
  ...RUNTIME,
];

const PRICE_CHECK: Steps = [
  ['authenticate and count', /src\/http\/common\/gate|src\/domain\/partners\/|src\/platform\/limits\//],
  ['check the shape', /src\/http\/common\/(request-shape|fields|validation|body)| validate\d+$/],
  [
    'decide',
    /src\/domain\/booking\/price-check\.usecase|src\/domain\/pricing\/price-stay|src\/domain\/pricing\/cancellation\//,
  ],
  ['view', /src\/http\/partner\/.*\.view/],
  [
    'keep and write quotes',
    /src\/domain\/pricing\/(write-quotes|quotes\.store|quote-book)|src\/desk\/one-desk\/quote-sender/,
  ],
  ['log, entity tag, other hooks', /src\/http\/common\//],
  ['route', /src\/http\/partner\//],
  ['Fastify', /node_modules\/(fastify|find-my-way|@fastify|secure-json-parse|light-my-request)/],
  ...RUNTIME,
];

/**
 * `npm run bench -- --shares` shows how the time is divided, for bookings of one hot room type and for price-checks.
 */
export async function benchShares(stage: Stage): Promise<string> {
  return [...(await sharesOfBookings(stage)), ...(await sharesOfPriceChecks(stage))].join('\n');
}

async function sharesOfBookings(stage: Stage): Promise<string[]> {
  const world = await stage.endless();
  const [hot] = BOOKING_SCENARIOS;
  await emptyLedger(world.pool);
  const requests = await bookingRequests(world, true);
  const observed = await observe(stage, world, { requests, connections: hot!.connections }, BATCH);
  const batch = observed.batchMilliseconds;
  const size = (batch * observed.result.perSecond) / 1000;
  return [
    `## ${hot!.work}: ${describe(observed.result)}`,
    '',
    `A batch takes ${batch.toFixed(1)} ms and has ${size.toFixed(0)} bookings.`,
    '',
    table('What the desk waits for, by samples of its connection', observed.waits, batch, 'ms per batch'),
    table('What the process of the service does, by a profile', observed.steps, batch, 'ms per batch'),
    table('Statements that were running', observed.statements, 1, ''),
    ...cpuTable(observed.cpu),
  ];
}

async function sharesOfPriceChecks(stage: Stage): Promise<string[]> {
  const world = await stage.season();
  const { priceCheck } = await lookRequests(world, dayInBaghdad(new Date()));
  const observed = await observe(
    stage,
    world,
    { requests: priceCheck.requests, connections: 16 },
    PRICE_CHECK,
  );
  const microseconds = 1_000_000 / observed.result.perSecond;
  return [
    `## ${priceCheck.work}: ${describe(observed.result)}`,
    '',
    `A request takes ${microseconds.toFixed(0)} µs.`,
    '',
    table(
      'What the process of the service does, by a profile',
      observed.steps,
      microseconds,
      'µs per request',
    ),
    ...cpuTable(observed.cpu),
  ];
}

type Shares = Record<string, number>;

interface Observed {
  result: LoadResult;
  /** The time between two commits of the desk. */
  batchMilliseconds: number;
  steps: Shares;
  waits: Shares;
  statements: Shares;
  cpu: Shares | null;
}

/** Runs the load once and measures the processes from outside. Only the process of the service is profiled. */
async function observe(
  stage: Stage,
  world: World,
  load: Pick<LoadPlan, 'requests' | 'connections'>,
  steps: Steps,
): Promise<Observed> {
  const [node, generator] = [stage.child('node.ts'), stage.child('load.ts')];
  const port = await node.ask<number>('start', world.databaseUrl);
  stage.progress('measuring shares');
  const plan: LoadPlan = {
    ...load,
    port,
    repeat: true,
    warmupMilliseconds: WARMUP_MILLISECONDS,
    milliseconds: WATCHED_MILLISECONDS + MARGIN_MILLISECONDS,
  };
  const loading = generator.ask<LoadResult>('generate', plan);
  await sleep(WARMUP_MILLISECONDS);
  const watched = await watch(world, node, generator);
  const result = await loading;
  demandOnly200(result.statuses);
  const profiled = await node.ask<Shares>('profiledShares', steps);
  await Promise.all([node.end(), generator.end()]);
  return { result, ...watched, steps: profiled };
}

async function watch(
  world: World,
  node: Child,
  generator: Child,
): Promise<Omit<Observed, 'result' | 'steps'>> {
  const backends = await findBackends(world.pool);
  const idsOf = (kind: string) => backends.filter((one) => one.kind === kind).map((one) => one.processId);
  const processes: Record<string, number[]> = {
    service: [node.processId],
    'load generator': [generator.processId],
    "the desk's backends": idsOf('desk'),
    'other backends of the service': idsOf('other client'),
    'other processes of PostgreSQL': idsOf('server'),
  };
  const used = () => Object.values(processes).map(cpuSeconds);
  await node.ask('startProfile');
  const batchesBefore = await countBatches(world.pool);
  const [before, startedAt] = [used(), performance.now()];
  const samples: Awaited<ReturnType<typeof sampleDesk>>[] = [];
  while (performance.now() - startedAt < WATCHED_MILLISECONDS) {
    samples.push(await sampleDesk(world.pool));
    await sleep(SAMPLE_MILLISECONDS);
  }
  const [after, milliseconds] = [used(), performance.now() - startedAt];
  const batches = (await countBatches(world.pool)) - batchesBefore;
  await node.ask('stopProfile');
  const running = samples.filter((sample) => sample?.state === 'active');
  const cores = after.map((seconds, index) => (1000 * (seconds - before[index]!)) / milliseconds);
  return {
    batchMilliseconds: milliseconds / batches,
    waits: sharesOf(samples.map((sample) => (sample === null ? 'no transaction is open' : waitOf(sample)))),
    statements: sharesOf(running.map((sample) => sample!.query.replace(/\s+/g, ' ').slice(0, 60))),
    cpu: canReadCpu()
      ? Object.fromEntries(Object.keys(processes).map((name, index) => [name, cores[index]!]))
      : null,
  };
}

/**
 * Returns the step of a batch that PostgreSQL is executing. The statement shows the step, because the desk may send
 * several steps at once.
 */
function waitOf({ state, query }: { state: string; query: string }): string {
  if (state !== 'active') return 'Node, inside a transaction';
  if (/^\s*commit/i.test(query)) return 'commit';
  if (/advisory|^\s*begin/i.test(query)) return 'lock';
  return /\b(insert|update|delete)\b/i.test(query) ? 'write' : 'load';
}

function sharesOf(names: string[]): Shares {
  const shares: Shares = {};
  for (const name of names) shares[name] = (shares[name] ?? 0) + 1 / names.length;
  return shares;
}

const ROWS_LIMIT = 12;

function table(title: string, shares: Shares, whole: number, unit: string): string {
  const rows = Object.entries(shares)
    .sort(([, one], [, other]) => other - one)
    .slice(0, ROWS_LIMIT)
    .map(([name, share]) => {
      const amount = unit === '' ? '' : ` ${(share * whole).toFixed(1)} |`;
      return `| ${name.replaceAll('|', '\\|')} | ${Math.round(share * 100)} % |${amount}`;
    });
  const head =
    unit === '' ? [`| ${title} | Share |`, '|---|---|'] : [`| ${title} | Share | ${unit} |`, '|---|---|---|'];
  return [...head, ...rows, ''].join('\n');
}

function cpuTable(cpu: Shares | null): string[] {
  if (cpu === null) return ['skipped: processor time of each process (only Linux tells it)', ''];
  return [table('Processor time, of one core', cpu, 1, '')];
}
