import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildService, spawnService } from '../../support/child-service.ts';
import { startCutProxy } from '../../support/cut-proxy.ts';
import { createTestDatabase } from '../../support/database.ts';
import { bookUntilGone, postmasterOf } from '../../support/embedded-service.ts';
import { halfRequest, slowRequest } from '../../support/half-requests.ts';
import { startTestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

const LIMIT_MILLISECONDS = 30_000;
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ihc-stop-'));
  chmodSync(directory, 0o711);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function credentials(base: string): Promise<Record<string, string>> {
  const response = await fetch(`${base}/sandbox/credentials`, { method: 'POST' });
  const { data } = (await response.json()) as { data: { client_id: string; api_key: string } };
  return { 'X-Client-Id': data.client_id, 'X-Api-Key': data.api_key };
}

/** The exit code of the process, and the milliseconds until it ended. */
async function ended(service: ChildService, since: number): Promise<{ code: number | null; took: number }> {
  const code = await service.exited;
  return { code, took: performance.now() - since };
}

describe('a stop', () => {
  it('waits for responses in progress, but not for requests that never end; SIGHUP stops nothing', async () => {
    const service = spawnService({ IHC_DATA_DIR: join(directory, 'drain') });
    const base = await service.ready;
    const headers = await credentials(base);
    const port = Number(new URL(base).port);
    const senders = [await halfRequest(port), await slowRequest(port, 900)];
    const slow = fetch(`${base}/price-check`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(demoStay({ hotel: 'HTL-2026-0093' })),
    });
    // It asks for the certificate to be read again. A service without one goes on too.
    service.process.kill('SIGHUP');
    await sleep(500);
    const since = performance.now();
    service.process.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    const { code, took } = await ended(service, since);
    expect([code, took < LIMIT_MILLISECONDS]).toEqual([0, true]);
    expect(service.output()).not.toContain('not everything could finish');
    for (const sender of senders) sender.destroy();
  });

  it('ends at once when it is asked a second time', async () => {
    const service = spawnService({ IHC_DATA_DIR: join(directory, 'twice') });
    const base = await service.ready;
    const sender = await slowRequest(Number(new URL(base).port), 500);
    service.process.kill('SIGTERM');
    await sleep(200);
    const since = performance.now();
    service.process.kill('SIGTERM');
    const { code, took } = await ended(service, since);
    expect([code, took < 3_000]).toEqual([1, true]);
    expect(service.output()).toContain('a second SIGTERM');
    sender.destroy();
  });

  it('comes by itself when the embedded PostgreSQL is killed under load, and leaves the folder free', async () => {
    const data = join(directory, 'killed');
    const first = spawnService({ IHC_DATA_DIR: data, IHC_BOOKING_LIMIT_PER_MINUTE: '100000' });
    const base = await first.ready;
    const headers = await credentials(base);
    const load = bookUntilGone(base, headers, { ...demoStay({ board: 'RO', nights: 1 }), ...GUEST }, 24);
    await sleep(1_000);
    const since = performance.now();
    process.kill(postmasterOf(data), 'SIGKILL');
    const { code, took } = await ended(first, since);
    expect([code, took < LIMIT_MILLISECONDS]).toEqual([1, true]);
    await first.closed;
    expect(first.errors()).toContain('the embedded PostgreSQL stopped unexpectedly');
    expect(existsSync(join(data, 'service.pid'))).toBe(false);
    const made = await load;
    const second = spawnService({ IHC_DATA_DIR: data });
    const list = await fetch(`${await second.ready}/bookings?limit=200`, { headers });
    const { data: bookings } = (await list.json()) as { data: unknown[] };
    expect(bookings.length).toBeGreaterThanOrEqual(Math.min(made, 200));
    second.process.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  });

  it('ends although the database does not respond, and reports what it abandoned', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    const proxy = await startCutProxy({ path: join(url.searchParams.get('host')!, '.s.PGSQL.5432') });
    const databaseUrl = database.url.replace(/@[^/]*\//, `@127.0.0.1:${proxy.port}/`).replace(/\?.*$/, '');
    const service = await startTestService({ databaseUrl });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as { port: number };
    const { 'x-client-id': client, 'x-api-key': key } = service.credentials;
    const book = () =>
      fetch(`http://127.0.0.1:${port}/v1/bookings`, {
        method: 'POST',
        headers: { 'x-client-id': client!, 'x-api-key': key!, 'content-type': 'application/json' },
        body: JSON.stringify({ ...demoStay(), ...GUEST }),
      });
    expect((await book()).status).toBe(200);
    proxy.cut();
    const booking = book();
    await sleep(300);
    const since = performance.now();
    const abandoned = await service.close();
    expect(performance.now() - since).toBeLessThan(LIMIT_MILLISECONDS);
    expect(abandoned.join('\n')).toContain('not finished');
    // It was lost before COMMIT: nothing was executed.
    const response = await booking;
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
    ]);
    proxy.close();
    await database.drop();
  });
});
