import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_DIRECTORY } from '../src/platform/db/project-directory.ts';
import { median } from './row.ts';
import { machine } from './support.ts';

/**
 * Measures how long `npm start` takes from the start of its process to the first response, when everything is built.
 */
const ROUNDS = 5;
const PORT = 4_790;
const LIMIT_MILLISECONDS = 60_000;

async function startOnce(directory: string): Promise<number> {
  const startedAt = performance.now();
  const flags = ['--max-semi-space-size=32', '--enable-source-maps', 'scripts/start.js'];
  const child = spawn(process.execPath, flags, {
    cwd: PROJECT_DIRECTORY,
    env: { PATH: process.env.PATH, PORT: String(PORT), IHC_DATA_DIR: directory, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  try {
    while (performance.now() - startedAt < LIMIT_MILLISECONDS) {
      const response = await fetch(`http://127.0.0.1:${PORT}/v1/health`).catch(() => null);
      if (response?.ok) return performance.now() - startedAt;
      await sleep(10);
    }
    throw new Error('the service did not respond');
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

const directory = mkdtempSync(join(tmpdir(), 'ihc-second-start-'));
console.log(machine());
console.log(`first start, with an empty data folder: ${(await startOnce(directory)).toFixed(0)} ms`);
const later: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) later.push(await startOnce(directory));
console.log(`later starts: ${later.map((milliseconds) => milliseconds.toFixed(0)).join(', ')} ms`);
console.log(`median of ${ROUNDS} later starts: ${median(later).toFixed(0)} ms`);
rmSync(directory, { recursive: true, force: true });
process.exit(0);
