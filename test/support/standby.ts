import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  ensureDatabase,
  startEmbeddedPostgres,
} from '../../src/platform/db/embedded-postgres.ts';
import { serverUser } from '../../src/platform/db/postgres-binaries.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { otherPostgres } from './other-postgres.ts';
import { startTestService } from './service.ts';

const DATABASE = 'pair';
const REPLICATING = { wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' };

/**
 * A primary and a streaming standby, behind an address that a failover moves. Services do not connect to a server
 * directly, as in an installation with HAProxy.
 */
export class StandbyPair {
  /** The address of the database. It leads to the primary, and to the standby after `failOver`. */
  readonly url: string;
  private readonly directory: string;
  private readonly target: { path: string };
  private readonly proxy: CutProxy;
  private readonly primary: EmbeddedPostgres;
  private standby: EmbeddedPostgres | null = null;

  private constructor(
    directory: string,
    primary: EmbeddedPostgres,
    target: { path: string },
    proxy: CutProxy,
  ) {
    this.directory = directory;
    this.primary = primary;
    this.target = target;
    this.proxy = proxy;
    const url = new URL(primary.urlOf(DATABASE));
    url.searchParams.delete('host');
    this.url = url.toString().replace('@localhost/', `@127.0.0.1:${proxy.port}/`);
  }

  /**
   * Starts both servers in `directory`, from a cluster that `prepareCluster` has made there. The standby is a copy of the
   * stopped primary, because the embedded PostgreSQL has no pg_basebackup.
   */
  static async start(directory: string): Promise<StandbyPair> {
    for (const name of ['one', 'other']) {
      rmSync(join(directory, name), { recursive: true, force: true });
      copyCluster(join(directory, 'first'), join(directory, name));
    }
    writeFileSync(join(directory, 'other', 'postgres', 'standby.signal'), '');
    const primary = await startServer(join(directory, 'one'));
    const target = { path: socketOf(primary) };
    const pair = new StandbyPair(directory, primary, target, await startCutProxy(target));
    await pair.startStandby();
    return pair;
  }

  /** From now on, a commit waits until the standby has it. Resolves when this is in force. */
  async beSynchronous(): Promise<void> {
    await this.onPrimary("alter system set synchronous_standby_names = '*'");
    await this.onPrimary('select pg_reload_conf()');
    while (
      (await this.onPrimary("select 1 from pg_stat_replication where sync_state = 'sync'")).rowCount === 0
    );
  }

  /** Resolves when the standby has everything that is committed now. */
  async catchUp(): Promise<void> {
    const behind = 'select 1 from pg_stat_replication where flush_lsn >= pg_current_wal_flush_lsn()';
    while ((await this.onPrimary(behind)).rowCount === 0);
  }

  /** Runs a statement on the primary, past the address of the services. */
  async onPrimary(statement: string): Promise<pg.QueryResult> {
    const client = new pg.Client(this.primary.urlOf(DATABASE));
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** The standby gets nothing more. */
  async stopStandby(): Promise<void> {
    await this.standby!.stop();
    this.standby = null;
  }

  /** Kills the primary and promotes the standby as it is. The address then leads to the new primary. */
  async failOver(): Promise<void> {
    this.primary.kill();
    await this.primary.ended;
    if (this.standby === null) await this.startStandby();
    const client = new pg.Client(this.standby!.urlOf(DATABASE));
    await client.connect();
    await client.query('select pg_promote()');
    await client.end();
    this.target.path = socketOf(this.standby!);
  }

  async end(): Promise<void> {
    this.proxy.close();
    await this.standby?.stop();
    this.standby?.remove();
    await this.primary.stop();
    this.primary.remove();
  }

  private async startStandby(): Promise<void> {
    const { username, password } = new URL(this.primary.urlOf(DATABASE));
    const socket = this.target.path.slice(0, this.target.path.lastIndexOf('/'));
    this.standby = await startServer(join(this.directory, 'other'), {
      primary_conninfo: `host=${socket} user=${username} password=${password}`,
    });
  }
}

function startServer(directory: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  return startEmbeddedPostgres(directory, {
    settings: { ...REPLICATING, ...settings },
    binaries: otherPostgres(),
  });
}

function socketOf(server: EmbeddedPostgres): string {
  return join(new URL(server.urlOf(DATABASE)).searchParams.get('host')!, '.s.PGSQL.5432');
}

/** Makes a cluster whose database is migrated and has the demo world. Returns the folder that contains it. */
export async function prepareCluster(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'ihc-pair-'));
  chmodSync(directory, 0o711);
  const server = await startServer(join(directory, 'first'));
  await ensureDatabase(server, DATABASE);
  const service = await startTestService({ databaseUrl: server.urlOf(DATABASE) });
  await service.end();
  await server.stop();
  return directory;
}

/** The server refuses files of another user, and a copy belongs to the user of this process. */
function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const user = serverUser();
  if (user === null) return;
  for (const name of ['', ...readdirSync(join(to, 'postgres'), { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, 'postgres', name), user.uid, user.gid);
}
