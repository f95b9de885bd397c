import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ihc, ihcJson, sandboxOf } from '../support/ihc.ts';
import { startTestService } from '../support/service.ts';
import { inDays } from '../support/stay.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const setRooms = (rooms: number, ...more: string[]) => [
  ...['inventory', 'set', 'HTL-2026-0004', '--from', inDays(30), '--to', inDays(39)],
  ...['--room-type', 'DBL', '--allotment', String(rooms), ...more],
];

async function ask(sql: string) {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}
const epoch = async () => Number((await ask('select epoch from desk')).epoch);
const isDeskFree = async () =>
  (
    await ask(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 0 and objid = 1
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).n === 0;

describe('a command that changes nights', () => {
  it('is the desk itself when no node runs, and leaves it when it ends', async () => {
    const before = await epoch();
    const [changed] = await ihcJson(sandboxOf(database.url), ...setRooms(3));
    expect(changed).toEqual({ hotel: 'HTL-2026-0004', nights: 10, prices: 0, warnings: [] });
    expect(await epoch()).toBe(before + 1);
    expect(await isDeskFree()).toBe(true);
  });

  it('shares one desk with another command', async () => {
    const settings = sandboxOf(database.url);
    const responses = await Promise.all([4, 5, 6, 7].map((rooms) => ihc(settings, ...setRooms(rooms))));
    expect(responses.map(({ code, stderr }) => [code, stderr])).toEqual(responses.map(() => [0, '']));
    const { rooms, entries } = await ask(
      `select (select count(distinct allotment)::int from nights n join room_types r on r.id = n.room_type_id
         join hotels h on h.id = n.hotel_id where h.public_id = 'HTL-2026-0004' and r.code = 'DBL'
         and n.day between '${inDays(30)}' and '${inDays(39)}') as rooms,
       (select count(*)::int from operator_audit) as entries`,
    );
    expect([rooms, entries]).toEqual([1, 4]);
  });

  it('goes to the desk of a running node, and never takes it over', async () => {
    const service = await startTestService({ databaseUrl: database.url });
    const before = await epoch();
    await ihcJson(sandboxOf(database.url), ...setRooms(2));
    expect(await epoch()).toBe(before);
    expect(service.context.desk.isDesk).toBe(true);
    await service.end();
  });

  it('hands the desk to a node that starts meanwhile', async () => {
    const settings = sandboxOf(database.url);
    const commands = Array.from({ length: 6 }, (_, index) => ihc(settings, ...setRooms(index + 1)));
    const service = await startTestService({ databaseUrl: database.url });
    expect((await Promise.all(commands)).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
    await ihcJson(settings, ...setRooms(9));
    expect(service.context.desk.isDesk).toBe(true);
    await service.end();
  });

  it('with another signing key than the node says so, and changes nothing', async () => {
    const service = await startTestService({ databaseUrl: database.url });
    const settings = { ...sandboxOf(database.url), IHC_SIGNING_KEY: 'x'.repeat(32) };
    const { code, stderr } = await ihc(settings, ...setRooms(2));
    expect(code).toBe(2);
    expect(stderr).toContain('IHC_SIGNING_KEY is not that of the desk');
    expect((await ask('select count(*)::int as n from operator_audit')).n).toBe(0);
    await service.end();
  });
});
