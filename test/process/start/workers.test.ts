import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildService, spawnService } from '../../support/child-service.ts';
import { createTestDatabase } from '../../support/database.ts';
import { demoStay, GUEST } from '../../support/stay.ts';
import { until } from '../../support/until.ts';

const WORKERS = 3;
/** Enough new connections to reach every process: the supervisor gives them out in turn. */
const CONNECTIONS = 3 * WORKERS;

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside, as a partner does.
  body: any;
  requestId: string;
  connection: string | undefined;
}

let directory: string;
let node: ChildService;
let base: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ihc-workers-'));
  chmodSync(directory, 0o711);
  node = spawnService({
    IHC_DATA_DIR: join(directory, 'data'),
    IHC_WORKERS: String(WORKERS),
    LOG_LEVEL: 'info',
  });
  base = await node.ready;
});
afterAll(async () => {
  if (node.process.exitCode === null) node.process.kill('SIGTERM');
  await node.exited;
  rmSync(directory, { recursive: true, force: true });
});

/** Sends a request. Without an agent, the request has a separate connection. */
function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
  agent = new Agent({ keepAlive: false }),
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(
      `${base}${path}`,
      {
        method,
        agent,
        headers: { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const all = Buffer.concat(chunks).toString();
          const requestId = response.headers['x-request-id'] as string;
          const { connection } = response.headers;
          const body = all === '' ? null : JSON.parse(all);
          resolve({ status: response.statusCode!, body, requestId, connection });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

async function newCaller(): Promise<Record<string, string>> {
  const { body } = await call('POST', '/sandbox/credentials');
  return { 'x-client-id': body.data.client_id, 'x-api-key': body.data.api_key };
}

/** Which process served a request, as the log says. */
async function processOf(requestId: string): Promise<number> {
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    const line = node
      .output()
      .split('\n')
      .find((one) => one.includes(`"request_id":"${requestId}"`));
    if (line !== undefined) return JSON.parse(line).pid;
    await sleep(20);
  }
  throw new Error(`no log line of request ${requestId}`);
}

/** The process ids of the workers, the desk first. */
function workers(): number[] {
  const lines = node
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const desks = lines.filter((line) => line.msg === 'this process is the desk').map((line) => line.pid);
  const linked = lines.filter((line) => line.msg === 'linked to the desk').map((line) => line.pid);
  const all = [...new Set([...desks.slice(-1), ...linked, ...desks])];
  return all.filter((pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  });
}

function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  return all.map(Number).filter((pid) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
}

describe(`a node of ${WORKERS} processes`, () => {
  it('serves from every process but the desk, and knows new credentials on every one of them at once', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < 3; round += 1) {
      const caller = await newCaller();
      const replies = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => call('GET', '/hotels', caller)),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      for (const { requestId } of replies) seen.add(await processOf(requestId));
    }
    expect(seen.size).toBe(WORKERS - 1);
    expect(seen).not.toContain(workers()[0]);
  });

  it('shows a booking on every process as soon as its response has arrived, wherever it was made', async () => {
    const caller = await newCaller();
    const stay = demoStay({ nights: 1 });
    const path = `/availability?hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&startDate=${stay.checkIn}&days=1`;
    const makers = new Set<number>();
    for (let made = 1; made <= 2 * WORKERS; made += 1) {
      const booking = await call('POST', '/bookings', caller, { ...stay, ...GUEST, adults: 1 });
      // With the booking, an odd number of connections: two processes take turns with the bookings.
      const readers = Array.from({ length: CONNECTIONS + 1 }, () => call('GET', path, caller));
      const replies = await Promise.all(readers);
      expect(booking.status, JSON.stringify(booking.body)).toBe(200);
      expect(replies.map(({ body }) => body.data[0].booked)).toEqual(replies.map(() => made));
      makers.add(await processOf(booking.requestId));
    }
    expect(makers.size).toBeGreaterThan(1);
  });

  it('accepts exactly 120 requests of a caller in a minute', async () => {
    const caller = await newCaller();
    const replies: Reply[] = [];
    for (let wave = 0; wave < 10; wave += 1)
      replies.push(
        ...(await Promise.all(Array.from({ length: 20 }, () => call('GET', '/hotels?limit=1', caller)))),
      );
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(120);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const served = new Set<number>();
    for (const { requestId } of accepted.slice(0, 30)) served.add(await processOf(requestId));
    expect(served.size).toBe(WORKERS - 1);
  });

  it('replaces a process that was killed, the desk included, and serves meanwhile', async () => {
    const caller = await newCaller();
    for (const which of ['a link', 'the desk'] as const) {
      const before = workers();
      expect(before).toHaveLength(WORKERS);
      const victim = which === 'the desk' ? before[0]! : before.at(-1)!;
      process.kill(victim, 'SIGKILL');
      const stay = demoStay({ nights: 1, from: which === 'the desk' ? 50 : 51 });
      // A connection to the killed process breaks; every other one is served.
      const replies = await Promise.allSettled(
        Array.from({ length: CONNECTIONS }, () =>
          call('POST', '/bookings', caller, { ...stay, ...GUEST, adults: 1 }),
        ),
      );
      const statuses = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.status] : []));
      expect(statuses.length).toBeGreaterThan(0);
      expect(new Set(statuses)).toEqual(new Set([200]));
      await until(() => workers().length === WORKERS && !workers().includes(victim));
    }
  });

  it('closes the connections of a new desk after their next response, once others can serve', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const health = () => call('GET', '/health', {}, undefined, agent);
    const first = await health();
    expect(first.connection).toBe('keep-alive');
    const server = await processOf(first.requestId);
    const victims = workers().filter((pid) => pid !== server);
    for (const pid of victims) process.kill(pid, 'SIGKILL');
    await until(() => workers()[0] === server);
    // The desk is alone until the others have started again, so it takes connections.
    expect((await call('GET', '/health')).status).toBe(200);
    const isBack = () => workers().length === WORKERS && !workers().some((pid) => victims.includes(pid));
    await until(isBack);
    await until(async () => {
      const { connection, requestId } = await health();
      return connection === 'close' && (await processOf(requestId)) === server;
    });
    expect(await processOf((await health()).requestId)).not.toBe(server);
    agent.destroy();
  });

  it('serves from the others when a process hangs, without delay', async () => {
    const caller = await newCaller();
    const victim = workers().at(-1)!;
    process.kill(victim, 'SIGSTOP');
    try {
      // It is noticed within 3 s. Connections that it was given before wait for it.
      await sleep(4_000);
      const replies = await Promise.all(
        Array.from({ length: CONNECTIONS }, (_, index) => {
          const stay = demoStay({ nights: 1, from: 52 + index });
          return call('POST', '/bookings', caller, { ...stay, ...GUEST, adults: 1 });
        }),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      for (const { requestId } of replies) expect(await processOf(requestId)).not.toBe(victim);
    } finally {
      process.kill(victim, 'SIGCONT');
    }
    const caller2 = await newCaller();
    await until(async () => {
      const replies = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => call('GET', '/hotels?limit=1', caller2)),
      );
      const served = await Promise.all(replies.map(({ requestId }) => processOf(requestId)));
      return served.includes(victim);
    });
  });

  it('leaves no process behind when its supervisor is killed while they start', async () => {
    const database = await createTestDatabase();
    const other = spawnService({
      IHC_DATA_DIR: join(directory, 'other'),
      DATABASE_URL: database.url,
      IHC_WORKERS: '2',
    });
    const children = () => childrenOf(other.process.pid!);
    await until(() => children().length === 2);
    const started = children();
    other.process.kill('SIGKILL');
    await other.exited;
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await until(() => !started.some(isAlive));
    await database.drop();
  });

  it('lets every process finish its requests when all of them get SIGTERM at once', async () => {
    const caller = await newCaller();
    // This hotel of the demo world responds slowly.
    const stay = demoStay({ hotel: 'HTL-2026-0093', nights: 1 });
    const slow = Array.from({ length: CONNECTIONS }, () =>
      call('POST', '/bookings', caller, { ...stay, ...GUEST, adults: 1 }),
    );
    // A terminal that closes sends it to all. It stops none.
    for (const pid of [...workers(), node.process.pid!]) process.kill(pid, 'SIGHUP');
    await sleep(500);
    // As systemd does by default.
    for (const pid of workers()) process.kill(pid, 'SIGTERM');
    node.process.kill('SIGTERM');
    const replies = await Promise.all(slow);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await node.exited).toBe(0);
    expect(workers()).toEqual([]);
  });
});
