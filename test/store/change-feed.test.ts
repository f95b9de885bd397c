import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInBaghdad, dayOf, formatDay } from '../../src/kernel/day.ts';
import { idOf, ledgerIdOf } from '../../src/kernel/ids.ts';
import { inTransaction } from '../../src/platform/db/pool.ts';
import { demoId } from '../../src/sandbox/demo-catalogue.ts';
import { ChangeFeed } from '../../src/snapshot/change-feed.ts';
import { pruneChanges } from '../../src/snapshot/snapshot.store.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOTEL = demoId('HTL-2026-0001');
const ROOM = demoId('HTL-2026-0001', 'room', 'DBL');
const PLAN = demoId('HTL-2026-0001', 'plan', 'DBL', 'RO');
const today = dayInBaghdad(new Date());

let service: TestService;
let feed: ChangeFeed;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
  // A second node on the same database.
  feed = new ChangeFeed(service.context.pool, 'none', (error) => {
    throw error;
  });
  await feed.start();
});
afterAll(async () => {
  await feed.stop();
  await service.end();
});

const run = (sql: string, values: unknown[] = []) => service.context.pool.query(sql, values);

describe('the change feed', () => {
  it('brings inserts, updates and deletes of every kind, whoever wrote them', async () => {
    const day = formatDay(addDays(today, 3));
    await run('update nights set allotment = 7, min_stay = 2 where room_type_id = $1 and day = $2', [
      ROOM,
      day,
    ]);
    await run('insert into day_prices values ($1, $2, $3, 1, 2, 3, 4)', [HOTEL, PLAN, day]);
    await run('insert into plan_days values ($1, $2, $3, true, false, false, 1, 1, null)', [
      HOTEL,
      PLAN,
      day,
    ]);
    await run('update plan_days set closed_to_departure = true, min_stay_through = 4, max_stay = 9');
    await run("update hotels set status = 'SUSPENDED' where id = $1", [HOTEL]);
    await run('insert into night_counters values (9, $1, $2, $3, 4, 1)', [HOTEL, ROOM, day]);
    await feed.catchUp();
    const { snapshot } = feed;
    expect(snapshot.calendarOf(idOf(ROOM)).get(addDays(today, 3))).toMatchObject({
      allotment: 7,
      minStay: 2,
    });
    expect(snapshot.priceOn(snapshot.ratePlans.find(idOf(PLAN))!, addDays(today, 3))).toEqual({
      single: 1,
      double: 2,
      extraAdult: 3,
      child: 4,
    });
    const planDays = () => snapshot.findPlanDays(idOf(PLAN));
    expect(planDays()!.get(addDays(today, 3))).toEqual({
      ...{ stopSell: true, closedToArrival: false, closedToDeparture: true },
      ...{ minStay: 1, minStayThrough: 4, maxStay: 9 },
    });
    expect(snapshot.findHotel(HOTEL)!.status).toBe('SUSPENDED');
    expect(snapshot.findCounters(ledgerIdOf(9), idOf(ROOM))!.bookedOn(addDays(today, 3))).toBe(4);

    await run('delete from nights where room_type_id = $1 and day = $2', [ROOM, day]);
    await run('delete from day_prices where rate_plan_id = $1 and day = $2', [PLAN, day]);
    await run('delete from plan_days where rate_plan_id = $1 and day = $2', [PLAN, day]);
    await run('delete from night_counters where ledger_id = 9');
    await feed.catchUp();
    expect(snapshot.calendarOf(idOf(ROOM)).get(addDays(today, 3)).allotment).toBe(0);
    expect(snapshot.priceOn(snapshot.ratePlans.find(idOf(PLAN))!, addDays(today, 3)).double).toBe(150_000);
    expect(planDays()).toBeNull();
    expect(snapshot.findCounters(ledgerIdOf(9), idOf(ROOM))!.bookedOn(addDays(today, 3))).toBe(0);
  });

  it('misses no transaction that commits late, after newer ones were read', async () => {
    const late = await service.context.pool.connect();
    await late.query('begin');
    await late.query("update hotels set phone = '+9647700000001' where public_id = 'HTL-2026-0002'");
    await run("update hotels set phone = '+9647700000002' where public_id = 'HTL-2026-0003'");
    await feed.catchUp();
    expect(feed.snapshot.findHotel('HTL-2026-0003')!.phone).toBe('+9647700000002');
    expect(feed.snapshot.findHotel('HTL-2026-0002')!.phone).not.toBe('+9647700000001');
    await late.query('commit');
    late.release();
    await feed.catchUp();
    expect(feed.snapshot.findHotel('HTL-2026-0002')!.phone).toBe('+9647700000001');
  });

  it('skips changes that were rolled back', async () => {
    await expect(
      inTransaction(service.context.pool, 'read committed', async (tx) => {
        await tx.query("update hotels set city = 'Nowhere' where id = $1", [HOTEL]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await feed.catchUp();
    expect(feed.snapshot.findHotel(HOTEL)!.city).toBe('Baghdad');
  });

  it.each([
    ['contracts', 'hotel_id = gen_random_uuid()'],
    ['nights', 'day = day + 10000'],
    ['day_prices', 'day = day + 10000'],
    ['plan_days', 'day = day + 10000'],
    ['hotels', "public_id = 'HTL-1999-0001'"],
    ['rate_plans', 'room_type_id = gen_random_uuid()'],
    ['clients', "client_id = 'another'"],
  ])('identifies rows by their keys, so the keys of %s cannot be changed', async (table, change) => {
    await run(
      'insert into plan_days values ($1, $2, $3, false, true, false, 1, 1, 7) on conflict do nothing',
      [...[HOTEL, PLAN, formatDay(today)]],
    );
    const update = run(`update ${table} set ${change} where ctid in (select ctid from ${table} limit 1)`);
    await expect(update).rejects.toThrow('does not change');
  });

  it.each([
    "insert into exchange_rates values ('-infinity', 1310)",
    "update api_keys set expires_at = 'infinity'",
    "update cancellation_policies set rules = 'null'",
    `update cancellation_policies set rules = '[{"hours_before_check_in": 24}]'`,
    `update cancellation_policies set rules = '[{"hours_before_check_in": "24", "penalty": {"type": "NIGHTS", "value": 1}}]'`,
    `update cancellation_policies set no_show_penalty = '{"type": "ALL", "value": 1}'`,
    "update hotels set name_en = repeat('x', 201)",
    `update rate_plans set cancellation_policy_id = (select id from cancellation_policies p where p.hotel_id <> rate_plans.hotel_id limit 1)`,
  ])('carries nothing that a node could not read: %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow(/violates (check|foreign key) constraint/);
  });

  it('comes by itself, without being asked', async () => {
    await run("update hotels set star_rating = 1 where public_id = 'HTL-2026-0004'");
    await expect.poll(() => feed.snapshot.findHotel('HTL-2026-0004')!.starRating).toBe(1);
  });

  it('equals a fresh load', async () => {
    await feed.catchUp();
    const fresh = new ChangeFeed(service.context.pool, 'none', () => {});
    await fresh.start();
    await fresh.stop();
    const hotels = (one: ChangeFeed) => [...one.snapshot.hotels.all()].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(hotels(feed)).toEqual(hotels(fresh));
    for (const room of fresh.snapshot.roomTypes.all())
      for (let day = today - 2; day < today + 560; day += 1)
        expect(feed.snapshot.calendarOf(room.id).get(dayOf(day))).toEqual(
          fresh.snapshot.calendarOf(room.id).get(dayOf(day)),
        );
    const planDays = (one: ChangeFeed) => one.snapshot.findPlanDays(idOf(PLAN))!.get(today);
    expect(planDays(feed)).toEqual(planDays(fresh));
    expect(planDays(fresh).closedToArrival).toBe(true);
  });

  it('is pruned by when changes became visible, not by when they were written', async () => {
    const prune = () =>
      inTransaction(service.context.pool, 'read committed', (tx) => pruneChanges(tx, 5_000, 30));
    const age = () => run("update feed_marks set at = at - interval '31 minutes'");
    const count = async () => (await run('select count(*)::int as count from changes')).rows[0].count;
    // A transaction of another test file on the same server may delay the pruning.
    const allPruned = async () => {
      await age();
      await prune();
      return count();
    };
    // Changes that became visible long ago are pruned.
    expect(await count()).toBeGreaterThan(0);
    await expect.poll(allPruned, { interval: 200 }).toBe(0);
    const late = await service.context.pool.connect();
    await late.query('begin');
    await late.query("update hotels set phone = '+9647700000009' where public_id = 'HTL-2026-0005'");
    await late.query("update changes set at = at - interval '31 minutes'");
    await prune();
    await age();
    await late.query('commit');
    late.release();
    await prune();
    // A change that became visible a moment ago is kept for all nodes.
    expect(await count()).toBe(1);
    await feed.catchUp();
    expect(feed.snapshot.findHotel('HTL-2026-0005')!.phone).toBe('+9647700000009');
    await expect.poll(allPruned, { interval: 200 }).toBe(0);
  });
});
