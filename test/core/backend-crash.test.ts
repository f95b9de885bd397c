import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { ensureDatabase, startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { SERVER_RUN } from '../../src/snapshot/snapshot.store.ts';
import { otherPostgres } from '../support/other-postgres.ts';

/** The server is one of its own: the crash ends every connection. */
it('a reader recognises a server that has recovered from the crash of one backend', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ihc-crash-'));
  chmodSync(directory, 0o711);
  const server = await startEmbeddedPostgres(directory, { binaries: otherPostgres() });
  try {
    await ensureDatabase(server, 'crash');
    const ask = async (): Promise<{ run: string; started: string; backend: number }> => {
      const client = new pg.Client(server.urlOf('crash'));
      client.on('error', () => {});
      await client.connect();
      try {
        const text = `select ${SERVER_RUN} as run, pg_postmaster_start_time()::text as started, pg_backend_pid() as backend`;
        return (await client.query(text)).rows[0];
      } finally {
        await client.end();
      }
    };
    const before = await ask();
    expect((await ask()).run).toBe(before.run);
    const victim = new pg.Client(server.urlOf('crash'));
    victim.on('error', () => {});
    await victim.connect();
    process.kill((await victim.query('select pg_backend_pid() as pid')).rows[0].pid, 'SIGKILL');
    const after = () => ask().catch(() => null);
    await expect.poll(async () => (await after())?.run ?? before.run).not.toBe(before.run);
    // Control: the start of the server alone would not tell.
    expect((await ask()).started).toBe(before.started);
  } finally {
    await server.stop();
    server.remove();
    rmSync(directory, { recursive: true, force: true });
  }
});
