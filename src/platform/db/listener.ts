// A database connection that receives notifications (LISTEN and NOTIFY).

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { QUERY_TIMEOUT_MILLISECONDS } from './pool.ts';

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;

export interface ListenerOptions {
  url: string;
  /** The connection's name in pg_stat_activity. */
  name: string;
  channel: string;
  onNotice: (payload: string) => void;
  /**
   * Called each time the connection is established. Notifications are lost while there is no connection, so the caller
   * must now look for changes.
   */
  onListening: () => void;
  onError: (error: Error) => void;
}

/**
 * A dedicated connection that runs LISTEN and nothing else. The connection does not come from a pool, because a pool
 * may close idle connections, and this connection is idle most of the time. If the connection is lost, the listener
 * tries to open a new connection until it succeeds.
 */
export class Listener {
  private readonly options: ListenerOptions;
  private readonly stopping = new AbortController();
  private client: pg.Client | null = null;
  private running: Promise<void> | null = null;

  constructor(options: ListenerOptions) {
    this.options = options;
  }

  /**
   * Resolves when the first attempt to connect has succeeded or failed. The start of the service must not wait for an
   * unreachable database.
   */
  start(): Promise<void> {
    return new Promise((attempted) => {
      this.running = this.run(attempted);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.client?.end();
    await this.running;
  }

  private async run(attempted: () => void): Promise<void> {
    let pause = FIRST_PAUSE_MILLISECONDS;
    while (!this.stopping.signal.aborted) {
      const client = this.createClient();
      const ended = new Promise((resolve) => client.once('end', resolve));
      try {
        await this.listen(client);
        pause = FIRST_PAUSE_MILLISECONDS;
        attempted();
        await ended;
      } catch (error) {
        this.options.onError(error as Error);
        // Do not wait until the connection has ended, because a half-open connection may never end.
        client.end().catch(this.options.onError);
      }
      attempted();
      this.client = null;
      await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => {});
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS);
    }
  }

  private createClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: this.options.name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      query_timeout: QUERY_TIMEOUT_MILLISECONDS,
      keepAliveInitialDelayMillis: 10_000,
    });
    // Without an error listener, one dropped connection would end the process.
    client.on('error', this.options.onError);
    client.on('notification', ({ payload }) => this.options.onNotice(payload ?? ''));
    return client;
  }

  private async listen(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(this.options.channel)}`);
    // From this point on, stop() can close the connection. If stop() has already been called, close the connection
    // here.
    this.client = client;
    if (this.stopping.signal.aborted) await client.end();
    else this.options.onListening();
  }
}
