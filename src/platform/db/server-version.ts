// The oldest PostgreSQL version that is accepted.

import { StartRefused } from '../../kernel/start-refused.ts';

/** `npm run test:postgres` runs the database tests on 15. Versions newer than the tested versions are accepted. */
const OLDEST_VERSION = 15;

/** Takes `server_version_num`, for example 150019 for 15.19. */
export function refuseOldServer(versionNumber: number): void {
  const version = Math.floor(versionNumber / 10_000);
  if (version < OLDEST_VERSION)
    throw new StartRefused(
      `PostgreSQL ${OLDEST_VERSION} or later is required; the database has version ${version}`,
    );
}
