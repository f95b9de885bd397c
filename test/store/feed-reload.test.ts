import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDay } from '../../src/kernel/day.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { bookCommand } from '../support/book-command.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay } from '../support/stay.ts';
import { until } from '../support/until.ts';

const SIXTEEN_MINUTES = 16 * 60_000;

let service: TestService;
let outside: pg.Client;
let shift = 0;
beforeAll(async () => {
  service = await startTestService({
    feed: { pollMilliseconds: 3_600_000, clock: () => performance.now() + shift },
  });
  outside = new pg.Client(service.databaseUrl);
  await outside.connect();
});
afterAll(async () => {
  await outside.end();
  await service.end();
});
beforeEach(() => service.context.feed.catchUp());

async function somebodyWaitsForALock(): Promise<void> {
  await until(async () => {
    // Not in the transaction that has the lock: there the list of connections stays as it was.
    const waiting = await service.context.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return waiting.rowCount! > 0;
  });
}

describe('a feed that was away for longer than changes are kept', () => {
  it('loads again, and keeps what its own desk committed while it was loading', async () => {
    const { feed } = service.context;
    const stay = demoStay();
    const { ledgerId } = service.context.snapshot.findClient(service.credentials['x-client-id']!)!;
    const booked = () =>
      feed.snapshot.findCounters(ledgerId, idOf(stay.roomTypeId))?.bookedOn(getDay(stay.checkIn)) ?? 0;
    const before = feed.snapshot;
    // The load has started and sees no later commit. It waits for a lock on a table that the desk does not need.
    await outside.query('begin');
    await outside.query('lock table api_keys in access exclusive mode');
    shift += SIXTEEN_MINUTES;
    const loaded = feed.catchUp();
    await somebodyWaitsForALock();
    const response = await service.context.submit(bookCommand(service, service.credentials, stay));
    expect([response.status, booked()]).toEqual([200, 1]);
    await outside.query('commit');
    await loaded;
    expect(feed.snapshot === before).toBe(false);
    // Control: the load itself cannot see the booking.
    expect(booked()).toBe(0);
    await feed.catchUp();
    expect(booked()).toBe(1);
  });

  it('measures the time by the clock of the database, because its own may have stopped', async () => {
    const { feed } = service.context;
    const before = feed.snapshot;
    await outside.query("update hotels set city = 'Samawah' where public_id = 'HTL-2026-0002'");
    await outside.query('delete from changes');
    await feed.catchUp();
    expect(feed.snapshot.findHotel('HTL-2026-0002')!.city).not.toBe('Samawah');
    (feed as unknown as { completeAt: number }).completeAt -= SIXTEEN_MINUTES;
    await feed.catchUp();
    expect(feed.snapshot === before).toBe(false);
    expect(feed.snapshot.findHotel('HTL-2026-0002')!.city).toBe('Samawah');
  });
});
