import { expect, it } from 'vitest';
import { migrate, readMigrations, requireSchema } from '../../src/platform/db/migrate.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { createTestDatabase } from '../support/database.ts';

it('services that start together migrate an empty database once', async () => {
  const database = await createTestDatabase('empty');
  const pools = Array.from({ length: 4 }, () =>
    createPool({ url: database.url, size: 2, onError: () => {} }),
  );
  const applied = await Promise.all(pools.map((pool) => migrate(pool)));
  expect(applied.filter((names) => names.length > 0)).toEqual([readMigrations().map((one) => one.name)]);
  expect(await migrate(pools[0]!)).toEqual([]);
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

it('a failed migration leaves nothing behind, and a changed one is refused', async () => {
  const database = await createTestDatabase('empty');
  const pool = createPool({ url: database.url, size: 2, onError: () => {} });
  const broken = {
    version: 1,
    name: '0001_broken.sql',
    sql: 'create table a (); select 1/0',
    checksum: 'x',
    oldestProgram: 1,
  };
  await expect(migrate(pool, [broken])).rejects.toThrow('division by zero');
  expect((await pool.query("select to_regclass('a') as found")).rows[0].found).toBeNull();
  const whole = { ...broken, sql: 'create table a ()' };
  expect(await migrate(pool, [whole])).toEqual(['0001_broken.sql']);
  await expect(migrate(pool, [{ ...whole, checksum: 'y' }])).rejects.toThrow(
    'differs from the one that was applied',
  );
  await pool.end();
  await database.drop();
});

it('a program starts on a newer schema only if every newer migration says that it works with it', async () => {
  const database = await createTestDatabase('empty');
  const pool = createPool({ url: database.url, size: 2, onError: () => {} });
  const migration = (version: number, oldestProgram: number) => ({
    ...{ version, name: `000${version}.sql`, sql: `create table t${version} ()`, checksum: String(version) },
    oldestProgram,
  });
  const program = (newest: number) => [migration(1, 1), migration(2, 1), migration(3, 2)].slice(0, newest);
  await migrate(pool, program(2));
  expect(await migrate(pool, program(1))).toEqual([]);
  await requireSchema(pool, program(1));
  await expect(requireSchema(pool, program(3))).rejects.toThrow('has schema 2, this program needs 3');
  await migrate(pool, program(3));
  expect(await migrate(pool, program(2))).toEqual([]);
  const refused = 'database schema 3 is newer than this program, which supports up to 1';
  await expect(migrate(pool, program(1))).rejects.toThrow(refused);
  await expect(requireSchema(pool, program(1))).rejects.toThrow(refused);
  await pool.end();
  await database.drop();
});

it('a migration that finds a table locked lets others pass and tries again', async () => {
  const database = await createTestDatabase('empty');
  const pool = createPool({ url: database.url, size: 3, onError: () => {} });
  await pool.query('create table busy (value integer)');
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('insert into busy values (1)');
  const alter = { version: 1, name: '0001_alter.sql', sql: 'alter table busy add column more integer' };
  const migrated = migrate(pool, [{ ...alter, checksum: 'x', oldestProgram: 1 }]);
  // This waits behind the migration, and would wait as long as the holder if the migration did not give up.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await pool.query("set lock_timeout = '4s'; insert into busy values (2)");
  await holder.query('commit');
  holder.release();
  expect(await migrated).toEqual(['0001_alter.sql']);
  expect((await pool.query('select count(*)::int as rows from busy where more is null')).rows[0].rows).toBe(
    2,
  );
  await pool.end();
  await database.drop();
});

it('a limit that a partner had when there was one for everything is its limit for bookings too', async () => {
  const database = await createTestDatabase('empty');
  const pool = createPool({ url: database.url, size: 2, onError: () => {} });
  const before = readMigrations().filter(({ version }) => version < 13);
  await migrate(pool, before);
  await pool.query(
    `insert into clients (client_id, name, ledger_id, rate_limit_per_minute)
     values ('raised', 'Raised', 1, 600), ('lowered', 'Lowered', 1, 1), ('usual', 'Usual', 1, null)`,
  );
  await migrate(pool);
  const { rows } = await pool.query(
    'select client_id, rate_limit_per_minute as looks, booking_limit_per_minute as bookings from clients order by 1',
  );
  expect(rows).toEqual([
    { client_id: 'lowered', looks: 1, bookings: 1 },
    { client_id: 'raised', looks: 600, bookings: 600 },
    { client_id: 'usual', looks: null, bookings: null },
  ]);
  for (const limit of [0, 100_001])
    await expect(pool.query('update clients set booking_limit_per_minute = $1', [limit])).rejects.toThrow(
      'clients_booking_limit_per_minute_check',
    );
  for (const limit of [1, 100_000])
    await pool.query('update clients set booking_limit_per_minute = $1', [limit]);
  await pool.end();
  await database.drop();
});
