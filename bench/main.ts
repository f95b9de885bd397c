import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../src/db/project-directory.ts';
import { benchBookings } from './bookings.ts';
import { benchGrowth } from './growth.ts';
import { benchLooks } from './looks.ts';
import { benchLooksWhileBooking } from './looks-while-booking.ts';
import { benchProcesses } from './processes.ts';
import { type Row, renderTable } from './row.ts';
import { benchSearch } from './search.ts';
import { openStage, type Pace, type Stage, type Window } from './stage.ts';
import { benchStart } from './start.ts';
import { machine } from './support.ts';
import { benchVisibility } from './visibility.ts';

/**
 * `npm run bench` measures all parts and writes the results. `-- --quick` is a short run in a smaller world.
 * `-- --only=search,growth` measures only the named parts. Only a full run writes result files.
 */
const PARTS: Record<string, (stage: Stage) => Promise<Row[]>> = {
  search: benchSearch,
  looks: benchLooks,
  'looks-while-booking': benchLooksWhileBooking,
  visibility: benchVisibility,
  start: benchStart,
  bookings: benchBookings,
  processes: benchProcesses,
  growth: benchGrowth,
};
const FULL: Pace = {
  quick: false,
  rounds: 3,
  looks: { warmupMilliseconds: 1_500, milliseconds: 4_000 },
  bookings: { warmupMilliseconds: 2_000, milliseconds: 5_000 },
};
const QUICK: Pace = {
  quick: true,
  rounds: 1,
  looks: { warmupMilliseconds: 300, milliseconds: 700 },
  bookings: { warmupMilliseconds: 500, milliseconds: 1_500 },
};
const RESULTS = join(PROJECT_DIRECTORY, 'bench/results');

const quick = process.argv.includes('--quick');
const chosen = chosenParts();
const pace = quick ? QUICK : FULL;
console.log(machine());
const stage = openStage(pace);
process.once('SIGINT', () => stage.end().finally(() => process.exit(130)));
const rows: Row[] = [];
try {
  for (const part of chosen) rows.push(...(await PARTS[part]!(stage)));
} finally {
  await stage.end();
}
const report = [
  '# Benchmark',
  '',
  `\`npm run bench\` on ${machine()}; the load generator shares the cores.`,
  `Medians of ${pace.rounds} interleaved rounds: reads ${inWords(pace.looks)}, bookings ${inWords(pace.bookings)}.`,
  '',
  renderTable(rows),
  '',
].join('\n');
console.log(`\n${report}`);
if (!quick && chosen.length === Object.keys(PARTS).length) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'latest.md'), report);
  writeFileSync(
    join(RESULTS, 'latest.json'),
    `${JSON.stringify({ machine: machine(), pace, rows }, null, 2)}\n`,
  );
}

function inWords({ warmupMilliseconds, milliseconds }: Window): string {
  return `${milliseconds / 1000} s after ${warmupMilliseconds / 1000} s warm-up`;
}

function chosenParts(): string[] {
  const only = process.argv.find((argument) => argument.startsWith('--only='));
  if (only === undefined) return Object.keys(PARTS);
  const names = only.slice('--only='.length).split(',');
  const unknown = names.filter((name) => PARTS[name] === undefined);
  if (unknown.length === 0) return names;
  console.error(`unknown part: ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}
