// `ihc migrate`: migrates the schema to the version of this program.

import type { Command } from 'commander';
import { migrateDatabase } from '../boot/migrate-database.ts';
import { accept } from '../kernel/refusal.ts';
import type { Runner } from './run.ts';

export function addMigrateCommand(program: Command, runner: Runner): void {
  program
    .command('migrate')
    .description('bring the schema of the database to the version of this program')
    .option('--dry-run', 'list what is missing and change nothing')
    .option('--force', 'migrate although nodes run that cannot work with the new schema')
    .addHelpText(
      'after',
      `
The database then belongs to IHC_ENVIRONMENT permanently. Without DATABASE_URL, a new database is created in the
data folder. A node that starts does the same by itself.

While nodes run that cannot work with the new schema, the command refuses and changes nothing.

Example:
  ihc migrate --dry-run`,
    )
    .action(
      runner.action<{ force?: boolean }, []>(async ({ operation, options }) => {
        const isDryRun = options.dryRun === true;
        const { migrations, schemaVersion, oldestRelease } = await migrateDatabase(operation, {
          isDryRun,
          isForced: options.force === true,
        });
        const release = oldestRelease === null ? 'this release' : `release ${oldestRelease}`;
        return accept({
          data: {
            environment: operation.environment,
            schema_version: schemaVersion,
            applied: isDryRun ? [] : migrations,
            missing: isDryRun ? migrations : [],
            oldest_release: oldestRelease,
          },
          text: [
            ...migrations.map((name) => `${isDryRun ? 'missing' : 'applied'} ${name}`),
            ...(migrations.length > 0 ? [`nodes of ${release} or later can run on this schema`] : []),
            isDryRun && migrations.length > 0
              ? `the schema has version ${schemaVersion}; ${migrations.length} migrations are missing`
              : `the schema is current: version ${schemaVersion}`,
          ].join('\n'),
        });
      }, 'any'),
    );
}
