// Runs the migration of `ihc migrate` and reports what it did.

import type { Operation } from '../context.ts';
import { recordOperatorChanges } from '../platform/audit/operator-audit.store.ts';
import { migrate, missingMigrations, schemaVersion } from '../platform/db/migrate.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { claimDatabaseFor, refuseOtherEnvironment } from './deployment.store.ts';

export interface MigratedDatabase {
  /** The names of the migrations that were applied, or that are missing in a dry run. */
  migrations: string[];
  schemaVersion: number;
}

/** Brings the schema to the version of this program, for the environment of the settings. */
export async function migrateDatabase(operation: Operation, isDryRun: boolean): Promise<MigratedDatabase> {
  const { pool, environment, who } = operation;
  await refuseOtherEnvironment(pool, environment);
  const before = await schemaVersion(pool);
  if (isDryRun) return { migrations: await missingMigrations(pool), schemaVersion: before };
  const migrations = await migrate(pool);
  await claimDatabaseFor(pool, environment);
  const after = await schemaVersion(pool);
  // Nodes that start migrate too. Their migrations have no operator and are not in the audit.
  if (migrations.length > 0)
    await inTransaction(pool, 'read committed', (tx) =>
      recordOperatorChanges(tx, [
        { who, action: 'migrate', subject: 'schema', before: { version: before }, after: { version: after } },
      ]),
    );
  return { migrations, schemaVersion: after };
}
