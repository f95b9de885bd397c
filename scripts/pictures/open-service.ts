import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { BENCH_SECRETS as secrets } from '../../bench/bench-service.ts';
import { readConfig } from '../../src/boot/config.ts';
import { startService } from '../../src/boot/service.ts';
import { ensureSite } from '../../src/http/site/build-site.ts';
import { claimDataDirectory } from '../../src/platform/db/data-directory.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';

/** Runs a task with a new sandbox on a free port. The sandbox serves the current build of the site. */
export async function withService(task: (origin: string) => Promise<void>): Promise<void> {
  ensureSite(console.log);
  const directory = mkdtempSync(join(tmpdir(), 'ihc-pictures-'));
  claimDataDirectory(directory);
  const server = await startEmbeddedPostgres(directory);
  try {
    await ensureDatabase(server, 'pictures');
    const databaseUrl = server.urlOf('pictures');
    const config = { ...readConfig({}), databaseUrl, ...secrets };
    const service = await startService({ config, secrets, databaseUrl, log: pino({ level: 'silent' }) });
    try {
      await service.app.listen({ port: 0, host: '127.0.0.1' });
      await task(`http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`);
    } finally {
      await service.close();
    }
  } finally {
    await server.stop();
    server.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}
