import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Config, readConfig } from '../src/config.ts';
import type { Secrets } from '../src/context.ts';
import { claimDataDirectory } from '../src/db/data-directory.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { createPool, inTransaction } from '../src/db/pool.ts';
import { hashApiKey, makeApiKey } from '../src/partners/api-key.ts';
import { findClientId, insertClient, insertKey } from '../src/partners/partners.store.ts';
import { type Service, startService } from '../src/service.ts';
import { generateWorld, type WorldSize } from './world.store.ts';

const secrets: Secrets = { keyPepper: 'p'.repeat(32), signingKey: 's'.repeat(32) };
const DATABASE = 'bench';
const CALLERS = 16;

export interface Bench {
  databaseUrl: string;
  /** Credentials of several partners that share one ledger: one alone would meet its rate limit. */
  callers: Record<string, string>[];
  start: () => Promise<Service>;
  end: () => Promise<void>;
}

/** A real PostgreSQL with fsync, in a folder of its own, holding a generated world. */
export async function prepareBench(size: WorldSize): Promise<Bench> {
  const directory = mkdtempSync(join(tmpdir(), 'ihc-bench-'));
  claimDataDirectory(directory);
  const server = await startEmbeddedPostgres(directory);
  await ensureDatabase(server, DATABASE);
  const databaseUrl = server.urlOf(DATABASE);
  const config: Config = {
    ...readConfig({}),
    environment: 'production',
    databaseUrl,
    rateLimitPerMinute: 100_000,
    ...secrets,
  };
  const start = () => startService({ config, secrets, databaseUrl, log: pino({ level: 'silent' }) });
  await (await start()).close();

  const pool = createPool({ url: databaseUrl, size: 2, onError: () => {} });
  await generateWorld(pool, size);
  const callers = await inTransaction(pool, 'read committed', async (tx) => {
    const holder = (await findClientId(tx, 'bench'))!;
    const made: Record<string, string>[] = [];
    for (let number = 1; number <= CALLERS; number += 1) {
      const clientId = `bench-${number}`;
      const apiKey = makeApiKey('production', randomBytes);
      const client = await insertClient(tx, {
        clientId,
        name: clientId,
        ledgerId: 1,
        contractHolderId: holder,
      });
      await insertKey(tx, {
        clientId: client,
        hash: hashApiKey(apiKey, secrets.keyPepper),
        hint: apiKey.slice(-4),
      });
      made.push({ 'X-Client-Id': clientId, 'X-Api-Key': apiKey });
    }
    return made;
  });
  await pool.end();
  const end = async () => {
    await server.stop();
    server.remove();
    rmSync(directory, { recursive: true, force: true });
  };
  return { databaseUrl, callers, start, end };
}

export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() || 'unnamed processor'} (${platform()} ${arch()}), ${memory} GiB, Node ${process.version}, PostgreSQL 18 embedded, fsync on`;
}
