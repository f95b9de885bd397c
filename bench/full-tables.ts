import { BOOKING_SCENARIOS, bookingRequests } from './bookings.ts';
import { fillLedger, readWritten } from './full-ledger.store.ts';
import { checkpoint, emptyLedger } from './ledger.store.ts';
import type { LoadResult } from './load.ts';
import { median, type Row } from './row.ts';
import { alternate, ask, count, describe, ENDLESS, type Stage } from './stage.ts';
import type { World } from './support.ts';
import { THIS_VERSION } from './version.ts';

const BOOKINGS = 1_000_000;
const QUICK_BOOKINGS = 50_000;
const AT_LEAST = 0.9;

/** Compares bookings with full and with empty tables. Each side has its own database and node. */
export async function benchFullTables(stage: Stage): Promise<Row[]> {
  const bookings = stage.pace.quick ? QUICK_BOOKINGS : BOOKINGS;
  const [emptyWorld, fullWorld] = [await stage.endless(), await stage.worldOf(THIS_VERSION, 'full', ENDLESS)];
  stage.progress(`generating ${count(bookings)} bookings`);
  await makeFirstBooking(stage, fullWorld);
  await fillLedger(fullWorld.pool, bookings);
  const [empty, full] = [stage.child('node.ts'), stage.child('node.ts')];
  const emptyPort = await empty.ask<number>('start', emptyWorld.databaseUrl);
  const fullPort = await full.ask<number>('start', fullWorld.databaseUrl);
  const rows: Row[] = [];
  for (const { work, connections, hot } of BOOKING_SCENARIOS.filter((one) => one.connections === 64)) {
    const book = async (world: World, port: number) => {
      const requests = await bookingRequests(world, hot);
      return stage.runLoad({ port, connections, requests, repeat: false }, stage.pace.bookings);
    };
    const walBytes: number[] = [];
    const result = await alternate(stage, `${work}, ${count(bookings)} bookings in the tables`, {
      empty: async () => {
        await emptyLedger(emptyWorld.pool);
        return book(emptyWorld, emptyPort);
      },
      full: async () => {
        await checkpoint(fullWorld.pool);
        const before = await readWritten(fullWorld.pool);
        const booked = await book(fullWorld, fullPort);
        const after = await readWritten(fullWorld.pool);
        walBytes.push((after.walBytes - before.walBytes) / (after.bookings - before.bookings));
        return booked;
      },
    });
    rows.push(
      rowOf(
        `${work}, ${count(bookings)} bookings in the tables`,
        result.empty,
        result.full,
        median(walBytes),
      ),
    );
  }
  await Promise.all([empty.end(), full.end()]);
  return rows;
}

/** Makes the booking that `fillLedger` copies. */
async function makeFirstBooking(stage: Stage, world: World): Promise<void> {
  const node = stage.child('node.ts');
  const port = await node.ask<number>('start', world.databaseUrl);
  const [first] = await bookingRequests(world, true);
  await ask(port, first!);
  await node.end();
}

function rowOf(work: string, empty: LoadResult, full: LoadResult, walBytes: number): Row {
  const share = full.perSecond / empty.perSecond;
  return {
    work,
    against: `the same with empty tables, ${describe(empty)}`,
    measured: `${describe(full)}, ${(walBytes / 1_000).toFixed(0)} kB of WAL per booking after a checkpoint`,
    ratio: `**${Math.round(share * 100)} %**`,
    atLeast: `${AT_LEAST * 100} %`,
    reached: share >= AT_LEAST,
    figures: { emptyPerSecond: empty.perSecond, perSecond: full.perSecond, share, walBytes },
  };
}
