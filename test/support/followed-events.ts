import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { drawVoucherSuffix } from '../../src/booking/voucher.ts';
import type { Context } from '../../src/boot/context.ts';
import type { ClientEvent } from '../../src/events/client-event.ts';
import { readEventsOfClient } from '../../src/events/read-client-events.usecase.ts';
import { Sequencer } from '../../src/events/sequence-events.usecase.ts';
import { idOf } from '../../src/kernel/ids.ts';
import type { Caller } from '../../src/partners/authenticate.ts';
import { DEMO_HOTELS } from '../../src/sandbox/demo-hotels.ts';
import { bookCommand, setAllotment } from './book-command.ts';
import { startTestService, type TestService } from './service.ts';
import { demoStay } from './stay.ts';

const AT_ONCE_PER_NODE = 100;

/**
 * Two nodes book at the same time while four readers follow the events of the partner by cursor: on both nodes, with and
 * without a wait. Returns what each reader got. Both nodes sequence, though only one is the desk: the lock is what counts.
 */
export async function followEvents(total: number): Promise<ClientEvent[][]> {
  const first = await startTestService({ housekeeping: false });
  const second = await startTestService({ housekeeping: false, databaseUrl: first.databaseUrl });
  const sequencer = new Sequencer({
    pool: second.context.pool,
    channels: { notices: false, mail: false, messages: false },
    isDesk: () => true,
    onError: () => {},
  });
  try {
    sequencer.start();
    const reading = [first, second].flatMap(({ context }) => [
      follow(context, callerOf(first), total, 0),
      follow(context, callerOf(first), total, 20),
    ]);
    await bookAll([first, second], total, (streams) => sequencer.wake(streams));
    return await Promise.all(reading);
  } finally {
    await sequencer.stop();
    await second.close();
    await first.end();
  }
}

/**
 * The control: a reader of "rows after N", where N is given when a row is written and not when it is committed. The rows
 * are written by the transactions that write the events, with a short pause before the commit. Returns how many rows it
 * got.
 */
export async function followIdentity(total: number): Promise<number> {
  // Small batches: each leaves some hotels to the other one that runs at the same time.
  const service = await startTestService({ housekeeping: false, desk: { batchLimit: 4 } });
  const { pool } = service.context;
  try {
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
    await bookAll([service], total, () => {});
    isOver = true;
    const { rows } = await pool.query('select count(*)::int as written from scratch');
    expect(rows[0].written).toBe(total);
    return await counting;
  } finally {
    await service.end();
  }
}

/** Every event once, each hotel in its order, and all readers the same. */
export function expectWhole(readers: ClientEvent[][], total: number): void {
  for (const events of readers) {
    const numbers = events.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    const bookings = events.filter(({ event }) => event !== null);
    expect(bookings).toHaveLength(total);
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

async function follow(context: Context, caller: Caller, total: number, wait: number): Promise<ClientEvent[]> {
  const found: ClientEvent[] = [];
  let [cursor, bookings] = [0, 0];
  while (bookings < total) {
    const page = await readEventsOfClient(
      context,
      caller,
      { cursor, limit: 500, wait },
      new AbortController().signal,
    );
    if (!page.ok) throw new Error(JSON.stringify(page));
    const { events } = page.value;
    // The booking itself is not compared, and a hundred thousand of them need much memory.
    for (const one of events)
      found.push({ ...one, event: one.event && { ...one.event, booking: {} as never } });
    bookings += events.filter(({ event }) => event !== null).length;
    cursor = page.value.cursor;
    if (events.length === 0) await pause(20);
  }
  return found;
}

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
  let begun = 0;
  const worker = async ({ context }: TestService) => {
    while (begun < total) {
      begun += 1;
      const template = templates[begun % templates.length]!;
      const { status } = await context.submit({
        ...template,
        voucherSuffixes: [1, 2, 3].map(() => drawVoucherSuffix(randomBytes)),
        request: { ...template.request, bookingId: idOf(randomUUID()) },
      });
      expect(status).toBe(200);
      wake([template.hotelLedger]);
    }
  };
  await Promise.all(nodes.flatMap((node) => Array.from({ length: AT_ONCE_PER_NODE }, () => worker(node))));
}
