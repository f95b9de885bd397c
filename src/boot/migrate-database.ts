// Migrates the schema for `ihc migrate`, and returns which migrations were applied.

import type { Operation } from '../context.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import { recordOperatorChanges } from '../platform/audit/operator-audit.store.ts';
import { type Migration, migrate, missingMigrations, schemaVersion } from '../platform/db/migrate.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { knowsMigration, oldestReleaseWith } from '../platform/db/releases.ts';
import { claimDatabaseFor, refuseOtherEnvironment } from './deployment.store.ts';
import { readRunningReleases } from './presence.store.ts';

export interface MigratedDatabase {
  /**
   * The names of the migrations that were applied. After a dry run, these are the names of the migrations that are
   * missing.
   */
  migrations: string[];
  schemaVersion: number;
  /**
   * The oldest release that can run after the migration. Null if no migration was missing, or if no release in
   * releases.ts can run after the migration.
   */
  oldestRelease: string | null;
}

interface MigrateOptions {
  isDryRun: boolean;
  /** If true, the schema is migrated even if running processes cannot work with the new schema. */
  isForced: boolean;
}

/**
 * Migrates the schema to the version of this program. Refuses a database of another environment. Unless `isForced` is
 * true, also refuses a migration while processes run that cannot work with the new schema.
 */
export async function migrateDatabase(
  operation: Operation,
  { isDryRun, isForced }: MigrateOptions,
): Promise<MigratedDatabase> {
  const { pool, environment, who } = operation;
  await refuseOtherEnvironment(pool, environment);
  const before = await schemaVersion(pool);
  const missing = await missingMigrations(pool);
  const oldestProgram = Math.max(0, ...missing.map((migration) => migration.oldestProgram));
  const oldestRelease = missing.length === 0 ? null : oldestReleaseWith(oldestProgram);
  if (isDryRun) return { migrations: missing.map(({ name }) => name), schemaVersion: before, oldestRelease };
  if (!isForced && before > 0) await refuseUnderOlder(operation, missing);
  const migrations = await migrate(pool);
  await claimDatabaseFor(pool, environment);
  const after = await schemaVersion(pool);
  // A node that starts also migrates the schema. No operator runs that migration, so the audit does not contain it.
  if (migrations.length > 0)
    await inTransaction(pool, 'read committed', (tx) =>
      recordOperatorChanges(tx, [
        { who, action: 'migrate', subject: 'schema', before: { version: before }, after: { version: after } },
      ]),
    );
  return { migrations, schemaVersion: after, oldestRelease };
}

/** Throws an error that names the first missing migration with which a running process cannot work. */
async function refuseUnderOlder({ pool }: Operation, missing: Migration[]): Promise<void> {
  const running = await readRunningReleases(pool);
  for (const { name, oldestProgram } of missing)
    for (const { version, host } of running)
      if (!knowsMigration(version, oldestProgram))
        throw new StartRefused(
          `a node of release ${version} runs on ${host}, and ${name} needs ${oldestReleaseWith(oldestProgram) ?? 'this release'} or later: ` +
            'upgrade the nodes to that release first, or stop them, or use --force',
        );
}
