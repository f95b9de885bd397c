import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
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
 * Starts one real PostgreSQL for the whole run, in a temporary folder that is removed at the end. It has a template
 * database, migrated and with the demo world. Tests clone this template.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt(SERVER, console.log);
  await ensureBuilt(TEST_PROGRAMS, console.log);
  ensureSite(console.log);
  const directory = mkdtempSync(join(tmpdir(), 'ihc-test-'));
  claimDataDirectory(directory);
  const binaries = otherPostgres();
  const server = await startEmbeddedPostgres(directory, {
    // Without fsync only a crash of the machine loses data, which no test causes. Waiting for the disk took a minute.
    // On another PostgreSQL (`npm run test:postgres` in .ci/run) it stays on.
    settings: { max_connections: '200', ...(binaries === undefined && { fsync: 'off' }) },
    binaries,
  });
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
