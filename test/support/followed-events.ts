import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Events, Queries } from '../../src/context.ts';
import { drawVoucherSuffix } from '../../src/domain/booking/voucher.ts';
import type { Caller } from '../../src/domain/partners/authenticate.ts';
import { idOf } from '../../src/kernel/ids.ts';
import type { ClientEvent } from '../../src/outgoing/events/client-event.ts';
import { readEventsOfClient } from '../../src/outgoing/events/read-client-events.usecase.ts';
import { Sequencer } from '../../src/outgoing/events/sequence-events.worker.ts';
import { DEMO_HOTELS } from '../../src/sandbox/demo-hotels.ts';
import { bookCommand, setAllotment } from './book-command.ts';
import { startTestService, type TestService } from './service.ts';
import { demoStay } from './stay.ts';

const AT_ONCE_PER_NODE = 100;

/**
 * Books on two nodes at the same time, while four readers follow the events of the partner by cursor, on both nodes,
 * with and without a wait. Returns the number of events, and the events that each reader received. Both nodes run a
 * sequencer, although only one is the desk, because the lock must prevent errors even then.
 */
export async function followEvents(total: number): Promise<{ written: number; readers: ClientEvent[][] }> {
  const first = await startTestService({ housekeeping: false });
  const second = await startTestService({ housekeeping: false, databaseUrl: first.databaseUrl });
  const sequencer = new Sequencer({
    pool: second.context.pool,
    channels: { notices: 'private', mail: false, messages: false },
    isDesk: () => true,
    mustYield: () => false,
    onError: () => {},
  });
  const target: Target = { events: null, known: new AbortController() };
  const caller = callerOf(first);
  const reading = [first, second].flatMap(({ context }) =>
    [0, 20].map((wait) => follow(context, caller, wait, target)),
  );
  try {
    sequencer.start();
    await bookAll([first, second], total, (streams) => sequencer.wake(streams));
    target.events = await countEvents(first);
    target.known.abort();
    return { written: target.events, readers: await Promise.all(reading) };
  } finally {
    target.events ??= 0;
    target.known.abort();
    await Promise.allSettled(reading);
    await sequencer.stop();
    await second.close();
    await first.end();
  }
}

/**
 * Runs the control: a reader of "rows after N", where a row receives its N when it is written, not when it is
 * committed. The rows are written by the transactions that write the events, with a short pause before the commit.
 */
export async function followIdentity(total: number): Promise<{ written: number; read: number }> {
  // Uses small batches, so that each batch leaves some hotels to the other batch that runs at the same time.
  const service = await startTestService({ housekeeping: false, desk: { batchLimit: 4 } });
  const { pool } = service.context;
  await pool.query(`
    create table scratch (n bigint generated always as identity primary key);
    create function write_scratch() returns trigger language plpgsql as
      $$ begin insert into scratch default values; perform pg_sleep(random() * 0.002); return null; end $$;
    create trigger write_scratch after insert on events for each row execute function write_scratch()`);
  let isOver = false;
  const counting = (async () => {
    let [after, read] = ['0', 0];
    for (;;) {
      const isLast = isOver;
      const { rows } = await pool.query('select n from scratch where n > $1 order by n', [after]);
      read += rows.length;
      after = rows.at(-1)?.n ?? after;
      if (isLast) return read;
    }
  })();
  try {
    await bookAll([service], total, () => {});
    const { rows } = await pool.query('select count(*)::int as written from scratch');
    isOver = true;
    return { written: rows[0].written, read: await counting };
  } finally {
    isOver = true;
    await Promise.allSettled([counting]);
    await service.end();
  }
}

/** Checks that every reader got every event once, in order per hotel, and that all readers got the same. */
export function expectWhole({ written, readers }: Awaited<ReturnType<typeof followEvents>>): void {
  for (const events of readers) {
    const numbers = events.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    const bookings = events.filter(({ event }) => event !== null);
    expect(bookings).toHaveLength(written);
    const lastOf = new Map<string, number>();
    for (const { hotelId, event } of bookings) {
      expect(event!.number).toBe((lastOf.get(hotelId) ?? 0) + 1);
      lastOf.set(hotelId, event!.number);
    }
    expect(bookings.map(({ id }) => id)).toEqual(
      readers[0]!.filter(({ event }) => event !== null).map(({ id }) => id),
    );
  }
}

function callerOf({ context, credentials }: TestService): Caller {
  const client = context.snapshot.findClient(credentials['x-client-id']!)!;
  const [key] = context.snapshot.keys.in(client.id);
  return { client, keyId: key!.id };
}

interface Target {
  /** The number of booking events at the end. Null while this number is not known. */
  events: number | null;
  /** Ends the waits of readers when the number is known, because a reader may already have all events. */
  known: AbortController;
}

async function countEvents({ context }: TestService): Promise<number> {
  return (await context.pool.query('select count(*)::int as count from events')).rows[0].count;
}

async function follow(
  context: Queries & Events,
  caller: Caller,
  wait: number,
  target: Target,
): Promise<ClientEvent[]> {
  const found: ClientEvent[] = [];
  let [cursor, bookings] = [0, 0];
  while (target.events === null || bookings < target.events) {
    const page = await readEventsOfClient(context, caller, { cursor, limit: 500, wait }, target.known.signal);
    if (!page.ok) throw new Error(JSON.stringify(page));
    const { events } = page.value;
    // The booking itself is not compared, so it is not kept: a hundred thousand bookings need much memory.
    for (const one of events)
      found.push({ ...one, event: one.event && { ...one.event, booking: {} as never } });
    bookings += events.filter(({ event }) => event !== null).length;
    cursor = page.value.cursor;
    if (events.length === 0) await pause(20);
  }
  return found;
}

/**
 * Sends bookings until `total` of them are confirmed. A busy machine may refuse some requests with 503, so there may be
 * a few more bookings than confirmed responses.
 */
async function bookAll(
  nodes: [TestService, ...TestService[]],
  total: number,
  wake: Sequencer['wake'],
): Promise<void> {
  const [first] = nodes;
  const hotels = DEMO_HOTELS.filter((hotel) => hotel.uncontracted === undefined).slice(0, 8);
  const stays = hotels.map(({ publicId }) => demoStay({ hotel: publicId, board: 'RO', nights: 1 }));
  for (const stay of stays) await setAllotment(first, stay, 30_000);
  const templates = stays.map((stay) => bookCommand(first, first.credentials, stay));
  let [begun, booked] = [0, 0];
  const worker = async ({ context }: TestService) => {
    while (booked < total && begun < 2 * total) {
      begun += 1;
      const template = templates[begun % templates.length]!;
      const { status } = await context.submit({
        ...template,
        voucherSuffixes: [1, 2, 3].map(() => drawVoucherSuffix(randomBytes)),
        request: { ...template.request, bookingId: idOf(randomUUID()) },
      });
      expect([200, 503]).toContain(status);
      if (status === 200) booked += 1;
      wake([template.hotelLedger]);
    }
  };
  await Promise.all(nodes.flatMap((node) => Array.from({ length: AT_ONCE_PER_NODE }, () => worker(node))));
  expect(booked).toBeGreaterThanOrEqual(total);
}
