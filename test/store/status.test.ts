import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayInBaghdad, formatDay, instantInBaghdad } from '../../src/kernel/day.ts';
import { COMPONENTS } from '../../src/operations/status/component.ts';
import { HISTORY_DAYS } from '../../src/operations/status/history.ts';
import type { MinuteRow } from '../../src/operations/status/minute-tally.ts';
import { StatusReader } from '../../src/operations/status/read-status.usecase.ts';
import { KEPT_MINUTES, StatusRecorder } from '../../src/operations/status/record-status.worker.ts';
import { rollUpStatus } from '../../src/operations/status/roll-up-status.usecase.ts';
import { firstMinuteOf } from '../../src/operations/status/runs.ts';
import { addMinutes, pruneDays } from '../../src/operations/status/status-history.store.ts';
import { inTransaction } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two nodes on one database. The first reaches it through a proxy. Nothing is recorded but what a test asks for. */
let database: TestDatabase;
let proxy: PostgresProxy;
let [one, other]: TestService[] = [];
let shift = 0;
let feedShift = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startPostgresProxy(database.url);
  const options = { clockShift: () => shift, housekeeping: false, deliveries: false };
  [one, other] = await Promise.all([
    startTestService({
      ...options,
      databaseUrl: proxy.url,
      feed: { clock: () => performance.now() + feedShift },
    }),
    startTestService({ ...options, databaseUrl: database.url }),
  ]);
});
afterAll(async () => {
  proxy.setReachable(true);
  await Promise.all([one!.close(), other!.close()]);
  proxy.close();
  await database.drop();
});
beforeEach(async () => {
  await other!.context.pool.query('truncate status_minutes, status_days');
  // The same second of a minute, so that no minute ends by itself during a test.
  shift += 60_000 - ((other!.context.now().getTime() - 20_000) % 60_000);
});

const MINUTE = 60_000;
const minuteNow = () => Math.floor(other!.context.now().getTime() / MINUTE);
const look = (service: TestService, recorder = service.context.status) => recorder.look(service.context);
/** A pool that lost the database takes a moment to connect again. */
const written = (recorder: StatusRecorder) => expect.poll(() => recorder.waiting).toBe(0);
const rowsOf = async (component: string) =>
  (
    await other!.context.pool.query(
      `select extract(epoch from minute)::int / 60 as minute, checks, impaired, failing, requests, failures, p99_ms
       from status_minutes where component = $1 order by minute`,
      [component],
    )
  ).rows;
const row = (minute: number, changes: Partial<MinuteRow> = {}): MinuteRow => ({
  ...{ minute, component: 'BOOKINGS', checks: 12, impaired: 0, failing: 0, requests: 0, failures: 0 },
  ...{ p99Milliseconds: null, ...changes },
});
const add = (rows: MinuteRow[]) =>
  inTransaction(other!.context.pool, 'read committed', (tx) => addMinutes(tx, rows));
const read = () => new StatusReader().read(other!.context);

describe('a minute', () => {
  it('has what both nodes have seen', async () => {
    const minute = minuteNow();
    const [mine, others] = [new StatusRecorder(), new StatusRecorder()];
    for (const [service, recorder] of [
      [one!, mine],
      [other!, others],
    ] as const)
      look(service, recorder);
    mine.served('/v1/hotels', 200, 3);
    mine.served('/v1/hotels', 500, 3);
    others.served('/v1/hotels', 404, 7);
    shift += MINUTE;
    look(one!, mine);
    look(other!, others);
    await Promise.all([written(mine), written(others)]);
    await expect
      .poll(() => rowsOf('SEARCH'))
      .toEqual([{ minute, checks: 2, impaired: 0, failing: 0, requests: 3, failures: 1, p99_ms: 10 }]);
    expect((await rowsOf('PAGES'))[0]).toMatchObject({ checks: 2, requests: 0, p99_ms: null });
  });

  it('control: a node that does not add would overwrite the other', async () => {
    const minute = minuteNow();
    await add([row(minute, { failing: 12 })]);
    await other!.context.pool.query(
      `insert into status_minutes select to_timestamp($1::int * 60), 'BOOKINGS', 12, 0, 0, 0, 0, null
       on conflict (minute, component) do update set checks = excluded.checks, failing = excluded.failing`,
      [minute],
    );
    expect(await rowsOf('BOOKINGS')).toMatchObject([{ checks: 12, failing: 0 }]);
  });

  it('is written by many at once, in any order, without a deadlock', async () => {
    const minutes = Array.from({ length: 60 }, (_, index) => minuteNow() - index);
    const rows = minutes.flatMap((minute) => COMPONENTS.map((component) => row(minute, { component })));
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => add(index % 2 === 0 ? rows : rows.toReversed())),
    );
    expect(new Set((await rowsOf('EVENTS')).map(({ checks }) => checks))).toEqual(new Set([96]));
  });

  it('is written when the process stops, and the next process adds to it', async () => {
    for (const checks of [1, 2]) {
      const recorder = new StatusRecorder();
      recorder.start(one!.context);
      await recorder.stop(one!.context);
      expect(await rowsOf('SEARCH')).toMatchObject([{ minute: minuteNow(), checks }]);
    }
  });

  it('gets what was seen in it when the clock of the database is set back', async () => {
    const recorder = new StatusRecorder();
    const minute = minuteNow();
    for (const step of [0, MINUTE, -MINUTE, MINUTE]) {
      shift += step;
      look(one!, recorder);
    }
    await expect
      .poll(() => {
        look(one!, recorder);
        return rowsOf('SEARCH');
      })
      .toMatchObject([
        { minute, checks: 2 },
        { minute: minute + 1, checks: 1 },
      ]);
  });
});

describe('while the database is away', () => {
  it('minutes are kept with what was seen, and the page says what is known', async () => {
    const recorder = one!.context.status;
    const minute = minuteNow();
    await add([row(minute - 1)]);
    expect((await one!.call('GET', '/v1/status')).body.data.status).toBe('OPERATIONAL');
    look(one!);
    proxy.setReachable(false);
    feedShift += 5_001;
    for (let index = 0; index < 4; index += 1) {
      shift += MINUTE;
      look(one!);
      expect(recorder.waiting).toBeLessThanOrEqual(index + 1);
    }
    const { status, body } = await one!.call('GET', '/v1/status');
    expect([status, body.data.status]).toEqual([200, 'DEGRADED']);
    expect(body.data.components.map((component: { status: string }) => component.status)).toEqual([
      ...['DEGRADED', 'DOWN', 'DOWN', 'DOWN', 'DOWN'],
    ]);
    expect(body.data.history_until).not.toBeNull();
    await expect.poll(() => recorder.waiting).toBe(4);
    proxy.setReachable(true);
    await expect.poll(() => one!.context.feed.age()).toBeLessThan(5_000);
    shift += MINUTE;
    await expect
      .poll(() => {
        look(one!);
        return rowsOf('BOOKINGS');
      })
      .toMatchObject([
        ...[{ minute: minute - 1 }, { minute, failing: 0 }, { failing: 1 }, { failing: 1 }, { failing: 1 }],
        { minute: minute + 4, failing: 1 },
      ]);
    shift += MINUTE;
    expect((await read()).history!.incidents).toMatchObject([
      { components: ['BOOKINGS', 'EVENTS', 'HOTEL_SYSTEMS', 'PAGES'], state: 'DOWN', minutes: 4 },
      { components: ['SEARCH'], state: 'DEGRADED' },
    ]);
  });

  it('a node that reaches it makes the minute degraded, not down', async () => {
    const minute = minuteNow() - 1;
    await add([row(minute, { failing: 12 }), row(minute - 1, { failing: 12 })]);
    await add([row(minute)]);
    const { components } = await read();
    expect(components.find(({ component }) => component === 'BOOKINGS')!.state).toBe('DEGRADED');
  });

  it('a process keeps a limited number of minutes, the newest', async () => {
    proxy.setReachable(false);
    const recorder = new StatusRecorder();
    const first = minuteNow();
    for (let index = 0; index <= KEPT_MINUTES + 1; index += 1) {
      look(one!, recorder);
      shift += MINUTE;
    }
    // The write that began with the first minute must have failed, or it could still succeed below.
    await (recorder as unknown as { writing: Promise<void> | null }).writing;
    await expect.poll(() => recorder.waiting).toBe(KEPT_MINUTES);
    proxy.setReachable(true);
    await expect
      .poll(async () => {
        look(one!, recorder);
        return (await rowsOf('EVENTS'))[0]?.minute;
      })
      .toBeGreaterThan(first);
  });
});

describe('the current state', () => {
  it('is judged by the last minute that every process has written, not by an unfinished one', async () => {
    const now = minuteNow();
    await add([row(now - 1, { requests: 5_000 }), row(now, { requests: 6, failures: 6 })]);
    const bookings = async () =>
      (await read()).components.find(({ component }) => component === 'BOOKINGS')?.state;
    expect(await bookings()).toBe('UP');
    shift += MINUTE;
    expect(await bookings()).toBe('DOWN');
  });
});

describe('a day that is over', () => {
  const today = () => dayInBaghdad(other!.context.now());
  /** Moves the clock to a time of today in Baghdad. */
  const setTime = (time: string) => {
    shift += instantInBaghdad(today(), time).getTime() - other!.context.now().getTime();
  };
  const days = async () =>
    (await other!.context.pool.query('select day, component, states from status_days order by 1, 2')).rows;

  it('becomes one text when no process can write its minutes any more, and stays as it is', async () => {
    const day = addDays(today(), -1);
    const first = firstMinuteOf(day);
    const rows = Array.from({ length: 1_440 }, (_, index) =>
      row(first + index, { failing: index >= 600 && index < 605 ? 12 : 0 }),
    );
    await add([...rows.slice(0, 700), ...rows.slice(710), row(first + 1_440)]);
    setTime('06:29');
    await rollUpStatus(other!.context);
    expect(await days()).toEqual([]);
    const before = (await read()).history;
    setTime('06:31');
    await Promise.all([rollUpStatus(one!.context), rollUpStatus(other!.context)]);
    const kept = [{ day: formatDay(day), component: 'BOOKINGS', states: '600U5D95U10N730U' }];
    expect(await days()).toEqual(kept);
    expect(await rowsOf('BOOKINGS')).toHaveLength(1);
    const after = (await read()).history;
    expect(after!.days.get('BOOKINGS')!.at(-2)).toEqual(before!.days.get('BOOKINGS')!.at(-2));
    expect(after!.days.get('BOOKINGS')!.at(-2)).toMatchObject({ state: 'DOWN', withData: 1_430, down: 5 });

    await add([row(first, { failing: 12 }), row(first + 1, { component: 'LATER' as 'PAGES' })]);
    await rollUpStatus(other!.context);
    expect(await days()).toMatchObject([...kept, { component: 'LATER' }]);
    expect((await read()).history!.days.size).toBe(COMPONENTS.length);
  });

  it('is shown as it was while it becomes one text', async () => {
    const first = firstMinuteOf(addDays(today(), -1));
    await add(Array.from({ length: 1_440 }, (_, index) => row(first + index)));
    setTime('06:31');
    const { pool } = other!.context;
    let reads = 0;
    const rolledUpMeanwhile = Object.assign(Object.create(pool), {
      query: async (...given: Parameters<typeof pool.query>) => {
        const result = await pool.query(...given);
        reads += 1;
        if (reads === 1) await rollUpStatus(other!.context);
        return result;
      },
    });
    const { history } = await new StatusReader().read({ ...other!.context, pool: rolledUpMeanwhile });
    expect(reads).toBeGreaterThan(1);
    expect(await days()).toHaveLength(1);
    expect(history!.days.get('BOOKINGS')!.at(-2)).toMatchObject({ state: 'UP', withData: 1_440 });
  });

  it('is deleted when it is not shown any more', async () => {
    for (const ago of [HISTORY_DAYS - 1, HISTORY_DAYS])
      await other!.context.pool.query("insert into status_days values ($1, 'SEARCH', '1440D')", [
        formatDay(addDays(today(), -ago)),
      ]);
    expect((await read()).history!.days.get('SEARCH')![0]!.state).toBe('DOWN');
    const prune = () =>
      inTransaction(other!.context.pool, 'read committed', (tx) =>
        pruneDays(tx, 100, addDays(today(), 1 - HISTORY_DAYS)),
      );
    expect([await prune(), await prune()]).toEqual([1, 0]);
  });
});

describe('GET /v1/status', () => {
  it('rounds uptime down, names the slowest recent minute, and leaves out what nobody reported', async () => {
    const minute = minuteNow() - 1;
    await add(
      Array.from({ length: 30 }, (_, index) =>
        row(minute - index, {
          component: 'SEARCH',
          failing: index === 9 ? 12 : 0,
          p99Milliseconds: index === 2 ? 20 : index === 8 ? 500 : 2,
        }),
      ),
    );
    const { status, body, headers } = await other!.call('GET', '/v1/status', {
      headers: { 'x-api-key': '' },
    });
    expect([status, headers['ratelimit-limit']]).toEqual([200, '600']);
    const [search, bookings] = body.data.components;
    expect([search.uptime_percent, search.minutes_with_data, search.latency_p99_ms]).toEqual([96.66, 30, 20]);
    expect([bookings.uptime_percent, bookings.minutes_with_data]).toEqual([null, 0]);
    expect(body.data.incidents).toEqual([]);
    // The same response for everybody within ten seconds.
    await other!.context.pool.query('truncate status_minutes');
    const again = await other!.call('GET', '/v1/status');
    expect(again.body.data.components).toEqual(body.data.components);
  });
});
