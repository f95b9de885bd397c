import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Service } from '../src/boot/service.ts';
import { hashedKeyOf, makeApiKey } from '../src/domain/partners/api-key.ts';
import { findClientId } from '../src/domain/partners/partners.store.ts';
import { claimDataDirectory } from '../src/platform/db/data-directory.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { createPool, inTransaction } from '../src/platform/db/pool.ts';
import { otherPostgres } from '../test/support/other-postgres.ts';
import { BENCH_SECRETS, startBenchService } from './bench-service.ts';
import { generateWorld, insertCaller, partnerName, type WorldSize } from './world.store.ts';

/** The number of clients per partner. The requests of a single client would reach its rate limit. */
const CALLERS_A_PARTNER = 16;

export type Credentials = Record<string, string>;

/** A database with a generated world in it. */
export interface World {
  size: WorldSize;
  databaseUrl: string;
  /** The callers that share the contracts of the partner with this number of hotels. */
  callersOf: (hotels: number) => Credentials[];
  /** For the benchmark's own queries. */
  pool: pg.Pool;
  /** Starts a node in this process. */
  start: () => Promise<Service>;
}

/** The functions with which a version writes its database. */
export interface WorldWriter {
  migrate: (databaseUrl: string) => Promise<void>;
  generateWorld: (pool: pg.Pool, size: WorldSize) => Promise<void>;
}

const THIS_WRITER: WorldWriter = {
  migrate: async (databaseUrl) => {
    await (await startBenchService(databaseUrl)).close();
  },
  generateWorld,
};

export interface Bench {
  /** Creates a database, lets a version of the service migrate it, and fills it. */
  prepareWorld: (name: string, size: WorldSize, writer?: WorldWriter) => Promise<World>;
  end: () => Promise<void>;
}

/** Starts a real PostgreSQL with fsync, in a temporary folder. */
export async function prepareBench(): Promise<Bench> {
  const directory = mkdtempSync(join(tmpdir(), 'ihc-bench-'));
  claimDataDirectory(directory);
  const server = await startEmbeddedPostgres(directory, { binaries: otherPostgres() });
  const pools: pg.Pool[] = [];
  const prepareWorld = async (name: string, size: WorldSize, writer = THIS_WRITER): Promise<World> => {
    await ensureDatabase(server, name);
    const databaseUrl = server.urlOf(name);
    const start = () => startBenchService(databaseUrl);
    await writer.migrate(databaseUrl);
    const pool = createPool({ url: databaseUrl, size: 2, onError: () => {} });
    pools.push(pool);
    await writer.generateWorld(pool, size);
    const callers = new Map<number, Credentials[]>();
    for (const hotels of size.partners) callers.set(hotels, await makeCallers(pool, partnerName(hotels)));
    return { size, databaseUrl, callersOf: (hotels) => callers.get(hotels)!, pool, start };
  };
  const end = async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await server.stop();
    server.remove();
    rmSync(directory, { recursive: true, force: true });
  };
  return { prepareWorld, end };
}

async function makeCallers(pool: pg.Pool, partner: string): Promise<Credentials[]> {
  return inTransaction(pool, 'read committed', async (tx) => {
    const contractHolderId = await findClientId(tx, partner);
    const made: Credentials[] = [];
    for (let number = 1; number <= CALLERS_A_PARTNER; number += 1) {
      const clientId = `${partner}-${number}`;
      const apiKey = makeApiKey('production', randomBytes);
      await insertCaller(tx, clientId, contractHolderId, hashedKeyOf(apiKey, BENCH_SECRETS.keyPepper));
      made.push({ 'X-Client-Id': clientId, 'X-Api-Key': apiKey });
    }
    return made;
  });
}

export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() || 'unnamed processor'} (${platform()} ${arch()}), ${memory} GiB, Node ${process.version}, ${postgres()}, fsync on`;
}

function postgres(): string {
  const binaries = otherPostgres();
  if (binaries === undefined) return 'PostgreSQL 18 embedded';
  return execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
}
