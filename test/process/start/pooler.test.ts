import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseTransactionPooler } from '../../../src/platform/db/pooler.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { hasProgram, pathOf } from '../../support/has-program.ts';
import { startTestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'ihc-pooler-'));
  chmodSync(directory, 0o755);
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await database.drop();
});

describe('the database', () => {
  it('is accepted when it is reached directly', async () => {
    await refuseTransactionPooler(database.url);
  });

  it.skipIf(!hasProgram('pgbouncer'))(
    'is refused behind PgBouncer in transaction mode, with a clear line',
    async () => {
      const pooler = await startPgBouncer('transaction', '');
      await expect(refuseTransactionPooler(pooler.url)).rejects.toThrow(
        /transaction pooler.*pool_mode = session/,
      );
      await expect(startTestService({ databaseUrl: pooler.url })).rejects.toThrow(/transaction pooler/);
      await pooler.stop();
    },
  );

  it.skipIf(!hasProgram('pgbouncer'))('is accepted behind PgBouncer in session mode, and books', async () => {
    const ignored =
      'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';
    const pooler = await startPgBouncer('session', ignored);
    const service = await startTestService({ databaseUrl: pooler.url });
    const body = { ...demoStay(), ...GUEST };
    expect((await service.call('POST', '/v1/bookings', { body })).status).toBe(200);
    await service.close();
    await pooler.stop();
  });
});

async function startPgBouncer(
  mode: string,
  settings: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const real = new URL(database.url);
  const name = real.pathname.slice(1);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const file = join(directory, `${mode}.ini`);
  writeFileSync(
    file,
    `[databases]
${name} = host=${real.searchParams.get('host')} port=5432 dbname=${name} user=${real.username} password=${decodeURIComponent(real.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = 60
${settings}
`,
  );
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(pathOf('pgbouncer')!, ['-q', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...asNobody,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until(port);
  return {
    url: `postgres://${real.username}@127.0.0.1:${port}/${name}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function until(port: number): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (open) return;
    await sleep(25);
  }
  throw new Error('PgBouncer did not start');
}
