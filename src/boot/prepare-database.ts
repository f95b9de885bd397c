import type pg from 'pg';
import { migrate } from '../db/migrate.ts';
import { checkReachable, inTransaction, type Transaction } from '../db/pool.ts';
import { refuseTransactionPooler } from '../db/pooler.ts';
import { dayInBaghdad } from '../kernel/day.ts';
import { fingerprintOf, type SecretName } from '../kernel/fingerprint.ts';
import { bringDemoWorldTo } from '../sandbox/demo-world.store.ts';
import { claimSecret } from '../secrets/claims.store.ts';
import { deleteForeignChanges } from '../snapshot/snapshot.store.ts';
import type { Config } from './config.ts';
import { claimDatabaseFor, refuseOtherEnvironment } from './deployment.store.ts';

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
  if (config.environment === 'production')
    await inTransaction(pool, 'read committed', (tx) => claimSecrets(tx, config));
  await inTransaction(pool, 'read committed', deleteForeignChanges);
  if (config.environment === 'sandbox')
    await inTransaction(pool, 'read committed', (tx) => bringDemoWorldTo(tx, dayInBaghdad(now)), 'patient');
}

/** In sandbox secrets are made for the data folder, and nobody has to keep them. */
async function claimSecrets(tx: Transaction, config: Config): Promise<void> {
  const { keyPepper, otherKeyPeppers, signingKey, otherSigningKeys } = config;
  const fingerprints = (name: SecretName, values: readonly string[]) =>
    values.map((value) => fingerprintOf(name, value));
  if (keyPepper !== null)
    await claimSecret(tx, 'pepper', fingerprints('pepper', [keyPepper, ...otherKeyPeppers]));
  if (signingKey !== null)
    await claimSecret(tx, 'signing_key', fingerprints('signing_key', [signingKey, ...otherSigningKeys]));
}
