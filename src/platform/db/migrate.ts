// Applies migrations, and refuses a schema on which this program cannot run.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefused } from '../../kernel/start-refused.ts';
import { patiently, type Queryable } from './pool.ts';
import { PROJECT_DIRECTORY } from './project-directory.ts';

const MIGRATIONS_DIRECTORY = join(PROJECT_DIRECTORY, 'migrations');

/**
 * The key of an advisory lock that no other code uses. Services that start at the same time migrate one after another.
 */
const MIGRATION_LOCK = 7_236_401;

/**
 * If a migration contains the line `-- Oldest program: 12`, every program that contains migration 12 can run on the
 * schema after the migration.
 */
const OLDEST_PROGRAM = /^-- Oldest program: ([0-9]+)$/m;

/**
 * While a migration waits for a table lock, all later statements on this table also wait. After this short time, the
 * migration is therefore cancelled and tried again.
 */
const LOCK_MILLISECONDS = 2_000;
const LOCK_PAUSE_MILLISECONDS = 1_000;
const LOCK_ATTEMPTS = 60;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
  /**
   * A program can run on the schema after this migration if the newest migration that the program contains has at least
   * this number.
   */
  oldestProgram: number;
}

interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
  oldestProgram: number | null;
}

/**
 * Migrates the schema to this program's version. A migration cannot be undone. To correct a mistake, add another
 * migration. Nodes of the previous release may run during a migration, so migrations must follow the rule in
 * docs/adr/0019-upgrades-without-downtime.md.
 */
export async function migrate(pool: pg.Pool, migrations = readMigrations()): Promise<string[]> {
  const client = patiently(await pool.connect());
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default clock_timestamp())`);
    await client.query(`set lock_timeout = ${LOCK_MILLISECONDS}`);
    if (!(await hasOldestProgram(client)))
      await patientForLocks(client, 'schema_migrations', ADD_OLDEST_PROGRAM);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending)
      await patientForLocks(client, migration.name, () => applyMigration(client, migration));
    return pending.map((migration) => migration.name);
  } finally {
    // Close the connection instead of returning it to the pool. Closing the connection releases the lock and resets the
    // timeouts, even after a failure.
    client.release(true);
  }
}

/** Returns the migrations that `migrate` would apply. Changes nothing. */
export async function missingMigrations(pool: pg.Pool, migrations = readMigrations()): Promise<Migration[]> {
  return (await schemaVersion(pool)) === 0 ? migrations : pendingOf(pool, migrations);
}

/** Returns the number of the newest migration that was applied to the database, or 0 if there is none. */
export async function schemaVersion(pool: pg.Pool): Promise<number> {
  const known = await pool.query("select to_regclass('schema_migrations') is not null as exists");
  if (!known.rows[0].exists) return 0;
  const result = await pool.query('select coalesce(max(version), 0)::int as version from schema_migrations');
  return result.rows[0].version;
}

/** Refuses a schema that this program cannot run on. */
export async function requireSchema(pool: pg.Pool, migrations = readMigrations()): Promise<void> {
  const version = await schemaVersion(pool);
  if (version < migrations.length)
    throw new StartRefused(
      `the database has schema ${version}, this program needs ${migrations.length}: run ihc migrate`,
    );
  refuseUnknown(await readApplied(pool), migrations);
}

export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_DIRECTORY)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const version = Number(file.slice(0, 4));
      if (version !== index + 1) throw new Error(`migration ${file} should be number ${index + 1}`);
      const sql = readFileSync(join(MIGRATIONS_DIRECTORY, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version, name: file, sql, checksum, oldestProgram: oldestProgramOf(sql) ?? version };
    });
}

function oldestProgramOf(sql: string): number | null {
  const match = OLDEST_PROGRAM.exec(sql);
  return match === null ? null : Number(match[1]);
}

async function patientForLocks(
  client: pg.PoolClient,
  name: string,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; attempt <= LOCK_ATTEMPTS; attempt += 1)
    try {
      await work(client);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
      await client.query('rollback');
      await sleep(LOCK_PAUSE_MILLISECONDS);
    }
  throw new StartRefused(`${name} got no lock in ${LOCK_ATTEMPTS} attempts: another transaction holds it`);
}

/**
 * Checks whether the column exists, so that ALTER TABLE runs only if the column is missing. During a dump, ALTER TABLE
 * would wait for a lock even if the column exists.
 */
async function hasOldestProgram(client: pg.PoolClient): Promise<boolean> {
  const found = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_program'`,
  );
  return found.rowCount === 1;
}
const ADD_OLDEST_PROGRAM = (client: pg.PoolClient) =>
  client.query('alter table schema_migrations add column oldest_program integer');

async function applyMigration(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { version, name, checksum, oldestProgram } = migration;
  await client.query('begin');
  await client.query(migration.sql);
  await client.query(
    'insert into schema_migrations (version, name, checksum, oldest_program) values ($1, $2, $3, $4)',
    [version, name, checksum, oldestProgram],
  );
  await client.query('commit');
}

async function pendingOf(database: Queryable, migrations: Migration[]): Promise<Migration[]> {
  const applied = await readApplied(database);
  refuseUnknown(applied, migrations);
  return migrations.filter((migration) => migration.version > applied.length);
}

/**
 * Reads the applied migrations as JSON, because the table may lack its last column. Programs of old releases created
 * the table without this column.
 */
async function readApplied(database: Queryable): Promise<AppliedMigration[]> {
  const applied = await database.query(
    `select version, name, checksum, (to_jsonb(m) ->> 'oldest_program')::int as "oldestProgram"
       from schema_migrations m order by version`,
  );
  return applied.rows;
}

/**
 * Refuses a schema in which a migration differs from the same migration of this program. Also refuses a schema with
 * migrations that this program does not contain, unless `oldestProgram` of each of these migrations allows this
 * program.
 */
function refuseUnknown(applied: AppliedMigration[], known: Migration[]): void {
  for (const row of applied)
    if (row.version > known.length) {
      if ((row.oldestProgram ?? row.version) > known.length)
        throw new StartRefused(
          `database schema ${row.version} is newer than this program, which supports up to ${known.length}: use a newer version of the program`,
        );
    } else if (row.checksum !== known[row.version - 1]?.checksum)
      throw new StartRefused(`migration ${row.name} differs from the one that was applied to this database`);
}
