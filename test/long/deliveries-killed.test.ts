import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertDeliveries } from '../support/deliveries.ts';

const ROUNDS = 100;
/** Where the process is killed. Nothing is announced for `committed`: it may be anywhere. */
const STEPS = ['committed', 'claimed', 'sent'] as const;
const LEASE_MILLISECONDS = 3_000;

interface Received {
  round: number;
  messageId: string;
  destination: string;
  bookingId: string;
  eventNumber: number;
}

let database: TestDatabase;
let pool: pg.Pool;
let receiver: Server;
let address: string;
const received: Received[] = [];
let round = 0;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  pool = createPool({ url: database.url, size: 2, onError: () => {} });
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({ ...JSON.parse(text), round, messageId: request.headers['webhook-id'] });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await pool.end();
  await database.drop();
});

interface Delivering {
  process: ChildProcess;
  ready: Promise<void>;
  /** The process has come to the step, and waits there. */
  hanging: Promise<void>;
  exited: Promise<number | null>;
}

function startDelivering(hangs: 'claimed' | 'sent' | 'never', after: number): Delivering {
  const given = {
    ...{ databaseUrl: database.url, receiver: address, leaseMilliseconds: LEASE_MILLISECONDS, hangs, after },
  };
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/support/deliverer-process.ts', JSON.stringify(given)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  const line = (wanted: string) =>
    new Promise<void>((resolve) => {
      lines.on('line', (said) => said === wanted && resolve());
    });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { process: child, ready: line('ready'), hanging: line('hanging'), exited };
}

/** Bookings with some events each, for two destinations, in the order of the events. */
async function insertRound(): Promise<number> {
  const bookings = [randomUUID(), randomUUID(), randomUUID()];
  const rows = Array.from({ length: 4 }, () => bookings)
    .flat()
    .flatMap((bookingId) => ['a', 'b'].map((name) => ({ bookingId, destination: `${name}${round % 3}` })));
  return (await insertDeliveries(pool, rows)).length;
}

/** The messages that the killed process had claimed and not marked. */
async function unmarked(): Promise<Set<string>> {
  const { rows } = await pool.query(
    "select message_id from deliveries where state = 'PENDING' and lease is not null",
  );
  return new Set(rows.map((row) => row.message_id));
}

const pending = async () => {
  const { rows } = await pool.query("select count(*)::int as count from deliveries where state = 'PENDING'");
  return rows[0].count as number;
};

function groupedBy(key: (one: Received) => string): Map<string, Received[]> {
  const groups = new Map<string, Received[]>();
  for (const one of received) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}

it(`a process killed ${ROUNDS} times while it delivers: nothing is lost, the order is kept, repeats have their id`, async () => {
  let inserted = 0;
  const underWay: Set<string>[] = [];
  for (round = 0; round < ROUNDS; round += 1) {
    const step = STEPS[round % STEPS.length]!;
    const one = startDelivering(step === 'committed' ? 'never' : step, randomInt(8));
    await one.ready;
    inserted += await insertRound();
    if (step === 'committed') await sleep(randomInt(80));
    else await one.hanging;
    one.process.kill('SIGKILL');
    await one.exited;
    underWay.push(await unmarked());
  }
  const [last, other] = [startDelivering('never', 0), startDelivering('never', 0)];
  const end = Date.now() + 60_000;
  while ((await pending()) > 0 && Date.now() < end) await sleep(100);
  for (const one of [last, other]) one.process.kill('SIGTERM');
  expect(await Promise.all([last.exited, other.exited])).toEqual([0, 0]);

  const { rows } = await pool.query('select state, count(*)::int as count from deliveries group by state');
  expect(rows).toEqual([{ state: 'DELIVERED', count: inserted }]);
  const messages = groupedBy(({ messageId }) => messageId);
  expect(messages.size).toBe(inserted);
  for (const [messageId, times] of messages)
    for (const [index, { round: before }] of times.slice(0, -1).entries()) {
      // Another process has sent it again, because this one was killed while it was under way.
      expect(underWay[before]?.has(messageId), messageId).toBe(true);
      expect(times[index + 1]!.round).toBeGreaterThan(before);
    }
  const repeated = [...messages.values()].filter((times) => times.length > 1).length;
  expect(repeated).toBeGreaterThanOrEqual(Math.floor(ROUNDS / STEPS.length) / 2);
  const events = groupedBy(({ destination, bookingId }) => `${destination} ${bookingId}`);
  for (const [place, arrived] of events) {
    const numbers = arrived.map(({ eventNumber }) => eventNumber);
    expect(numbers, place).toEqual([...numbers].sort((one, two) => one - two));
    const ids = new Map(arrived.map(({ eventNumber, messageId }) => [eventNumber, messageId]));
    for (const { eventNumber, messageId } of arrived) expect(ids.get(eventNumber)).toBe(messageId);
  }
  console.log(`${inserted} deliveries, ${received.length} received, ${repeated} repeated`);
}, 900_000);
