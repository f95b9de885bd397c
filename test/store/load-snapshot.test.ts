import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNOPENED } from '../../src/domain/inventory/night.ts';
import { addDays, dayInBaghdad, formatDay, getDay } from '../../src/kernel/day.ts';
import { idOf, ledgerIdOf } from '../../src/kernel/ids.ts';
import { demoId } from '../../src/sandbox/demo-catalogue.ts';
import { applyChange } from '../../src/snapshot/apply.ts';
import { loadSnapshot } from '../../src/snapshot/load-snapshot.store.ts';
import { readChanges } from '../../src/snapshot/snapshot.store.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { findDifferences } from '../support/snapshot-truth.ts';

const HOTEL = demoId('HTL-2026-0001');
const ROOM = demoId('HTL-2026-0001', 'room', 'DBL');
const PLAN = demoId('HTL-2026-0001', 'plan', 'DBL', 'RO');
const today = dayInBaghdad(new Date());
const date = (days: number) => formatDay(addDays(today, days));

let service: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  // Housekeeping would open nights that a test has deleted.
  service = await startTestService({ housekeeping: false });
  pool = service.context.pool;
});
afterAll(() => service.end());

const nothing = () => {};

describe('a load', () => {
  it('has gaps, far days and the largest values as the tables have them, in one part or in many', async () => {
    await pool.query('delete from nights where room_type_id = $1 and day between $2 and $3', [
      ROOM,
      date(3),
      date(9),
    ]);
    for (const day of [-40, 5, 900])
      await pool.query(
        `insert into nights values ($1, $2, $3, 32767, 32767, true, true, true, 30, 30, 2147483647)`,
        [HOTEL, ROOM, date(day)],
      );
    await pool.query(
      'insert into nights (hotel_id, room_type_id, day, allotment, max_stay) values ($1, $2, $3, 0, null)',
      [HOTEL, ROOM, date(901)],
    );
    for (const day of [-40, 5, 900]) {
      await pool.query('insert into night_counters values (1, $1, $2, $3, 32767, 32767, 2147483647)', [
        HOTEL,
        ROOM,
        date(day),
      ]);
      await pool.query('insert into day_prices values ($1, $2, $3, 2147483647, 2147483647, 2147483647, 0)', [
        HOTEL,
        PLAN,
        date(day),
      ]);
      await pool.query('insert into plan_days values ($1, $2, $3, true, true, true, 30, 30, 30)', [
        HOTEL,
        PLAN,
        date(day),
      ]);
    }
    await pool.query('insert into plan_days values ($1, $2, $3, false, false, false, 1, 2, null)', [
      HOTEL,
      PLAN,
      date(6),
    ]);
    for (const blocksAtOnce of [1, 1_000]) {
      const { snapshot } = await loadSnapshot(pool, nothing, blocksAtOnce);
      expect(await findDifferences(pool, snapshot)).toEqual([]);
      expect(snapshot.sizes().plan_days).toBe(3);
      // The load includes versions: a change with an older version is ignored.
      const calendar = snapshot.calendarOf(idOf(ROOM));
      // Past days are stored for questions about them. No read needs them.
      expect(calendar.get(getDay(date(-40)))).toEqual(UNOPENED);
      calendar.set(addDays(today, 5), { ...calendar.get(addDays(today, 5)), allotment: 1 }, 2_147_483_646);
      expect(calendar.get(addDays(today, 5)).allotment).toBe(32_767);
      const counters = snapshot.countersOf(ledgerIdOf(1), idOf(ROOM));
      counters.set(addDays(today, 5), 1, 1, 2_147_483_646);
      expect(counters.bookedOn(addDays(today, 5))).toBe(32_767);
    }
  });

  it('is of one instant on both connections, and the feed continues from it', async () => {
    const change = async () => {
      await pool.query('update nights set blocked = 77 where day = $1', [date(20)]);
      await pool.query("update hotels set name_en = 'Renamed'");
    };
    // The second connection begins after the change was committed. The first one has the instant before it.
    const { snapshot, position } = await loadSnapshot(beforeSecondConnection(change), nothing, 1);
    const rooms = [...snapshot.roomTypes.all()];
    const changed = () =>
      rooms.filter(({ id }) => snapshot.calendarOf(id).get(addDays(today, 20)).blocked === 77);
    const renamed = () => [...snapshot.hotels.all()].filter((hotel) => hotel.nameEn === 'Renamed');
    expect([changed(), renamed()]).toEqual([[], []]);
    const { changes } = await readChanges(pool, position, 'none');
    for (const one of changes) applyChange(snapshot, one);
    expect(changed()).toHaveLength(rooms.length);
    expect(renamed()).toHaveLength(snapshot.hotels.size);
    expect(await findDifferences(pool, snapshot)).toEqual([]);
  });

  it('fails as a whole when one connection fails, and gives both back', async () => {
    const refuse = () => Promise.reject(new Error('no second connection'));
    await expect(loadSnapshot(beforeSecondConnection(refuse), nothing, 1)).rejects.toThrow('no second');
    const { snapshot } = await loadSnapshot(pool);
    expect(await findDifferences(pool, snapshot)).toEqual([]);
  });

  it('does not wait for somebody who waits for it', async () => {
    const operator = await pool.connect();
    let rewritten: Promise<unknown> = Promise.resolve();
    // It waits for the load, however long that takes on this machine.
    await operator.query('set lock_timeout = 0; set statement_timeout = 0');
    // VACUUM FULL waits for the first connection. A second connection that reads the table would wait for VACUUM FULL.
    const rewrite = async () => {
      rewritten = operator.query('vacuum full nights');
      const waiting = "select 1 from pg_locks where mode = 'AccessExclusiveLock' and not granted";
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    };
    const { snapshot } = await loadSnapshot(beforeSecondConnection(rewrite), nothing, 1);
    await rewritten;
    operator.release(true);
    expect(await findDifferences(pool, snapshot)).toEqual([]);
  });

  it('reports every part once', async () => {
    const reported: number[] = [];
    let all = 0;
    await loadSnapshot(pool, (loaded, parts) => {
      reported.push(loaded);
      all = parts;
    });
    expect(reported).toEqual(Array.from({ length: all }, (_, index) => index + 1));
  });

  it('of empty tables is empty', async () => {
    await pool.query('truncate nights, night_counters, day_prices');
    const { snapshot } = await loadSnapshot(pool);
    expect(snapshot.calendarOf(idOf(ROOM)).get(today).allotment).toBe(0);
    expect(snapshot.findCounters(ledgerIdOf(1), idOf(ROOM))).toBeNull();
    expect(snapshot.hotels.size).toBeGreaterThan(0);
  });
});

/** The pool, with something that happens before it gives its second connection. */
function beforeSecondConnection(happens: () => Promise<void>): pg.Pool {
  let given = 0;
  const connect = async () => {
    given += 1;
    if (given === 2) await happens();
    return pool.connect();
  };
  return Object.assign(Object.create(pool), { connect });
}
