import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_DIRECTORY } from '../src/platform/db/project-directory.ts';
import { benchAgainst } from './against.ts';
import { benchAri } from './ari.ts';
import { benchAriMinutes } from './ari-minutes.ts';
import { benchBookings } from './bookings.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchFullTables } from './full-tables.ts';
import { benchGrowth } from './growth.ts';
import { benchLooks } from './looks.ts';
import { benchLooksWhileBooking } from './looks-while-booking.ts';
import { benchMetrics } from './metrics.ts';
import { benchProcesses } from './processes.ts';
import { type Row, renderTable, rowWithout } from './row.ts';
import { benchSearch } from './search.ts';
import { benchShares } from './shares.ts';
import { openStage, type Pace, type Stage, type Window } from './stage.ts';
import { benchStart } from './start.ts';
import { benchStrangers } from './strangers.ts';
import { machine } from './support.ts';
import { benchVisibility } from './visibility.ts';

/**
 * `npm run bench` measures all parts and writes the results. `-- --quick` is a short run in a smaller world.
 * `-- --only=search,growth` measures only the named parts. `-- --against <commit>` compares the working tree with a
 * commit. `-- --shares` shows where the time goes. Only a full run writes result files.
 */
const PARTS: Record<string, (stage: Stage) => Promise<Row[]>> = {
  search: benchSearch,
  looks: benchLooks,
  'looks-while-booking': benchLooksWhileBooking,
  visibility: benchVisibility,
  start: benchStart,
  bookings: benchBookings,
  'full-tables': benchFullTables,
  processes: benchProcesses,
  growth: benchGrowth,
  metrics: benchMetrics,
  ari: benchAri,
  deliveries: benchDeliveries,
};
/** Parts that take minutes. They are measured only when they are named. */
const LONG_PARTS: typeof PARTS = { 'ari-minutes': benchAriMinutes, strangers: benchStrangers };
const ALL_PARTS = { ...PARTS, ...LONG_PARTS };
const FULL: Pace = {
  quick: false,
  rounds: 3,
  looks: { warmupMilliseconds: 700, milliseconds: 2_000 },
  bookings: { warmupMilliseconds: 1_000, milliseconds: 3_000 },
};
const QUICK: Pace = {
  quick: true,
  rounds: 1,
  looks: { warmupMilliseconds: 300, milliseconds: 700 },
  bookings: { warmupMilliseconds: 500, milliseconds: 1_500 },
};
/** The exit code of a program that Ctrl-C has ended. */
const INTERRUPTED = 130;
const RESULTS = join(PROJECT_DIRECTORY, 'bench/results');

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(PARTS).join(',') },
    against: { type: 'string' },
    shares: { type: 'boolean', default: false },
  },
});
const { quick, against } = options;
const chosen = chosenParts(options.only);
const pace = quick ? QUICK : FULL;
console.log(machine());
const stage = openStage(pace);
const interruption = new Promise<null>((interrupted) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted(null));
});
let report: string | null;
try {
  report = await Promise.race([measure(), interruption]);
} finally {
  await stage.end();
}
if (report === null) process.exit(INTERRUPTED);
console.log(`\n${report}`);
stage.progress('the whole run');

async function measure(): Promise<string> {
  if (options.shares) return benchShares(stage);
  if (against !== undefined)
    return reportOf(`npm run bench -- --against ${against}`, await benchAgainst(stage, against, chosen));
  const rows: Row[] = [];
  const isWhole = !quick && chosen.length === Object.keys(PARTS).length;
  for (const part of chosen) {
    rows.push(...(await rowsOf(part)));
    // Write the results after each part, so that an interrupted run keeps what it has measured.
    if (isWhole) writeResults(reportOf('npm run bench', rows), rows);
  }
  return reportOf('npm run bench', rows);
}

/** If a part fails, its row contains the reason, so that the figures of the other parts are still written. */
async function rowsOf(part: string): Promise<Row[]> {
  try {
    return await ALL_PARTS[part]!(stage);
  } catch (error) {
    console.error(error);
    return [rowWithout(part, `failed: ${firstLine(error)}`, false)];
  } finally {
    await stage.endPart();
  }
}

function firstLine(error: unknown): string {
  return String((error as Error).message ?? error)
    .split('\n')[0]!
    .replaceAll('|', '/');
}

function reportOf(command: string, rows: Row[]): string {
  return [
    '# Benchmark',
    '',
    `\`${command}\` on ${machine()}; the load generator shares the cores.`,
    `Medians of ${pace.rounds} interleaved rounds: reads ${inWords(pace.looks)}, bookings ${inWords(pace.bookings)}.`,
    '',
    renderTable(rows),
    '',
  ].join('\n');
}

function writeResults(text: string, rows: Row[]): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'latest.md'), text);
  writeFileSync(
    join(RESULTS, 'latest.json'),
    `${JSON.stringify({ machine: machine(), pace, rows }, null, 2)}\n`,
  );
}

function inWords({ warmupMilliseconds, milliseconds }: Window): string {
  return `${milliseconds / 1000} s after ${warmupMilliseconds / 1000} s warm-up`;
}

function chosenParts(only: string): string[] {
  const names = only.split(',');
  const unknown = names.filter((name) => ALL_PARTS[name] === undefined);
  if (unknown.length === 0) return names;
  console.error(`unknown part: ${unknown.join(', ')}; the parts are ${Object.keys(ALL_PARTS).join(', ')}`);
  process.exit(1);
}
