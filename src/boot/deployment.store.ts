import type pg from 'pg';
import type { Environment } from '../kernel/environment.ts';
import { StartRefused } from '../kernel/start-refused.ts';

/**
 * Records the environment of a new database, and refuses a database of another environment, because test keys must
 * never work on a production ledger. If the environment is already recorded, this function writes nothing. A command
 * that only reads therefore also works on a read-only database, such as a standby.
 */
export async function claimDatabaseFor(pool: pg.Pool, environment: Environment): Promise<void> {
  if ((await readEnvironment(pool)) === null)
    await pool.query(
      `insert into deployment (key, value) values ('environment', to_jsonb($1::text)) on conflict (key) do nothing`,
      [environment],
    );
  await refuseOtherEnvironment(pool, environment);
}

/**
 * Refuses a database of another environment. The check runs before a migration, because a migration must not change a
 * database of another environment.
 */
export async function refuseOtherEnvironment(pool: pg.Pool, environment: Environment): Promise<void> {
  const owner = await readEnvironment(pool);
  if (owner !== null && owner !== environment)
    throw new StartRefused(
      `the database belongs to the ${owner} environment, but IHC_ENVIRONMENT is ${environment}`,
    );
}

/** Returns the environment that the database belongs to, or null if the database is new. */
async function readEnvironment(pool: pg.Pool): Promise<string | null> {
  const known = await pool.query("select to_regclass('deployment') is not null as exists");
  if (!known.rows[0].exists) return null;
  const result = await pool.query("select value from deployment where key = 'environment'");
  return result.rows[0]?.value ?? null;
}

/** Returns the time of the database's clock, in milliseconds. */
export async function readClock(pool: pg.Pool): Promise<number> {
  const result = await pool.query('select extract(epoch from clock_timestamp()) * 1000 as now');
  return Math.round(Number(result.rows[0].now));
}
