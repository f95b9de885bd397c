import type pg from 'pg';
import { createPool } from '../../src/platform/db/pool.ts';
import { createTestDatabase } from './database.ts';
import { type Ihc, ihcOn } from './ihc-in-process.ts';

export interface OperatedDatabase {
  url: string;
  pool: pg.Pool;
  ihc: Ihc;
  /** Runs a command with `--json`, and returns the parsed output. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read it from outside, as a program does.
  json: (...parameters: string[]) => Promise<any>;
  end: () => Promise<void>;
}

/** Creates an empty production database with the current schema, and the operator's command for this database. */
export async function createOperatedDatabase(): Promise<OperatedDatabase> {
  const database = await createTestDatabase('migrated');
  const pool = createPool({ url: database.url, size: 2, onError: () => {} });
  const ihc = ihcOn(database.url);
  return {
    url: database.url,
    pool,
    ihc,
    json: async (...parameters) => (await ihc('--json', ...parameters)).data,
    end: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
