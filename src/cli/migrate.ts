// `ihc migrate`: brings the schema to the version of this program.

import type { Command } from 'commander';
import { migrateDatabase } from '../boot/migrate-database.ts';
import { accept } from '../kernel/refusal.ts';
import type { Runner } from './run.ts';

export function addMigrateCommand(program: Command, runner: Runner): void {
  program
    .command('migrate')
    .description('bring the schema of the database to the version of this program')
    .option('--dry-run', 'list what is missing and change nothing')
    .addHelpText(
      'after',
      `
The database then belongs to IHC_ENVIRONMENT permanently. Without DATABASE_URL, a new database is created in the
data folder. A node that starts does the same by itself.

Example:
  ihc migrate --dry-run`,
    )
    .action(
      runner.action<object, []>(async ({ operation, options }) => {
        const isDryRun = options.dryRun === true;
        const { migrations, schemaVersion } = await migrateDatabase(operation, isDryRun);
        return accept({
          data: {
            environment: operation.environment,
            schema_version: schemaVersion,
            applied: isDryRun ? [] : migrations,
            missing: isDryRun ? migrations : [],
          },
          text: [
            ...migrations.map((name) => `${isDryRun ? 'missing' : 'applied'} ${name}`),
            isDryRun && migrations.length > 0
              ? `the schema has version ${schemaVersion}; ${migrations.length} migrations are missing`
              : `the schema is current: version ${schemaVersion}`,
          ].join('\n'),
        });
      }, 'any'),
    );
}
