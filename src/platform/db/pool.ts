// Connections to the database, and transactions on them.

import type { Duplex } from 'node:stream';
import pg from 'pg';
import { StartRefused } from '../../kernel/start-refused.ts';
import { refuseOldServer } from './server-version.ts';

const DATE_TYPE = 1082;

/** A connection inside BEGIN … COMMIT. Stores that write require it, so a write without a transaction does not compile. */
export type Transaction = pg.PoolClient & { readonly __transaction: unique symbol };

/** Anything that can run one statement, which is enough for a single read. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

export type Isolation = 'read committed' | 'repeatable read';

/** DATE stays text. The driver would convert it to midnight in the process's time zone, which can be a day off. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === DATE_TYPE
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Every statement of the desk finds rows by key. PostgreSQL plans a prepared statement once and keeps the plan. A plan
 * from the time when a table is new and empty would be a sequential scan. The desk would then get slower with every
 * booking.
 */
const KEYED_ONLY = '-c enable_seqscan=off -c jit=off';

/** A little longer than the server's statement timeout, so that the server reports the reason first. */
export const QUERY_TIMEOUT_MILLISECONDS = 12_000;
const PATIENCE_MILLISECONDS = 30 * 60_000;

/** Time limits for a connection, for a response, and for a transaction that does nothing. */
export interface DatabaseLimits {
  connectMilliseconds: number;
  queryMilliseconds: number;
  idleInTransactionMilliseconds: number;
}

const LIMITS: DatabaseLimits = {
  connectMilliseconds: 5_000,
  // A server that has vanished enforces no timeout. Without a limit in this process we would wait without end.
  queryMilliseconds: QUERY_TIMEOUT_MILLISECONDS,
  idleInTransactionMilliseconds: 15_000,
};

export interface PoolOptions {
  url: string;
  size: number;
  name?: string;
  /** Sends statements without waiting for earlier results. Only for the desk. */
  pipeline?: boolean;
  keyedOnly?: boolean;
  /** Tests use shorter limits. */
  limits?: DatabaseLimits;
  onError: (error: Error) => void;
}

export function createPool(options: PoolOptions): pg.Pool {
  const { limits = LIMITS } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    types,
    application_name: options.name ?? 'ihc',
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMilliseconds,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    query_timeout: limits.queryMilliseconds,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: options.pipeline ?? false,
    ...(options.keyedOnly && { options: KEYED_ONLY }),
    idle_in_transaction_session_timeout: limits.idleInTransactionMilliseconds,
  });
  // Without an error listener on the pool and on each client, one dropped connection would end the process.
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));
  return pool;
}

/** Used by the desk, which sends BEGIN with the next statement and must distinguish a lost COMMIT from a refused one. */
export function begin(client: pg.PoolClient): Promise<unknown> {
  return client.query('begin isolation level read committed');
}

/** Returns false when the server responded to COMMIT with ROLLBACK, as it does after an earlier error. */
export async function commit(tx: Transaction): Promise<boolean> {
  const result = await tx.query('commit');
  return result.command === 'COMMIT';
}

export async function rollback(tx: Transaction): Promise<void> {
  await tx.query('rollback');
}

/** Closes a connection without waiting for its statements. All of these statements then fail. */
export function cutConnection(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}

/** Raises the timeouts, because this process may compute for long between two statements on a busy machine. */
const PATIENT = `; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = ${PATIENCE_MILLISECONDS}`;

/** Runs `work` in a transaction. Use 'patient' for work that takes minutes, such as loading or verifying everything. */
export async function inTransaction<T>(
  pool: pg.Pool,
  isolation: Isolation,
  work: (tx: Transaction) => Promise<T>,
  patience: 'usual' | 'patient' = 'usual',
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level ${isolation}${patience === 'patient' ? PATIENT : ''}`);
    const result = await work((patience === 'patient' ? patiently(client) : client) as Transaction);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection in an unknown state is closed, never reused. Closing it rolls back.
    client.release(error as Error);
    throw error;
  }
}

/** Returns the same connection with a limit of 30 minutes in this process. The driver takes this limit per statement. */
export function patiently(client: pg.PoolClient): pg.PoolClient {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, ...(values && { values }) } : statement;
    return client.query({ ...config, query_timeout: PATIENCE_MILLISECONDS } as pg.QueryConfig);
  };
  return Object.assign(Object.create(client), { query });
}

/** Fails with one clear line when the address, the password or the server is wrong, or the server is too old. */
export async function checkReachable(pool: pg.Pool): Promise<void> {
  let version: number;
  try {
    const result = await pool.query("select current_setting('server_version_num')::int as version");
    version = result.rows[0].version;
  } catch (error) {
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new StartRefused(`database unreachable: ${String(reason).split('\n')[0]}`);
  }
  refuseOldServer(version);
}
