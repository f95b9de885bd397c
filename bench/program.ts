import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_SECRETS } from './bench-service.ts';

/** The service as an operator starts it: `scripts/start.js` of a checkout, configured by environment variables. */
export interface Program {
  port: number;
  processId: number;
  residentBytes: () => number;
  stop: () => Promise<void>;
}

const FLAGS = ['--max-semi-space-size=32', '--enable-source-maps'];
/** The first start of a checkout also compiles the service and its site. */
const START_LIMIT_MILLISECONDS = 120_000;
const STOP_LIMIT_MILLISECONDS = 30_000;

const running = new Set<() => Promise<void>>();

/** Stops the programs that still run, for example because their part failed. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

/** Starts the service. Resolves when the service responds. */
export async function startProgram(about: {
  directory: string;
  databaseUrl: string;
  workers: number;
}): Promise<Program> {
  const port = await freePort();
  const journal = mkdtempSync(join(tmpdir(), 'ihc-bench-journal-'));
  const child = spawn(process.execPath, [...FLAGS, 'scripts/start.js'], {
    cwd: about.directory,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: about.databaseUrl,
      IHC_ENVIRONMENT: 'production',
      IHC_ALLOW_HTTP: 'yes',
      IHC_KEY_PEPPER: BENCH_SECRETS.keyPepper,
      IHC_SIGNING_KEY: BENCH_SECRETS.signingKey,
      IHC_RATE_LIMIT_PER_MINUTE: '100000',
      IHC_BOOKING_LIMIT_PER_MINUTE: '100000',
      IHC_SUPPLY_LIMIT_PER_MINUTE: '100000',
      IHC_JOURNAL_DIR: journal,
      IHC_WORKERS: String(about.workers),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The program must also end when the benchmark fails or is interrupted.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    running.delete(stop);
    child.kill('SIGTERM');
    const tooLong = setTimeout(kill, STOP_LIMIT_MILLISECONDS);
    await ended;
    clearTimeout(tooLong);
    process.off('exit', kill);
    rmSync(journal, { recursive: true, force: true });
  };
  running.add(stop);
  const residentBytes = () =>
    1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }));
  const startedAt = performance.now();
  while (performance.now() - startedAt < START_LIMIT_MILLISECONDS && child.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => null);
    if (response?.ok) return { port, processId: child.pid!, residentBytes, stop };
    await sleep(20);
  }
  await stop();
  throw new Error(`the service in ${about.directory} did not start`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
