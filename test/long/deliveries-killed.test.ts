import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockSequence } from '../../src/outgoing/events/sequence-lock.store.ts';
import { createPool, inTransaction } from '../../src/platform/db/pool.ts';
import { ClusterProcess } from '../support/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type BookingEvent, HoldingReceiver } from '../support/holding-receiver.ts';
import { demoStay, GUEST } from '../support/stay.ts';

const ROUNDS = 100;
/**
 * Where a process is killed: after a response, while its events have no numbers yet; with a delivery that is claimed and
 * not sent; when the receiver has a request and has not responded; at any time under load.
 */
const STEPS = ['committed', 'claimed', 'sent', 'anywhere'] as const;
type Step = (typeof STEPS)[number];
/** Longer than a request may take, as in production. */
const LEASE_MILLISECONDS = 8_000;
const NIGHTS = 20;
const TYPES = ['booking.confirmed', 'booking.modified', 'booking.cancelled'];

interface Member {
  name: string;
  base: string;
  process: ClusterProcess;
}
// biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside, as a partner does.
type Body = any;

let database: TestDatabase;
let pool: pg.Pool;
let receiver: HoldingReceiver;
let credentials: Record<string, string>;
let members: Member[];
let started = 0;
/** The types of the acknowledged changes of each booking, in order. */
const acknowledged = new Map<string, string[]>();
/** Bookings that nobody is changing now. */
const idle: string[] = [];
/** Of each killed process: the messages that were claimed and not marked when it was gone. */
const underWay = new Map<string, Set<string>>();
const stays = Array.from({ length: NIGHTS }, (_, night) =>
  demoStay({ board: 'RO', nights: 1, from: 40 + night }),
);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, size: 3, onError: () => {} });
  for (const { roomTypeId, checkIn } of stays)
    await pool.query(
      'update nights set allotment = 30000, blocked = 0 where room_type_id = $1 and day = $2',
      [roomTypeId, checkIn],
    );
  receiver = await HoldingReceiver.start();
  members = await Promise.all([startMember(), startMember()]);
  const { data } = (await (
    await fetch(`${members[0]!.base}/sandbox/credentials`, { method: 'POST' })
  ).json()) as Body;
  credentials = { 'x-client-id': data.client_id, 'x-api-key': data.api_key };
  const webhook = await post('webhooks', { url: receiver.url, events: TYPES });
  receiver.secret = webhook.secret;
}, 180_000);
afterAll(async () => {
  for (const { process } of members) await process.close();
  await receiver.end();
  await pool.end();
  await database.drop();
}, 60_000);

async function startMember(): Promise<Member> {
  const name = `process-${started++}`;
  const options = {
    ...{ databaseUrl: database.url, userAgent: name },
    deliverer: { leaseMilliseconds: { WEBHOOK: LEASE_MILLISECONDS }, pollMilliseconds: 50 },
  };
  const process = await ClusterProcess.start(options);
  return { name, process, base: `http://127.0.0.1:${await process.listen()}/v1` };
}

/** Sends a change until it is acknowledged, always with the same key. Starts with `first`, or with any process. */
async function post(path: string, body: object, first = members[randomInt(members.length)]!): Promise<Body> {
  const headers = { ...credentials, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  let base = first.base;
  let last: unknown;
  for (const end = Date.now() + 60_000; Date.now() < end; base = members[randomInt(members.length)]!.base) {
    try {
      const response = await fetch(`${base}/${path}`, request);
      last = await response.json();
      if (response.status === 200 || response.status === 201) return (last as Body).data;
    } catch (error) {
      last = error;
    }
    await sleep(50);
  }
  throw new Error(`${path} was not acknowledged`, { cause: last });
}

async function book(first?: Member): Promise<void> {
  const { booking_id: id } = await post('bookings', { ...stays[randomInt(NIGHTS)]!, ...GUEST }, first);
  acknowledged.set(id, ['booking.confirmed']);
  idle.push(id);
}

/** Modifies or cancels a booking of this or an earlier round. */
async function change(): Promise<void> {
  const [id] = idle.splice(randomInt(idle.length + 1), 1);
  if (id === undefined) return;
  const changes = acknowledged.get(id)!;
  if (randomInt(3) > 0) {
    await post(`bookings/${id}/modify`, { specialRequests: `Change ${changes.length}` });
    changes.push('booking.modified');
    idle.push(id);
  } else {
    await post(`bookings/${id}/cancel`, {});
    changes.push('booking.cancelled');
  }
}

const load = () => Promise.all([book(), book(), change(), change()]);

async function strike(step: Step, victim: Member): Promise<void> {
  switch (step) {
    case 'committed':
      return killBeforeSequencer(victim);
    case 'claimed':
      return killUnderLoad(victim, victim.process.holdSending());
    case 'sent':
      return killUnderLoad(victim, receiver.hold(victim.name));
    case 'anywhere':
      return killUnderLoad(victim, sleep(randomInt(300)));
  }
}

/** Changes go on until the moment comes. Those that lose their response are repeated. */
async function killUnderLoad(victim: Member, moment: Promise<void>): Promise<void> {
  let isKilled = false;
  const killed = moment.then(async () => {
    await victim.process.kill('SIGKILL');
    isKilled = true;
    await noteUnmarked(victim);
    await replace(victim);
  });
  for (const end = Date.now() + 60_000; !isKilled && Date.now() < end; ) await load();
  expect(isKilled, 'the moment has come').toBe(true);
  await killed;
}

/** The sequencer waits for its lock, which is held here until the process is gone. */
async function killBeforeSequencer(victim: Member): Promise<void> {
  const before = new Set(acknowledged.keys());
  const rows = await inTransaction(pool, 'read committed', async (tx) => {
    await lockSequence(tx);
    await book(victim);
    await victim.process.kill('SIGKILL');
    const booked = [...acknowledged.keys()].filter((id) => !before.has(id));
    return (await tx.query('select 1 from deliveries where booking_id = any($1)', [booked])).rows;
  });
  expect(rows).toEqual([]);
  await noteUnmarked(victim);
  await replace(victim);
}

/** More than the process had claimed: another one has claims too. */
async function noteUnmarked({ name }: Member): Promise<void> {
  const { rows } = await pool.query(
    "select message_id from deliveries where state = 'PENDING' and lease is not null",
  );
  underWay.set(name, new Set(rows.map((row) => `evt_${row.message_id.replaceAll('-', '')}`)));
}

async function replace(victim: Member): Promise<void> {
  members = members.filter((member) => member !== victim);
  members.push(await startMember());
  for (const { process } of members) while (!(await process.state()).isReachable) await sleep(20);
}

async function findDesk(): Promise<Member> {
  for (;;) {
    for (const member of members) if ((await member.process.state()).isDesk) return member;
    await sleep(20);
  }
}

async function readEvents(): Promise<BookingEvent[]> {
  const events: BookingEvent[] = [];
  for (let [cursor, hasMore] = [0, true]; hasMore; ) {
    const url = `${members[0]!.base}/events?limit=500&cursor=${cursor}`;
    const page = (await (await fetch(url, { headers: credentials })).json()) as Body;
    events.push(...page.data);
    [cursor, hasMore] = [page.cursor, page.has_more];
  }
  return events.filter(({ type }) => type !== 'hotel.updated');
}

function groupedBy<T>(list: T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}
const bookingOf = (event: BookingEvent) => event.data.booking.booking_id;
const revisionOf = (event: BookingEvent) => event.data.booking.revision;

it(`one of two processes killed ${ROUNDS} times: nothing is lost, the order is kept, repeats have their id`, async () => {
  const kills = { desk: 0, other: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const desk = await findDesk();
    const isDesk = Math.floor(round / STEPS.length) % 2 === 0;
    const victim = isDesk ? desk : members.find((member) => member !== desk)!;
    kills[isDesk ? 'desk' : 'other'] += 1;
    await strike(STEPS[round % STEPS.length]!, victim);
  }
  const { arrivals, problems } = receiver;
  const changes = [...acknowledged.values()].flat().length;
  const arrived = () => new Set(arrivals.map(({ messageId }) => messageId)).size;
  for (const end = Date.now() + 60_000; arrived() < changes && Date.now() < end; ) await sleep(100);
  const states = async () =>
    (await pool.query('select state, count(*)::int as count from deliveries group by state')).rows;
  await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'DELIVERED', count: changes }]);

  // What partners read is what was acknowledged: each event once, and in order.
  const events = await readEvents();
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const read = groupedBy(events, bookingOf);
  expect([...read.keys()].sort()).toEqual([...acknowledged.keys()].sort());
  for (const [id, types] of acknowledged) {
    expect(read.get(id)!.map(({ type }) => type)).toEqual(types);
    expect(read.get(id)!.map(revisionOf)).toEqual(types.map((_, index) => index + 1));
  }

  // What has arrived is the same, in the same order per booking.
  expect(problems).toEqual([]);
  const messages = groupedBy(arrivals, ({ messageId }) => messageId);
  expect([...messages.keys()].sort()).toEqual(events.map(({ id }) => id).sort());
  for (const event of events)
    for (const arrival of messages.get(event.id)!) expect(arrival.event).toEqual(event);
  for (const [id, received] of groupedBy(arrivals, ({ event }) => bookingOf(event))) {
    const revisions = received.map(({ event }) => revisionOf(event));
    expect(revisions, id).toEqual([...revisions].sort((one, two) => one - two));
    expect([...new Set(received.map(({ messageId }) => messageId))]).toEqual(
      read.get(id)!.map((event) => event.id),
    );
  }

  // Every arrival but the last was of a process that was killed before it marked the result.
  for (const [messageId, times] of messages)
    for (const { sender } of times.slice(0, -1))
      expect(underWay.get(sender)?.has(messageId), `${messageId} of ${sender}`).toBe(true);
  const repeated = [...messages.values()].filter((times) => times.length > 1).length;
  const { rows } = await pool.query(
    'select message_id, last_error from deliveries where attempts > 1 or last_error is not null',
  );
  expect(rows.filter((row) => row.last_error !== null)).toEqual([]);
  const claimedOnly = rows.length - repeated;
  const each = Math.floor(ROUNDS / STEPS.length);
  expect(repeated).toBeGreaterThanOrEqual(each);
  expect(claimedOnly).toBeGreaterThanOrEqual(each);
  console.log(
    `${JSON.stringify(kills)}: ${acknowledged.size} bookings, ${changes} events, ${arrivals.length} received, ` +
      `${repeated} repeated, ${claimedOnly} claimed and sent by another process`,
  );
}, 2_400_000);
