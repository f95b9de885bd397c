import type { Operation } from '../context.ts';
import { dayInBaghdad } from '../kernel/day.ts';
import { StartRefused } from '../kernel/start-refused.ts';
import { claimDataDirectory, createDataDirectory, DataFolderInUse } from '../platform/db/data-directory.ts';
import {
  DATABASE_NAME,
  ensureDatabase,
  hasCluster,
  runningDatabaseUrl,
  startEmbeddedPostgres,
} from '../platform/db/embedded-postgres.ts';
import { requireSchema } from '../platform/db/migrate.ts';
import { checkReachable, createPool } from '../platform/db/pool.ts';
import { refuseTransactionPooler } from '../platform/db/pooler.ts';
import { fingerprintsOf, peppersOf } from '../platform/secrets/accepted-secrets.ts';
import { getClaimed, refuseOtherSecret } from '../platform/secrets/claims.store.ts';
import type { Config } from './config.ts';
import { claimDatabaseFor, readClock } from './deployment.store.ts';
import type { JoinedDesk } from './join-desk.ts';
import { pooledRandom } from './pooled-random.ts';
import { getOrCreateSecrets } from './secrets.ts';

/**
 * What a command needs from the database. `current`: the current schema and the right pepper. `any secrets`: the
 * current schema. `any`: any schema, and a missing embedded database is created. `existing`: any schema in a database
 * that already exists.
 */
export type Need = 'current' | 'any secrets' | 'any' | 'existing';

export interface OpenOperation {
  operation: Operation;
  databaseUrl: string;
  /** A description of the database for people. */
  place: string;
  /** Returns why the desk could not be reached, or null. The reason is known only after `close` was called. */
  deskTrouble: () => string | null;
  close: () => Promise<void>;
}

/**
 * Connects a command to the database of DATABASE_URL or of the data folder. A service may use this database at the same
 * time as the command.
 */
export async function openOperation(config: Config, who: string, need: Need): Promise<OpenOperation> {
  const database = await openDatabase(config, need);
  const pool = createPool({ url: database.url, size: 2, name: 'ihc-operator', onError: () => {} });
  let desk: Promise<JoinedDesk> | null = null;
  let trouble: string | null = null;
  const close = async () => {
    const joined = await desk?.catch(() => null);
    trouble = joined?.trouble() ?? null;
    await joined?.close();
    await pool.end();
    await database.close();
  };
  try {
    await checkReachable(pool);
    await refuseTransactionPooler(database.url);
    if (need === 'current' || need === 'any secrets') {
      await requireSchema(pool);
      await claimDatabaseFor(pool, config.environment);
    }
    if (config.environment === 'sandbox') createDataDirectory(config.dataDirectory);
    const secrets = getOrCreateSecrets(config);
    if (need === 'current' && config.environment === 'production')
      await refuseOtherSecret(pool, 'pepper', fingerprintsOf('pepper', secrets));
    const ahead = (await readClock(pool)) - Date.now();
    const now = () => new Date(Date.now() + ahead);
    const join = () =>
      import('./join-desk.ts').then(({ joinDesk }) => joinDesk(config, secrets, database.url));
    const operation: Operation = {
      pool,
      environment: config.environment,
      publicUrl: config.publicUrl,
      journals: config.journal === null ? [] : [config.journal.directory],
      secrets,
      claimPepper: async (tx) => {
        if (config.environment === 'sandbox') return secrets.keyPepper;
        const fingerprints = fingerprintsOf('pepper', secrets);
        const claimed = await getClaimed(tx, 'pepper', fingerprints);
        return peppersOf(secrets)[fingerprints.indexOf(claimed)]!;
      },
      who,
      now,
      today: () => dayInBaghdad(now()),
      random: pooledRandom(),
      submit: async (command) => {
        desk ??= join();
        return (await desk).submit(command);
      },
    };
    const place = `${config.environment} database ${database.place}`;
    return { operation, databaseUrl: database.url, place, deskTrouble: () => trouble, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Database {
  url: string;
  place: string;
  close: () => Promise<void>;
}

async function openDatabase(config: Config, need: Need): Promise<Database> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== null) return { url: databaseUrl, place: placeOf(databaseUrl), close: async () => {} };
  const place = `in ${dataDirectory}`;
  if (need !== 'any' && !hasCluster(dataDirectory))
    throw new StartRefused(
      `data folder ${dataDirectory} has no database: run ihc migrate, or set DATABASE_URL`,
    );
  let claim: { release: () => void };
  try {
    claim = claimDataDirectory(dataDirectory);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    return { url: runningDatabaseUrl(dataDirectory, DATABASE_NAME), place, close: async () => {} };
  }
  const server = await startEmbeddedPostgres(dataDirectory);
  await ensureDatabase(server, DATABASE_NAME);
  const close = async () => {
    await server.stop();
    claim.release();
  };
  return { url: server.urlOf(DATABASE_NAME), place, close };
}

/** Returns the name of the database and its host, without user and password. */
function placeOf(databaseUrl: string): string {
  const { pathname, host, searchParams } = new URL(databaseUrl);
  return `${pathname.slice(1)} on ${searchParams.get('host') ?? host}`;
}
