import { readConfig } from './boot/config.ts';
import { claimDataDirectory } from './db/data-directory.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { checkReachable, createPool } from './db/pool.ts';
import { StartRefused } from './kernel/start-refused.ts';
import { verify } from './verification/verify.usecase.ts';

/**
 * `npm run verify`: verifies the database of DATABASE_URL, or of the data folder while no service is using it. It only
 * reads. Exit code 0 means that every invariant holds.
 */
async function main(): Promise<number> {
  const config = readConfig(process.env);
  const claim = config.databaseUrl === null ? claimDataDirectory(config.dataDirectory) : null;
  const server = config.databaseUrl === null ? await startEmbeddedPostgres(config.dataDirectory) : null;
  const pool = createPool({ url: config.databaseUrl ?? server!.urlOf('ihc'), size: 1, onError: () => {} });
  try {
    await checkReachable(pool);
    const violations = await verify(pool, console.log);
    console.log(violations === 0 ? 'ok: every invariant holds' : `${violations} violations`);
    return violations === 0 ? 0 : 1;
  } finally {
    await pool.end();
    await server?.stop();
    claim?.release();
  }
}

try {
  process.exit(await main());
} catch (error) {
  if (error instanceof StartRefused) console.error(`ihc: ${error.message}`);
  else console.error(error);
  process.exit(2);
}
