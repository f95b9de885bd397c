import type pg from 'pg';
import type { Queryable } from '../db/pool.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import { pepperFingerprint } from '../partners/api-key.ts';
import type { Environment } from './config.ts';

/** A database belongs to one environment for ever: test keys must never reach a production ledger. */
export async function claimDatabaseFor(pool: pg.Pool, environment: Environment): Promise<void> {
  await pool.query(
    `insert into deployment (key, value) values ('environment', to_jsonb($1::text)) on conflict (key) do nothing`,
    [environment],
  );
  await refuseOtherEnvironment(pool, environment);
}

/** Before a migration: the schema of another environment's database must not change. */
export async function refuseOtherEnvironment(pool: pg.Pool, environment: Environment): Promise<void> {
  const owner = await readEnvironment(pool);
  if (owner !== null && owner !== environment)
    throw new StartRefused(
      `the database belongs to the ${owner} environment, but IHC_ENVIRONMENT is ${environment}`,
    );
}

/**
 * The first start of a node, or the first key that is made, decides which pepper the keys of a production database have.
 * With another one every partner would be refused, and a new key would work on no other node. Only a fingerprint is
 * stored.
 */
export async function claimPepper(database: Queryable, pepper: string): Promise<void> {
  await database.query(
    `insert into deployment (key, value) values ('pepper', to_jsonb($1::text)) on conflict (key) do nothing`,
    [pepperFingerprint(pepper)],
  );
  await refuseOtherPepper(database, pepper);
}

/** For commands that make no key: a mistyped pepper must not keep every node from starting. */
export async function refuseOtherPepper(database: Queryable, pepper: string): Promise<void> {
  const result = await database.query("select value from deployment where key = 'pepper'");
  if (result.rows.length > 0 && result.rows[0].value !== pepperFingerprint(pepper))
    throw new StartRefused(
      'IHC_KEY_PEPPER is not the one that the keys of this database were made with: set the same value on every node',
    );
}

/** The environment that the database belongs to. Null when it is new. */
async function readEnvironment(pool: pg.Pool): Promise<string | null> {
  const known = await pool.query("select to_regclass('deployment') is not null as exists");
  if (!known.rows[0].exists) return null;
  const result = await pool.query("select value from deployment where key = 'environment'");
  return result.rows[0]?.value ?? null;
}

/** The database's clock, in milliseconds. */
export async function readClock(pool: pg.Pool): Promise<number> {
  const result = await pool.query('select extract(epoch from clock_timestamp()) * 1000 as now');
  return Math.round(Number(result.rows[0].now));
}
