import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnService } from '../../support/child-service.ts';
import { createTestDatabase } from '../../support/database.ts';
import { productionOf } from '../../support/ihc.ts';
import { startTestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ihc-start-'));
  // If root runs the tests, PostgreSQL runs as another user. That user must be able to enter this folder. Otherwise the
  // database files are put somewhere else.
  chmodSync(directory, 0o711);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function refusal(settings: Record<string, string>): Promise<string> {
  const service = spawnService(settings);
  expect(await service.closed).toBe(1);
  const lines = service.errors().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(service.errors()).not.toContain('    at ');
  return lines[0]!;
}

const processesOf = (folder: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return execFileSync('cat', [`/proc/${name}/cmdline`], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).includes(folder);
      } catch {
        return false;
      }
    });

describe('npm start', () => {
  const data = () => join(directory, 'data');

  it('works with no settings but a folder, and what it prints can be pasted', async () => {
    const service = spawnService({ IHC_DATA_DIR: data() });
    const base = await service.ready;
    const curl = /curl .*/.exec(service.output())![0];
    const response = JSON.parse(execFileSync('/bin/sh', ['-c', curl], { encoding: 'utf8' }));
    expect(response.data.length).toBeGreaterThanOrEqual(12);
    for (const secret of ['key-pepper', 'signing-key', 'demo-api-key', 'database-password'])
      expect(statSync(join(data(), secret)).mode & 0o777).toBe(0o600);

    const line = await refusal({ IHC_DATA_DIR: data() });
    expect(line).toMatch(/data folder .* is in use by another running service \(process \d+\)/);
    const port = new URL(base).port;
    expect(await refusal({ PORT: port, IHC_DATA_DIR: join(directory, 'other') })).toContain(
      `port ${port} on 127.0.0.1 is already in use`,
    );

    service.process.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(existsSync(join(data(), 'service.pid'))).toBe(false);
    expect(processesOf(data())).toEqual([]);
  });

  it('finds its data again, also after kill -9', async () => {
    const first = spawnService({ IHC_DATA_DIR: data() });
    const created = await fetch(`${await first.ready}/sandbox/credentials`, { method: 'POST' });
    const { client_id, api_key } = (
      (await created.json()) as { data: { client_id: string; api_key: string } }
    ).data;
    first.process.kill('SIGKILL');
    await first.exited;
    const second = spawnService({ IHC_DATA_DIR: data() });
    const base = await second.ready;
    const hotels = await fetch(`${base}/hotels`, {
      headers: { 'X-Client-Id': client_id, 'X-Api-Key': api_key },
    });
    expect(hotels.status).toBe(200);
    expect(/X-Api-Key\s+(\S+)/.exec(second.output())![1]).toBe(/X-Api-Key\s+(\S+)/.exec(first.output())![1]);
    second.process.kill('SIGINT');
    expect(await second.exited).toBe(0);
    expect(processesOf(data())).toEqual([]);
  });

  it('lets a request under way finish when it is told to stop', async () => {
    const service = spawnService({ IHC_DATA_DIR: data() });
    const { port } = new URL(await service.ready);
    const response = new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'POST /v1/sandbox/credentials HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
        );
        setTimeout(() => service.process.kill('SIGTERM'), 100);
        setTimeout(() => socket.write('}'), 600);
      });
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(await response).toMatch(/^HTTP\/1.1 200 /);
    expect(await service.exited).toBe(0);
  });
});

describe("the process's own time zone", () => {
  it('changes nothing: dates are Baghdad dates from request to voucher', async () => {
    const service = spawnService({ IHC_DATA_DIR: join(directory, 'data'), TZ: 'Pacific/Honolulu' });
    const base = await service.ready;
    const key = /X-Api-Key\s+(\S+)/.exec(service.output())![1]!;
    const headers = { 'X-Client-Id': 'demo', 'X-Api-Key': key, 'Content-Type': 'application/json' };
    const stay = demoStay({ from: 0, nights: 2 });
    const calendar = await fetch(
      `${base}/availability?hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&days=1`,
      { headers },
    );
    expect(((await calendar.json()) as { data: { date: string }[] }).data[0]!.date).toBe(inDays(0));
    const booked = await fetch(`${base}/bookings`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...stay, ...GUEST }),
    });
    const { data } = (await booked.json()) as { data: { booking_id: string } };
    expect(data).toMatchObject({
      check_in: inDays(0),
      check_out: inDays(2),
      price: { nightly: [{ date: inDays(0) }, { date: inDays(1) }] },
    });
    const read = await fetch(`${base}/bookings/${data.booking_id}`, { headers });
    expect(((await read.json()) as { data: object }).data).toMatchObject(data);
    service.process.kill('SIGTERM');
    expect(await service.exited).toBe(0);
  });
});

describe('a start that cannot succeed says why in one line', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number'],
    [{ IHC_ENVIRONMENT: 'production' }, 'DATABASE_URL is required'],
    [
      { ...productionOf('postgres://nobody@127.0.0.1:1/none'), IHC_ALLOW_HTTP: 'no' },
      'IHC_PUBLIC_URL must begin with https:// in production',
    ],
    [{ IHC_DATA_DIR: '/proc/ihc' }, 'data folder /proc/ihc is not writable'],
    [{ HOST: '203.0.113.1' }, 'cannot listen on HOST 203.0.113.1'],
  ])('%j', async (settings, message) => {
    expect(await refusal({ IHC_DATA_DIR: join(directory, 'refused'), ...settings })).toContain(message);
  });

  it('a database that does not respond', async () => {
    const free = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number };
        probe.close(() => resolve(port));
      });
    });
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${free}/none`;
    expect(await refusal({ IHC_DATA_DIR: join(directory, 'refused'), DATABASE_URL })).toContain(
      'database unreachable',
    );
  });

  it('a schema that is newer than the program', async () => {
    const database = await createTestDatabase();
    const service = await startTestService({ databaseUrl: database.url });
    await service.context.pool.query("insert into schema_migrations values (999, '0999_future.sql', 'x')");
    await service.close();
    const line = await refusal({ IHC_DATA_DIR: join(directory, 'refused'), DATABASE_URL: database.url });
    expect(line).toContain('database schema 999 is newer than this program');
    await database.drop();
  });
});
