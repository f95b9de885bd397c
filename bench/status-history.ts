import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dayInBaghdad } from '../src/kernel/day.ts';
import { COMPONENTS, type Component } from '../src/operations/status/component.ts';
import { HISTORY_DAYS, historyOf } from '../src/operations/status/history.ts';
import { MinuteTally } from '../src/operations/status/minute-tally.ts';
import { append, type Run, runsOfDay } from '../src/operations/status/runs.ts';
import { addMinutes, readDays, readMinutes } from '../src/operations/status/status-history.store.ts';
import { claimDataDirectory } from '../src/platform/db/data-directory.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createPool, inTransaction } from '../src/platform/db/pool.ts';
import { median } from './row.ts';
import { fillStatus, statusSizes } from './status-history.store.ts';
import { machine } from './support.ts';

/** `node scripts/bench.js status-history` measures what the history of the status costs, with 90 days of it. */
const TURNS = 50;
/** A usual day, and one with an incident every ten minutes. */
const DAYS = { usual: '1440U', 'as bad as it gets': '7U3G'.repeat(144) };

console.log(machine());
const directory = mkdtempSync(join(tmpdir(), 'ihc-bench-'));
claimDataDirectory(directory);
const server = await startEmbeddedPostgres(directory);
await ensureDatabase(server, 'status');
const pool = createPool({ url: server.urlOf('status'), size: 2, onError: () => {} });
try {
  await migrate(pool);
  const now = new Date();
  const since = addDays(dayInBaghdad(now), 1 - HISTORY_DAYS);
  const show = async (what: string, work: () => unknown) => {
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
    console.log(`${what}: ${median(times).toFixed(1)} ms, the fastest ${Math.min(...times).toFixed(1)} ms`);
  };
  for (const [name, text] of Object.entries(DAYS)) {
    await fillStatus(pool, COMPONENTS, text);
    await show(`${name}: read the days`, () => readDays(pool, since));
    await show(`${name}: read all minutes`, () => readMinutes(pool, new Date(0), now));
    const recent = new Date(now.getTime() - 10 * 60_000);
    await show(`${name}: read the last ten minutes`, () => readMinutes(pool, recent, now));
    const runs = new Map(COMPONENTS.map((component): [Component, Run[]] => [component, []]));
    for (const { component, day, states } of await readDays(pool, since))
      for (const run of runsOfDay(states, day)) append(runs.get(component)!, run);
    await show(`${name}: make the page of the runs`, () => historyOf(runs, now));
  }
  const rows = new MinuteTally().rows(Math.floor(now.getTime() / 60_000));
  await show('write a minute', () => inTransaction(pool, 'read committed', (tx) => addMinutes(tx, rows)));
  const { minutes, days: whole } = await statusSizes(pool);
  console.log(`minutes: ${Math.round(minutes / 1024)} kB, days: ${Math.round(whole / 1024)} kB`);
} finally {
  await pool.end();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
