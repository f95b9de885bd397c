// Recognises connection poolers that do not keep a session on one server connection.

import pg from 'pg';
import { StartRefused } from '../../kernel/start-refused.ts';

/**
 * The number of checks. One check may miss a pooler, because other clients of the pooler may take a connection between
 * two statements of this check.
 */
const LOOKS = 5;
const TIMEOUT_MILLISECONDS = 5_000;

/**
 * Refuses to start behind a pooler that may use a different server connection for each transaction, such as PgBouncer
 * in transaction mode. Session locks, LISTEN and session settings do not work with such a pooler. Without session
 * locks, two processes could both believe that they are the desk.
 */
export async function refuseTransactionPooler(url: string): Promise<void> {
  if (await isTransactionPooler(url))
    throw new StartRefused(
      'DATABASE_URL leads to a transaction pooler (PgBouncer with pool_mode = transaction): connect to PostgreSQL directly, or use pool_mode = session',
    );
}

/**
 * Checks whether the address belongs to a transaction pooler. Returns false also if the database cannot be reached,
 * because the next connection attempt reports the reason.
 */
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

/**
 * Returns true if two connected clients use the same server process. Without a pooler, each client has its own server
 * process.
 */
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

/**
 * Connects without startup settings, because a pooler may refuse these settings before this code can recognise the
 * pooler.
 */
function connect(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MILLISECONDS,
    query_timeout: TIMEOUT_MILLISECONDS,
  });
  client.on('error', () => {});
  return client;
}
