import type pg from 'pg';
import { dayInBaghdad } from '../kernel/day.ts';
import { fingerprintOf, type SecretName } from '../kernel/fingerprint.ts';
import { migrate } from '../platform/db/migrate.ts';
import { checkReachable, inTransaction, refuseStandby, type Transaction } from '../platform/db/pool.ts';
import { refuseTransactionPooler } from '../platform/db/pooler.ts';
import { claimSecret, type Fingerprints, refuseOtherSecret } from '../platform/secrets/claims.store.ts';
import { bringDemoWorldTo } from '../sandbox/demo-world.store.ts';
import { deleteForeignChanges } from '../snapshot/snapshot.store.ts';
import type { Config } from './config.ts';
import { claimDatabaseFor, refuseOtherEnvironment } from './deployment.store.ts';

/**
 * Migrates the schema. In sandbox, the demo hotels are also created or updated. Several processes may do this at the
 * same time. `announce` records for other processes that this process runs. `announce` is called in the transaction
 * that checks the secrets of this process.
 */
export async function prepareDatabase(
  databaseUrl: string,
  pool: pg.Pool,
  config: Config,
  now: Date,
  announce: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  await refuseTransactionPooler(databaseUrl);
  await checkReachable(pool);
  await refuseStandby(pool);
  await refuseOtherEnvironment(pool, config.environment);
  const claims = claimsOf(config);
  // The secrets are checked before the migration, so that a refused start changes nothing.
  for (const { name, fingerprints } of claims) await refuseOtherSecret(pool, name, fingerprints);
  await migrate(pool);
  await claimDatabaseFor(pool, config.environment);
  await inTransaction(pool, 'read committed', async (tx) => {
    for (const { name, fingerprints } of claims) await claimSecret(tx, name, fingerprints);
    await announce(tx);
  });
  await inTransaction(pool, 'read committed', deleteForeignChanges);
  if (config.environment === 'sandbox')
    await inTransaction(pool, 'read committed', (tx) => bringDemoWorldTo(tx, dayInBaghdad(now)), 'patient');
}

/**
 * Returns the secrets whose fingerprints the database must store. In sandbox there are no such secrets: the service
 * generates its secrets in the data folder, and may generate new ones if these are lost.
 */
function claimsOf(config: Config): { name: SecretName; fingerprints: Fingerprints }[] {
  const { environment, keyPepper, otherKeyPeppers, signingKey, otherSigningKeys } = config;
  if (environment === 'sandbox') return [];
  const claim = (name: SecretName, first: string | null, others: readonly string[]) =>
    first === null
      ? []
      : [{ name, fingerprints: [first, ...others].map((one) => fingerprintOf(name, one)) as [string] }];
  return [
    ...claim('pepper', keyPepper, otherKeyPeppers),
    ...claim('signing_key', signingKey, otherSigningKeys),
  ];
}
