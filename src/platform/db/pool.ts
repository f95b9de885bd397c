// Connections to the database, and transactions on them.

import type { Duplex } from 'node:stream';
import pg from 'pg';
import { StartRefused } from '../../kernel/start-refused.ts';
import { refuseOldServer } from './server-version.ts';

const DATE_TYPE = 1082;

/**
 * A connection inside BEGIN … COMMIT. Functions that write to the database have a parameter of this type, so a write
 * without a transaction does not compile.
 */
export type Transaction = pg.PoolClient & { readonly __transaction: unique symbol };

/** A pool, a connection or a transaction. Each of them can run a single statement, which is enough for a read. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

export type Isolation = 'read committed' | 'repeatable read';

/**
 * Returns values of the type DATE as text. By default, the driver would convert a DATE to midnight in the process's
 * time zone, which can be a different day.
 */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === DATE_TYPE
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Settings for the connections of the desk. PostgreSQL keeps the plan of a prepared statement. If a table was empty
 * when PostgreSQL made the plan, the plan could be a sequential scan, and the desk would become slower with every
 * booking. Every statement of the desk finds rows by key, so sequential scans are turned off.
 */
const KEYED_ONLY = '-c enable_seqscan=off -c jit=off';

/**
 * How long this process waits for the response to a statement. This is slightly longer than the server's statement
 * timeout, so that the server can report the reason first.
 */
export const QUERY_TIMEOUT_MILLISECONDS = 12_000;
const PATIENCE_MILLISECONDS = 30 * 60_000;

/** Time limits for opening a connection, for a response, and for a transaction that sends no statement. */
export interface DatabaseLimits {
  connectMilliseconds: number;
  queryMilliseconds: number;
  idleInTransactionMilliseconds: number;
}

const LIMITS: DatabaseLimits = {
  connectMilliseconds: 5_000,
  // The server has its own limit, but this process needs a limit too. A server that has disappeared does not enforce
  // its limit, and a statement could wait forever.
  queryMilliseconds: QUERY_TIMEOUT_MILLISECONDS,
  idleInTransactionMilliseconds: 15_000,
};

export interface PoolOptions {
  url: string;
  size: number;
  name?: string;
  /**
   * If true, the connection sends a statement before the results of the previous statements have arrived. Only the desk
   * needs this.
   */
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

/**
 * Begins a transaction for the desk. The desk does not use `inTransaction`, because it sends BEGIN together with the
 * next statement, and because it must know whether a COMMIT was refused or its result was lost.
 */
export function begin(client: pg.PoolClient): Promise<unknown> {
  return client.query('begin isolation level read committed');
}

/**
 * Commits a transaction. Returns false if the server rolled the transaction back instead, because an earlier statement
 * failed.
 */
export async function commit(tx: Transaction): Promise<boolean> {
  return (await commitReplicated(tx)).command === 'COMMIT';
}

/**
 * The name of the server function that warns when a wait for a synchronous standby was cancelled. The warning can be
 * recognised only by this name, because PostgreSQL translates its text, and every other warning has the same code.
 */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';

/**
 * Sends COMMIT. Throws if somebody has cancelled the wait for the synchronous standby. In this case, the transaction is
 * committed on this server but may be missing on the standby, so a failover could lose it.
 */
export async function commitReplicated(client: pg.ClientBase): Promise<pg.QueryResult> {
  let warning: string | null = null;
  const onNotice = ({ routine, message }: { routine?: string | undefined; message?: string | undefined }) => {
    if (routine === WAITS_FOR_STANDBY) warning = message ?? '';
  };
  client.on('notice', onNotice);
  try {
    const result = await client.query('commit');
    if (warning !== null) throw new Error(`the commit was not replicated: ${warning}`);
    return result;
  } finally {
    client.off('notice', onNotice);
  }
}

export async function rollback(tx: Transaction): Promise<void> {
  await tx.query('rollback');
}

/** Closes a connection without waiting for its statements. All statements that still run on the connection fail. */
export function cutConnection(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}

/**
 * SQL that turns off the statement timeout and raises the idle timeout of a transaction. On a busy machine, this
 * process may need a long time between two statements.
 */
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
    await commitReplicated(client);
    client.release();
    return result;
  } catch (error) {
    // A connection whose state is unknown is closed and never reused. Closing the connection rolls back the
    // transaction.
    client.release(error as Error);
    throw error;
  }
}

/**
 * Returns the same connection with a limit of 30 minutes for the response to each statement. The driver accepts this
 * limit only as an option of a statement.
 */
export function patiently(client: pg.PoolClient): pg.PoolClient {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, ...(values && { values }) } : statement;
    return client.query({ ...config, query_timeout: PATIENCE_MILLISECONDS } as pg.QueryConfig);
  };
  return Object.assign(Object.create(client), { query });
}

/** Refuses a standby, because a node must write to the database. Commands that write nothing also work on a standby. */
export async function refuseStandby(pool: pg.Pool): Promise<void> {
  const result = await pool.query('select pg_is_in_recovery() as is_standby');
  if (result.rows[0].is_standby)
    throw new StartRefused('DATABASE_URL leads to a standby, which accepts no writes: name the primary');
}

/**
 * Checks that the database can be used. If the address, the password or the server is wrong, or if the server is too
 * old, the error has one clear line.
 */
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
