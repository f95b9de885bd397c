import type pg from 'pg';
import { dayInBaghdad } from '../kernel/day.ts';
import { fingerprintOf, type SecretName } from '../kernel/fingerprint.ts';
import { migrate } from '../platform/db/migrate.ts';
import { checkReachable, inTransaction, type Transaction } from '../platform/db/pool.ts';
import { refuseTransactionPooler } from '../platform/db/pooler.ts';
import { claimSecret, type Fingerprints, refuseOtherSecret } from '../platform/secrets/claims.store.ts';
import { bringDemoWorldTo } from '../sandbox/demo-world.store.ts';
import { deleteForeignChanges } from '../snapshot/snapshot.store.ts';
import type { Config } from './config.ts';
import { claimDatabaseFor, refuseOtherEnvironment } from './deployment.store.ts';

/**
 * Migrates the schema, and creates or updates the demo world in sandbox. Several processes may do this at the same
 * time. `announce` makes this process known to others, in the same transaction as the check of its secrets.
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
  await refuseOtherEnvironment(pool, config.environment);
  const claims = claimsOf(config);
  // Checked before the migration, so that a start that is refused changes nothing.
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

/** In sandbox, secrets are generated in the data folder, and nobody has to keep them. */
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
