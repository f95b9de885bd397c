import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { ensureBuilt, SERVER } from '../../scripts/build-server.js';
import { startService } from '../../src/boot/service.ts';
import { ensureSite } from '../../src/http/site/build-site.ts';
import { claimDataDirectory } from '../../src/platform/db/data-directory.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { TEST_PROGRAMS } from './compiled.ts';
import { otherPostgres } from './other-postgres.ts';
import { MIGRATED_DATABASE, TEMPLATE_DATABASE, testConfig, testSecrets } from './test-config.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrlPattern: string;
  }
}

async function versionOf(pool: pg.Pool): Promise<string> {
  const result = await pool.query('show server_version');
  return result.rows[0].server_version;
}

/**
 * fsync is off, because waiting for the disk took a minute. Without it, only a crash of the machine loses data, and no
 * test causes such a crash. Autovacuum is off, because it starts a process per database and minute, which is four per
 * second here. On another PostgreSQL (`npm run test:postgres` in .ci/run), both stay on.
 */
const SETTINGS = { fsync: 'off', autovacuum: 'off' };

/**
 * Stores the password with one round of hashing. Tests open thousands of connections, and with the usual 4,096 rounds,
 * each connection costs 5 ms of processor time.
 */
async function hashPasswordOnce(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set scram_iterations = 1');
  await client.query(`alter role current_user password '${new URL(url).password}'`);
  await client.end();
}

/**
 * Starts one real PostgreSQL for the whole run, in a temporary folder that is removed at the end. The server has a
 * migrated template database with the demo world. Tests clone this template.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt(SERVER, console.log);
  await ensureBuilt(TEST_PROGRAMS, console.log);
  ensureSite(console.log);
  const directory = mkdtempSync(join(tmpdir(), 'ihc-test-'));
  claimDataDirectory(directory);
  const binaries = otherPostgres();
  const server = await startEmbeddedPostgres(directory, {
    settings: { max_connections: '200', ...(binaries === undefined && SETTINGS) },
    binaries,
  });
  if (binaries === undefined) await hashPasswordOnce(server.urlOf('postgres'));
  await ensureDatabase(server, TEMPLATE_DATABASE);
  await ensureDatabase(server, MIGRATED_DATABASE);
  const pool = createPool({ url: server.urlOf(MIGRATED_DATABASE), size: 1, onError: () => {} });
  console.log(`The tests use PostgreSQL ${await versionOf(pool)}.`);
  await migrate(pool);
  await pool.end();
  const service = await startService({
    config: testConfig(),
    secrets: testSecrets,
    databaseUrl: server.urlOf(TEMPLATE_DATABASE),
    log: pino({ level: 'silent' }),
  });
  await service.close();
  project.provide('databaseUrlPattern', server.urlOf('DATABASE'));
  return async () => {
    await server.stop();
    server.remove();
    rmSync(directory, { recursive: true, force: true });
  };
}
