import type pg from 'pg';
import { migrate } from '../db/migrate.ts';
import { checkReachable, inTransaction } from '../db/pool.ts';
import { refuseTransactionPooler } from '../db/pooler.ts';
import { dayInBaghdad } from '../kernel/day.ts';
import { bringDemoWorldTo } from '../sandbox/demo-world.store.ts';
import type { Config } from './config.ts';
import { claimDatabaseFor, claimPepper, refuseOtherEnvironment } from './deployment.store.ts';

/** Migrates the schema, and in sandbox brings the demo world. Several processes may do it at the same time. */
export async function prepareDatabase(
  databaseUrl: string,
  pool: pg.Pool,
  config: Config,
  now: Date,
): Promise<void> {
  await refuseTransactionPooler(databaseUrl);
  await checkReachable(pool);
  await refuseOtherEnvironment(pool, config.environment);
  await migrate(pool);
  await claimDatabaseFor(pool, config.environment);
  if (config.environment === 'production' && config.keyPepper !== null)
    await claimPepper(pool, config.keyPepper);
  if (config.environment === 'sandbox')
    await inTransaction(pool, 'read committed', (tx) => bringDemoWorldTo(tx, dayInBaghdad(now)), 'patient');
}
