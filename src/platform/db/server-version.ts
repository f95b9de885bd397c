// Refuses PostgreSQL servers that are too old.

import { StartRefused } from '../../kernel/start-refused.ts';

/**
 * `npm run test:postgres` runs the database tests on PostgreSQL 15. Newer versions are accepted, even if they were not
 * tested.
 */
const OLDEST_VERSION = 15;

/** Refuses a server that is too old. `versionNumber` is `server_version_num`, for example 150019 for version 15.19. */
export function refuseOldServer(versionNumber: number): void {
  const version = Math.floor(versionNumber / 10_000);
  if (version < OLDEST_VERSION)
    throw new StartRefused(
      `PostgreSQL ${OLDEST_VERSION} or later is required; the database has version ${version}`,
    );
}
