import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayInBaghdad, formatDay, getDay } from '../../src/kernel/day.ts';
import { ihcOn } from '../support/ihc-in-process.ts';
import { createOperatedDatabase, type OperatedDatabase } from '../support/operated-database.ts';

const EXAMPLES = resolve(fileURLToPath(import.meta.url), '../../../docs/examples');
const today = dayInBaghdad(new Date());
const inDays = (days: number) => formatDay(addDays(today, days));
const example = () => JSON.parse(readFileSync(join(EXAMPLES, 'hotel.json'), 'utf8'));

let folder: string;
let database: OperatedDatabase;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-hotels-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  database = await createOperatedDatabase();
});
afterEach(() => database.end());

function put(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The example with its first day moved to a day in the future. */
function moved(name: string): string {
  const text = readFileSync(join(EXAMPLES, name), 'utf8');
  const shift = today + 7 - getDay('2027-01-01');
  return text.replace(/20[0-9]{2}-[0-9]{2}-[0-9]{2}/g, (day) => formatDay(addDays(getDay(day), shift)));
}

const importExample = () =>
  database.ihc(
    'hotel',
    'import',
    join(EXAMPLES, 'hotel.json'),
    '--nights',
    put('nights.csv', moved('nights.csv')),
    '--prices',
    put('prices.csv', moved('prices.csv')),
  );

async function count(table: string): Promise<number> {
  return (await database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;
}

/** Everything that a useless write would move. */
async function traces() {
  const { rows } = await database.pool.query(
    `select (select max(updated_at)::text from hotels) as updated, (select count(*)::int from operator_audit) as audited,
       (select count(*)::int from changes) as changes`,
  );
  return rows[0];
}

describe('the documented example', () => {
  it('is imported with its nights and prices, and again without any change', async () => {
    const first = await importExample();
    expect(first.said).toEqual([]);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^hotels +1 +0 +0 +0$/m);
    const { rows: nights } = await database.pool.query(
      `select r.code, n.open, n.allotment, n.blocked, n.min_stay, n.stop_sell, count(*)::int
       from nights n join room_types r on r.id = n.room_type_id group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
    );
    expect(nights).toMatchObject([
      { code: 'DBL', open: false, allotment: 4, count: 31 },
      { code: 'DBL', open: true, allotment: 12, blocked: 1, min_stay: 1 },
      { code: 'DBL', open: true, allotment: 12, blocked: 1, min_stay: 2 },
      { code: 'FAM', open: true, allotment: 6, stop_sell: false },
      { code: 'FAM', open: true, stop_sell: true, count: 3 },
    ]);
    expect(await count('day_prices')).toBeGreaterThan(60);
    const before = await traces();
    expect(before.audited).toBeGreaterThan(1);
    const second = await importExample();
    expect(second.code).toBe(0);
    expect(second.out).toMatch(/^hotels +0 +0 +0 +1$/m);
    expect(second.out).toContain('nights changed: 0, day prices changed: 0');
    expect(await traces()).toEqual(before);
  });

  it('in a dry run is reported and not written', async () => {
    const ran = await database.ihc(
      'hotel',
      'import',
      join(EXAMPLES, 'hotel.json'),
      '--nights',
      put('nights.csv', moved('nights.csv')),
      '--dry-run',
    );
    expect(ran.out).toContain('HTL-2026-0101 room type DBL created');
    expect(ran.out).toMatch(/nights changed: [1-9]/);
    expect(ran.said).toContain('This was a dry run: nothing was changed.');
    expect([await count('hotels'), await count('nights'), await count('operator_audit')]).toEqual([0, 0, 0]);
  });
});

describe('an import', () => {
  it('deactivates what the file no longer names, and activates it again', async () => {
    await importExample();
    const less = example();
    less.roomTypes.pop();
    less.roomTypes[0].ratePlans.pop();
    less.cancellationPolicies.pop();
    const ran = await database.json('hotel', 'import', put('less.json', less));
    expect(ran.counts).toMatchObject({
      'room types': { deactivated: 1, unchanged: 1 },
      'rate plans': { deactivated: 2, unchanged: 1 },
      policies: { deactivated: 1, unchanged: 1 },
    });
    const { rows } = await database.pool.query('select code from room_types where not active');
    expect(rows).toEqual([{ code: 'FAM' }]);
    const again = await database.json('hotel', 'import', join(EXAMPLES, 'hotel.json'));
    expect(again.counts['rate plans']).toMatchObject({ changed: 2, created: 0, unchanged: 1 });
    const { rows: inactive } = await database.pool.query(
      'select code from rate_plans where not active union select code from room_types where not active',
    );
    expect(inactive).toEqual([]);
  });

  it('sets Kurdish names and removes those that a later file does not have, and says so', async () => {
    await importExample();
    const names = async () =>
      (
        await database.pool.query(
          `select h.address_ckb, h.updated_at, r.name_ckb as room, p.name_ckb as plan from hotels h
           join room_types r on r.hotel_id = h.id and r.code = 'DBL'
           join rate_plans p on p.room_type_id = r.id and p.code = 'BB'`,
        )
      ).rows[0];
    const first = await names();
    expect(first).toMatchObject({
      address_ckb: 'شەقامی دارخورما، کەربەلا',
      room: 'ژووری دوو کەسی',
      plan: 'مانەوە لەگەڵ نانی بەیانی',
    });
    const without = example();
    delete without.address.ckb;
    delete without.roomTypes[0].names.ckb;
    without.roomTypes[0].ratePlans[0].names.ckb = 'پلانی نوێ';
    const file = put('without.json', without);
    const ran = await database.ihc('hotel', 'import', file, '--dry-run');
    expect(await names()).toEqual(first);
    expect(ran.out).toContain('HTL-2026-0101 changed: address.ckb شەقامی دارخورما، کەربەلا → null');
    expect(ran.out).toContain('HTL-2026-0101 room type DBL changed: names.ckb ژووری دوو کەسی → null');
    expect(ran.out).toContain('rate plan DBL/BB changed: names.ckb مانەوە لەگەڵ نانی بەیانی → پلانی نوێ');
    await database.ihc('hotel', 'import', file);
    const second = await names();
    expect(second).toMatchObject({ address_ckb: null, room: null, plan: 'پلانی نوێ' });
    expect(second.updated_at.getTime()).toBeGreaterThan(first.updated_at.getTime());
  });

  it('writes only what differs, and audits before and after', async () => {
    await importExample();
    const changed = { ...example(), starRating: 5 };
    changed.roomTypes[0].ratePlans[0].prices.double = '99000';
    await database.ihc('hotel', 'import', put('changed.json', changed), '--as', 'omar');
    const { rows } = await database.pool.query(
      'select who, action, subject, before, after from operator_audit order by id desc limit 1',
    );
    expect(rows[0]).toEqual({
      who: 'omar',
      action: 'hotel import',
      subject: 'HTL-2026-0101',
      before: { star_rating: 4, rate_plans: { 'DBL/BB': { double_price: 95_000 } } },
      after: { star_rating: 5, rate_plans: { 'DBL/BB': { double_price: 99_000 } } },
    });
  });

  it('sets the taxes in force, whatever changes were set by date before', async () => {
    await importExample();
    const set = (changes: object[]) =>
      database.pool.query('update hotels set charge_changes = $1', [JSON.stringify(changes)]);
    const change = (from: Date, tax: number) => ({
      from: from.toISOString(),
      tax_basis_points: tax,
      service_basis_points: 1000,
    });
    const later = change(new Date(Date.now() + 86_400_000), 900);
    await set([change(new Date(Date.now() - 60_000), 700), later]);
    // The file says 5 %, in force are 7 %.
    const { code, said } = await importExample();
    expect([code, said.join()]).toEqual([0, expect.stringContaining('from 7 % and 10 % to 5 % and 10 %')]);
    const { rows } = await database.pool.query('select tax_basis_points, charge_changes from hotels');
    expect(rows).toEqual([{ tax_basis_points: 500, charge_changes: [later] }]);
    const before = await traces();
    await importExample();
    expect(await traces()).toEqual(before);
  });

  it('keeps the status of a hotel whose file does not name one', async () => {
    await importExample();
    await database.ihc('hotel', 'status', 'HTL-2026-0101', 'SUSPENDED');
    const { status: _status, ...rest } = example();
    expect((await database.json('hotel', 'import', put('rest.json', rest))).counts.hotels.unchanged).toBe(1);
    expect((await database.json('hotel', 'show', 'HTL-2026-0101')).status).toBe('SUSPENDED');
  });

  it('declines another currency and ids of something else', async () => {
    await importExample();
    const [{ id: roomId }] = (await database.json('hotel', 'show', 'HTL-2026-0101')).room_types;
    const other = { ...example(), publicId: 'HTL-2026-0102' };
    other.roomTypes[1].id = roomId;
    const dollars = { ...example(), currency: 'USD' };
    dollars.roomTypes[0].ratePlans[0].currency = 'USD';
    const ran = await database.ihc('hotel', 'import', put('two.json', { hotels: [dollars, other] }));
    expect(ran.code).toBe(1);
    expect(ran.said.map((line) => line.replace(/^ihc: .*two.json: /, ''))).toEqual([
      'hotels[0].currency: must stay IQD: the currency of this hotel cannot change; it has rate plans',
      'hotels[0].roomTypes[0].ratePlans[0].currency: must stay IQD: the currency of this rate plan cannot change; use a new code for a plan in another currency',
      'hotels[1].roomTypes[1].id: belongs to room type DBL of hotel HTL-2026-0101: an id and a code stay together',
    ]);
    expect(await count('hotels')).toBe(1);
  });

  it('sells a new plan only after its day prices are there', async () => {
    await importExample();
    const more = example();
    more.roomTypes[0].ratePlans.push({ ...more.roomTypes[0].ratePlans[0], code: 'NEW' });
    const prices = `hotel,room_type,rate_plan,from,to,weekdays,single,double,extra_adult,child
HTL-2026-0101,DBL,NEW,${inDays(7)},${inDays(8)},,200000,300000,0,0`;
    await database.pool.query(
      `create table seen (active boolean, prices bigint);
       create function see() returns trigger language plpgsql as $$ begin
         insert into seen select new.active, count(*) from day_prices where rate_plan_id = new.id; return new; end $$;
       create trigger see after insert or update on rate_plans for each row execute function see()`,
    );
    const ran = await database.ihc(
      'hotel',
      'import',
      put('more.json', more),
      '--prices',
      put('new.csv', prices),
    );
    expect(ran.code).toBe(0);
    const { rows } = await database.pool.query('select active, prices::int from seen');
    expect(rows).toEqual([
      { active: false, prices: 0 },
      { active: true, prices: 2 },
    ]);
  });

  it('takes CSV files of hotels that exist, without a hotel file', async () => {
    await importExample();
    const nights = `hotel,room_type,from,to,allotment\nHTL-2026-0101,DBL,${inDays(400)},${inDays(401)},3`;
    const ran = await database.json('hotel', 'import', '--nights', put('more.csv', nights));
    expect(ran).toMatchObject({ nights_changed: 2, complete: true });
  });

  it('runs once at a time', async () => {
    await database.pool.query('select pg_advisory_lock(0, 3)');
    const ran = await importExample();
    expect(ran).toMatchObject({
      code: 1,
      said: ['ihc: another import is running on this database: wait until it has ended'],
    });
    expect(await count('hotels')).toBe(0);
  });

  it('changes nothing when a stay of its lines contradicts one of the database', async () => {
    const { publicId } = example();
    const { ihc } = database;
    await importExample();
    const limited = put(
      'max.csv',
      `hotel,room_type,from,to,max_stay\n${publicId},DBL,${inDays(1)},${inDays(2)},2\n`,
    );
    expect(await ihc('hotel', 'import', '--nights', limited)).toMatchObject({ code: 0 });
    const nights = put(
      'min.csv',
      `hotel,room_type,from,to,min_stay\n${publicId},DBL,${inDays(2)},${inDays(2)},5\n`,
    );
    const hotels = [
      { ...example(), publicId: 'HTL-2026-0300' },
      { ...example(), starRating: 2 },
    ];
    expect(await ihc('hotel', 'import', put('two.json', { hotels }), '--nights', nights)).toMatchObject({
      code: 1,
      said: [
        `ihc: ${publicId}: room type DBL on ${inDays(2)}: the minimum stay would be 5 and the maximum stay 2`,
      ],
    });
    expect(await count('hotels')).toBe(1);
  });

  it('ends with one line when it loses the lock, because another import may run then', async () => {
    const hotels = Array.from({ length: 40 }, (_, index) => ({
      ...example(),
      publicId: `HTL-2026-${1000 + index}`,
    }));
    const losing = ihcOn(database.url, {}, null, (done) => {
      if (done === 1)
        database.pool.query(
          `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 0 and objid = 3
             and database = (select oid from pg_database where datname = current_database())`,
        );
    });
    const { code, said } = await losing('hotel', 'import', put('forty.json', { hotels }));
    expect([code, said]).toEqual([
      2,
      [expect.stringMatching(/^ihc: the database connection was lost; [0-9]+ of 40 hotels were complete/)],
    ]);
    expect(await count('hotels')).toBeLessThan(40);
  });

  it('ends after the current hotel when interrupted, and is completed by the same command', async () => {
    const hotels = Array.from({ length: 5 }, (_, index) => ({
      ...example(),
      publicId: `HTL-2026-020${index}`,
    }));
    const path = put('five.json', { hotels });
    const stopping = ihcOn(database.url, {}, null, (done) => {
      if (done === 2) process.emit('SIGINT');
    });
    const ran = await stopping('hotel', 'import', path);
    expect(ran.code).toBe(130);
    expect(ran.out).toContain(
      'interrupted: 2 of 5 hotels are done; run the same command again to complete it',
    );
    expect(await count('hotels')).toBe(2);
    expect((await database.json('hotel', 'import', path)).counts.hotels).toMatchObject({
      created: 3,
      unchanged: 2,
    });
  });
});
