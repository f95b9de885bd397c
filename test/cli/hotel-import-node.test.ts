import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayInBaghdad, formatDay } from '../../src/kernel/day.ts';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { ihcOn } from '../support/ihc-in-process.ts';
import { startProduction } from '../support/production.ts';
import { findDifferences } from '../support/snapshot-truth.ts';

const EXAMPLE = resolve(fileURLToPath(import.meta.url), '../../../docs/examples/hotel.json');
const HOTEL = 'HTL-2026-0101';
const inDays = (days: number) => formatDay(addDays(dayInBaghdad(new Date()), days));

let folder: string;
let production: Awaited<ReturnType<typeof startProduction>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-node-'));
  production = await startProduction();
});
afterAll(async () => {
  await production.end();
  rmSync(folder, { recursive: true });
});

const put = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

it('a node knows what was imported, and seasons follow the usual prices and new plans', async () => {
  const { service, database } = production;
  const { pool, feed, snapshot } = service.context;
  const ihc = ihcOn(database.url);
  const nights = `hotel,room_type,from,to,allotment\n${HOTEL},DBL,${inDays(1)},${inDays(60)},9\n`;
  expect(await ihc('hotel', 'import', EXAMPLE, '--nights', put('nights.csv', nights))).toMatchObject({
    code: 0,
  });
  const season = ['--hotel', HOTEL, '--from', inDays(10), '--to', inDays(12), '--price', '150'];
  expect(await ihc('season', 'set', 'Arbaeen', ...season, '--yes')).toMatchObject({ code: 0 });
  const pricesIn = async () =>
    (
      await pool.query(
        `select p.code, d.double_price as price, p.active from day_prices d join rate_plans p on p.id = d.rate_plan_id
         join room_types r on r.id = p.room_type_id where r.code = 'DBL' and d.day = $1 order by 1`,
        [inDays(11)],
      )
    ).rows;
  expect(await pricesIn()).toEqual([
    { code: 'BB', price: 142_500, active: true },
    { code: 'FB-STRICT', price: 225_000, active: true },
  ]);
  const changed = JSON.parse(readFileSync(EXAMPLE, 'utf8'));
  const [plan] = changed.roomTypes[0].ratePlans;
  changed.roomTypes[0].ratePlans.push({ ...structuredClone(plan), code: 'NEW' });
  plan.prices.double = '100000';
  expect(await ihc('hotel', 'import', put('changed.json', JSON.stringify(changed)))).toMatchObject({
    code: 0,
  });
  expect(await pricesIn()).toEqual([
    { code: 'BB', price: 150_000, active: true },
    { code: 'FB-STRICT', price: 225_000, active: true },
    { code: 'NEW', price: 142_500, active: true },
  ]);
  const line = `${HOTEL},DBL,BB,${inDays(11)},${inDays(11)},,1,170000,3,4`;
  const lines = put(
    'p.csv',
    `hotel,room_type,rate_plan,from,to,weekdays,single,double,extra_adult,child\n${line}`,
  );
  const both = [put('changed.json', JSON.stringify({ ...changed, starRating: 3 })), '--prices', lines];
  expect((await ihc('--json', 'hotel', 'import', ...both)).data.day_prices_changed).toBe(1);
  expect((await ihc('--json', 'hotel', 'import', ...both)).data.day_prices_changed).toBe(0);
  expect((await pricesIn())[0].price).toBe(170_000);
  await feed.catchUp();
  const hotel = [...snapshot.hotels.all()].find((one) => one.publicId === HOTEL)!;
  expect([...snapshot.ratePlans.in(hotel.id)].filter((one) => one.active)).toHaveLength(4);
  expect(await findDifferences(pool, snapshot)).toEqual([]);
  expect(await verify(pool, () => {})).toBe(0);
});

it('a node hears of changed Kurdish names, and of names that are gone', async () => {
  const { service, database } = production;
  const { pool, feed, snapshot } = service.context;
  const ihc = ihcOn(database.url);
  const file = JSON.parse(readFileSync(EXAMPLE, 'utf8'));
  file.publicId = 'HTL-2026-0103';
  const known = async () => {
    expect(await ihc('hotel', 'import', put('names.json', JSON.stringify(file)))).toMatchObject({ code: 0 });
    await feed.catchUp();
    const hotel = snapshot.findHotel(file.publicId)!;
    const room = [...snapshot.roomTypes.in(hotel.id)].find(({ code }) => code === 'DBL')!;
    const plan = [...snapshot.ratePlans.in(hotel.id)].find(
      ({ code, roomTypeId }) => code === 'BB' && roomTypeId === room.id,
    )!;
    return { names: [hotel.address.ckb, room.nameCkb, plan.nameCkb], updatedAt: hotel.updatedAt };
  };
  const [room] = file.roomTypes;
  const [plan] = room.ratePlans;
  expect((await known()).names).toEqual([file.address.ckb, room.names.ckb, plan.names.ckb]);
  [file.address.ckb, room.names.ckb, plan.names.ckb] = ['شەقامی نوێ، کەربەلا', 'ژووری نوێ', 'پلانی نوێ'];
  const changed = await known();
  expect(changed.names).toEqual([file.address.ckb, room.names.ckb, plan.names.ckb]);
  delete file.address.ckb;
  delete room.names.ckb;
  delete plan.names.ckb;
  const without = await known();
  expect(without.names).toEqual([null, null, null]);
  expect(without.updatedAt > changed.updatedAt).toBe(true);
  expect(await findDifferences(pool, snapshot)).toEqual([]);
});

it('an import that ended before its seasons is completed by the same command, and sells nothing meanwhile', async () => {
  const { service, database } = production;
  const { pool } = service.context;
  const file = JSON.parse(readFileSync(EXAMPLE, 'utf8'));
  file.publicId = 'HTL-2026-0102';
  const ihc = ihcOn(database.url);
  expect(await ihc('hotel', 'import', put('season.json', JSON.stringify(file)))).toMatchObject({ code: 0 });
  const season = ['--hotel', file.publicId, '--from', inDays(10), '--to', inDays(12), '--price', '150'];
  expect(await ihc('season', 'set', 'Arbaeen', ...season, '--open', '--yes')).toMatchObject({ code: 0 });
  const [plan] = file.roomTypes[0].ratePlans;
  file.roomTypes[0].ratePlans.push({ ...structuredClone(plan), code: 'NEW' });
  plan.prices.double = '100000';
  const changed = put('season.json', JSON.stringify(file));
  const plans = async () =>
    (
      await pool.query(
        `select p.code, d.double_price as price, p.active from rate_plans p
         join room_types r on r.id = p.room_type_id join hotels h on h.id = r.hotel_id
         left join day_prices d on d.rate_plan_id = p.id and d.day = $1
         where h.public_id = $2 and r.code = 'DBL' order by 1`,
        [inDays(11), file.publicId],
      )
    ).rows;
  // The desk refuses a command with another signing key: the hotel is written, and nothing after it.
  const refused = ihcOn(database.url, { signingKey: 'another-signing-key'.repeat(3) });
  expect(await refused('hotel', 'import', changed)).toMatchObject({ code: 2 });
  expect((await plans()).find(({ code }) => code === 'NEW')).toEqual({
    ...{ code: 'NEW', price: null, active: false },
  });
  expect(await ihc('hotel', 'import', changed)).toMatchObject({ code: 0 });
  expect(await plans()).toEqual([
    { code: 'BB', price: 150_000, active: true },
    { code: 'FB-STRICT', price: 225_000, active: true },
    { code: 'NEW', price: 142_500, active: true },
  ]);
  const again = await ihc('--json', 'hotel', 'import', changed);
  expect(again.data).toMatchObject({ nights_changed: 0, day_prices_changed: 0 });
});
