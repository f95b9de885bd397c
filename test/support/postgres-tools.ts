import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { otherPostgres } from './other-postgres.ts';

const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

/**
 * Finds a PostgreSQL with the backup programs, which the embedded PostgreSQL does not have. Returns null if there is
 * none.
 */
export function findPostgresTools(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const installed = versions
    .filter((version) => version >= OLDEST)
    .sort((one, other) => other - one)
    .map((version) => join(DEBIAN, String(version), 'bin'));
  const folders = [otherPostgres() ?? [], installed].flat();
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null;
}
