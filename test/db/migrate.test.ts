import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
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
  const broken = { version: 1, name: '0001_broken.sql', sql: 'create table a (); select 1/0', checksum: 'x' };
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
