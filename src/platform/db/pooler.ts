// Recognises poolers that break sessions.

import pg from 'pg';
import { StartRefused } from '../../kernel/start-refused.ts';

/** Other clients of a pooler may take a connection between two of our statements, so one check is not enough. */
const LOOKS = 5;
const TIMEOUT_MILLISECONDS = 5_000;

/**
 * Refuses a pooler that gives each transaction another server connection, such as PgBouncer in transaction mode.
 * Session locks, LISTEN and session settings do not work there. Two processes could then both believe that they are the
 * desk.
 */
export async function refuseTransactionPooler(url: string): Promise<void> {
  if (await isTransactionPooler(url))
    throw new StartRefused(
      'DATABASE_URL leads to a transaction pooler (PgBouncer with pool_mode = transaction): connect to PostgreSQL directly, or use pool_mode = session',
    );
}

/** Also false when the database cannot be reached. The next connection then reports the reason. */
async function isTransactionPooler(url: string): Promise<boolean> {
  const [one, other] = [connect(url), connect(url)];
  try {
    await one.connect();
    await other.connect();
    for (let look = 0; look < LOOKS; look += 1) if (await sharesConnections(one, other)) return true;
    return false;
  } catch {
    return false;
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

/** Two clients that are both connected have two server processes, unless a pooler gives both clients the same one. */
async function sharesConnections(one: pg.Client, other: pg.Client): Promise<boolean> {
  const idle = await serverOf(one);
  await other.query('begin');
  try {
    if ((await serverOf(other)) === idle) return true;
    return (await serverOf(one)) !== idle;
  } finally {
    await other.query('rollback');
  }
}

async function serverOf(client: pg.Client): Promise<number> {
  const result = await client.query('select pg_backend_pid() as pid');
  return result.rows[0].pid;
}

/** Connects without settings at start, because a pooler may refuse them before it can be recognised. */
function connect(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MILLISECONDS,
    query_timeout: TIMEOUT_MILLISECONDS,
  });
  client.on('error', () => {});
  return client;
}
