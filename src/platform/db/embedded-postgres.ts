// Starts and stops the PostgreSQL server that comes with the service.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '../../kernel/start-refused.ts';
import { isAlive } from './data-directory.ts';
import { canUse, findBinaries, removeCopies, type ServerUser, serverUser } from './postgres-binaries.ts';
import { within } from './within.ts';

export interface EmbeddedPostgres {
  /** Returns the address of a database on this server. */
  urlOf: (database: string) => string;
  /** Resolves when the server process has ended, for any reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
  /** Kills the server at once, as in a crash. The server recovers at its next start. */
  kill: () => void;
  /** Removes every file of the server, including files outside the data folder. Call `stop` before this function. */
  remove: () => void;
}

/** The name of the service's database on the embedded server. */
export const DATABASE_NAME = 'ihc';

const SUPERUSER = 'ihc';
const START_LIMIT_MILLISECONDS = 60_000;
/**
 * How long a fast shutdown may take. It usually takes much less than a second. If the shutdown takes longer than this
 * limit, the server is killed. The server recovers at its next start.
 */
const STOP_MILLISECONDS = 5_000;
const PREVIOUS_SERVER_MILLISECONDS = 30_000;
/** A unix socket path may have at most 107 bytes, including the file name. */
const SOCKET_DIRECTORY_LENGTH_LIMIT = 80;

/**
 * Ties the lifetime of the server to a pipe from this process. When this process ends, even by kill -9, the pipe
 * closes. `read` then ends, and PostgreSQL receives the signal for a fast shutdown. Without the pipe, an orphaned
 * server would block the data folder at the next start.
 */
const TIED_TO_PIPE = `
  exec 3<&0
  "$@" </dev/null 3<&- &
  server=$!
  (while read -r _ <&3; do :; done; kill -INT "$server" 2>/dev/null) &
  wait "$server"
`;

/**
 * The settings of the server. They suit a small machine and do not risk data. fsync and synchronous_commit keep their
 * default, which is on.
 */
const SERVER_SETTINGS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '32MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Our statements are short, so JIT compilation would take more time than it saves.
  jit: 'off',
  log_min_messages: 'warning',
};

export interface EmbeddedOptions {
  /** Server settings that replace the settings in SERVER_SETTINGS. */
  settings?: Record<string, string>;
  /** The folder with the programs of another PostgreSQL installation, such as /usr/lib/postgresql/15/bin. */
  binaries?: string | undefined;
}

export async function startEmbeddedPostgres(
  dataDirectory: string,
  { settings = {}, binaries: otherBinaries }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new StartRefused('the embedded PostgreSQL is not available on Windows: set DATABASE_URL');
  const user = serverUser();
  const home = serverHome(dataDirectory, user);
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const binaries = otherBinaries ?? findBinaries(user, home);
  const cluster = join(home, 'postgres');
  const password = keptPassword(join(dataDirectory, 'database-password'));
  if (!existsSync(cluster)) createCluster(binaries, cluster, password, user);
  await previousServerGone(cluster);

  const sockets = socketDirectory(cluster, user);
  const log = join(dataDirectory, 'postgres.log');
  const server = launch(binaries, cluster, sockets, log, user, { ...SERVER_SETTINGS, ...settings });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const urlOf = (database: string) => addressOf(database, password, sockets);
  const kill = () => {
    try {
      process.kill(-server.pid!, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  const stop = async () => {
    server.stdin?.end();
    if (!(await within(STOP_MILLISECONDS, ended))) kill();
    await ended;
    if (sockets !== cluster) rmSync(sockets, { recursive: true, force: true });
  };
  await whenResponding(urlOf('postgres'), server, log).catch(async (error) => {
    await stop();
    throw error;
  });
  const remove = () => {
    rmSync(cluster, { recursive: true, force: true });
    removeCopies(home);
    if (home !== dataDirectory) rmSync(home, { recursive: true, force: true });
  };
  return { urlOf, ended, stop, kill, remove };
}

/** Returns the address of a database on the server that a running service has started on this data folder. */
export function runningDatabaseUrl(dataDirectory: string, database: string): string {
  const cluster = join(serverHome(dataDirectory, serverUser()), 'postgres');
  const pidFile = join(cluster, 'postmaster.pid');
  const sockets = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n')[4] : undefined;
  if (sockets === undefined || sockets === '')
    throw new StartRefused(`the service on ${dataDirectory} is starting or stopping: try again in a moment`);
  return addressOf(database, keptPassword(join(dataDirectory, 'database-password')), sockets);
}

/** Returns true if a service has ever run on this data folder. */
export function hasCluster(dataDirectory: string): boolean {
  return existsSync(join(serverHome(dataDirectory, serverUser()), 'postgres'));
}

function addressOf(database: string, password: string, sockets: string): string {
  return `postgres://${SUPERUSER}:${password}@localhost/${database}?host=${encodeURIComponent(sockets)}`;
}

export async function ensureDatabase(server: EmbeddedPostgres, name: string): Promise<void> {
  const client = new pg.Client(server.urlOf('postgres'));
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/**
 * Returns the folder for the files of the server. This is the data folder, or a different folder if the user that runs
 * PostgreSQL cannot reach the data folder.
 */
function serverHome(dataDirectory: string, user: ServerUser): string {
  if (user === null || canUse(user, '-x', dataDirectory)) return dataDirectory;
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12);
  return join('/var/lib/iraq-hotel-channel', name);
}

function keptPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/**
 * Creates the cluster in a folder with another name and then renames the folder, so that an interrupted initdb leaves
 * no broken cluster.
 */
function createCluster(binaries: string, cluster: string, password: string, user: ServerUser): void {
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = `${cluster}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== null) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid);
  const result = spawnSync(
    join(binaries, 'initdb'),
    [
      ...['-D', unfinished, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'],
      ...localeOptions(binaries),
    ],
    { cwd: '/', encoding: 'utf8', ...user },
  );
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new StartRefused(`initdb failed: ${lastLine(result.stderr ?? String(result.error))}`);
  }
  renameSync(unfinished, cluster);
}

/**
 * Returns the locale options for initdb. The builtin locale provider handles Arabic letters correctly on every machine.
 * The C locale of the C library does not handle Arabic letters, and reports no error. The builtin provider exists since
 * PostgreSQL 17.
 */
function localeOptions(binaries: string): string[] {
  const version = /\d+/.exec(spawnSync(join(binaries, 'initdb'), ['--version'], { encoding: 'utf8' }).stdout);
  const builtin = Number(version) >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  return [...builtin, '--locale=C.UTF-8'];
}

/**
 * Waits until the previous PostgreSQL server has ended. After kill -9 of the service, the server needs a moment to shut
 * down. If the process in the pid file is dead or is not PostgreSQL, the file is stale, and this function removes it.
 */
async function previousServerGone(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const limit = Date.now() + PREVIOUS_SERVER_MILLISECONDS;
  while (existsSync(pidFile)) {
    const processId = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    if (!isAlive(processId) || !isPostgres(processId)) {
      rmSync(pidFile, { force: true });
      return;
    }
    if (Date.now() > limit)
      throw new StartRefused(
        `data folder ${cluster} is in use by another running PostgreSQL (process ${processId})`,
      );
    await sleep(50);
  }
}

function isPostgres(processId: number): boolean {
  const command = `/proc/${processId}/comm`;
  return !existsSync(command) || readFileSync(command, 'utf8').startsWith('postgres');
}

function socketDirectory(cluster: string, user: ServerUser): string {
  if (cluster.length <= SOCKET_DIRECTORY_LENGTH_LIMIT) return cluster;
  const directory = mkdtempSync('/tmp/ihc-');
  if (user !== null) chownSync(directory, user.uid, user.gid);
  return directory;
}

function launch(
  binaries: string,
  cluster: string,
  sockets: string,
  log: string,
  user: ServerUser,
  settings: Record<string, string>,
): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(log, 'w', 0o600);
  const server = spawn(
    '/bin/sh',
    ['-c', TIED_TO_PIPE, 'sh', join(binaries, 'postgres'), '-D', cluster, '-k', sockets, ...options],
    // The server runs in a separate session, so Ctrl-C reaches only this process. This process can then finish its
    // requests before it stops the server.
    { cwd: '/', detached: true, stdio: ['pipe', output, output], ...user },
  );
  closeSync(output);
  server.stdin?.on('error', () => {});
  return server;
}

async function whenResponding(url: string, server: ChildProcess, log: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MILLISECONDS;
  while (server.exitCode === null && Date.now() < limit) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(20);
    }
  }
  throw new StartRefused(`the embedded PostgreSQL did not start: ${lastLine(readFileSync(log, 'utf8'))}`);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
