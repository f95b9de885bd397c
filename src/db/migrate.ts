import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { StartRefused } from '../kernel/start-refused.ts';
import { patiently, type Queryable } from './pool.ts';
import { PROJECT_DIRECTORY } from './project-directory.ts';

const MIGRATIONS_DIRECTORY = join(PROJECT_DIRECTORY, 'migrations');

/** An arbitrary number that no other code locks. Services that start together migrate one after another. */
const MIGRATION_LOCK = 7_236_401;

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/** Migrates the schema to this program's version. Forward only: a mistake is fixed by another file. */
export async function migrate(pool: pg.Pool, migrations = readMigrations()): Promise<string[]> {
  const client = patiently(await pool.connect());
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default clock_timestamp())`);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) {
      await client.query('begin');
      await client.query(migration.sql);
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    }
    return pending.map((migration) => migration.name);
  } finally {
    // Closed, not returned to the pool: this releases the lock and the changed timeouts, on success and on failure.
    client.release(true);
  }
}

/** The names of the migrations that `migrate` would apply. Changes nothing. */
export async function missingMigrations(pool: pg.Pool, migrations = readMigrations()): Promise<string[]> {
  const pending = (await schemaVersion(pool)) === 0 ? migrations : await pendingOf(pool, migrations);
  return pending.map((migration) => migration.name);
}

/** The newest migration in the database; 0 when it has none. */
export async function schemaVersion(pool: pg.Pool): Promise<number> {
  const known = await pool.query("select to_regclass('schema_migrations') is not null as exists");
  if (!known.rows[0].exists) return 0;
  const result = await pool.query('select coalesce(max(version), 0)::int as version from schema_migrations');
  return result.rows[0].version;
}

export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_DIRECTORY)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const version = Number(file.slice(0, 4));
      if (version !== index + 1) throw new Error(`migration ${file} should be number ${index + 1}`);
      const sql = readFileSync(join(MIGRATIONS_DIRECTORY, file), 'utf8');
      return { version, name: file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

async function pendingOf(database: Queryable, migrations: Migration[]): Promise<Migration[]> {
  const applied = await database.query(
    'select version, name, checksum from schema_migrations order by version',
  );
  refuseUnknown(applied.rows, migrations);
  return migrations.filter((migration) => migration.version > applied.rows.length);
}

function refuseUnknown(
  applied: { version: number; name: string; checksum: string }[],
  known: Migration[],
): void {
  const newest = applied.at(-1);
  if (newest !== undefined && newest.version > known.length)
    throw new StartRefused(
      `database schema ${newest.version} is newer than this program, which supports up to ${known.length}: use a newer version of the program`,
    );
  for (const row of applied)
    if (row.checksum !== known[row.version - 1]?.checksum)
      throw new StartRefused(`migration ${row.name} differs from the one that was applied to this database`);
}
