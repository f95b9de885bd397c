import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { QUERY_TIMEOUT_MILLISECONDS } from './pool.ts';

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;

export interface ListenerOptions {
  url: string;
  /** How the connection is called in pg_stat_activity. */
  name: string;
  channel: string;
  onNotice: (payload: string) => void;
  /** Each time the connection stands anew: whatever was said while there was none has to be found by looking. */
  onListening: () => void;
  onError: (error: Error) => void;
}

/**
 * One connection of its own that does nothing but LISTEN. Not from a pool: a pool may close what lies idle, and this
 * one always does. When it is lost it is opened again, for as long as it takes.
 */
export class Listener {
  private readonly options: ListenerOptions;
  private readonly stopping = new AbortController();
  private client: pg.Client | null = null;
  private running: Promise<void> | null = null;

  constructor(options: ListenerOptions) {
    this.options = options;
  }

  /** Resolves when the first attempt has succeeded or failed: nobody waits for a connection that does not come. */
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
        // Not waited for: a connection that is half there may never say goodbye.
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
    // Without a listener, one dropped connection would end the process.
    client.on('error', this.options.onError);
    client.on('notification', ({ payload }) => this.options.onNotice(payload ?? ''));
    return client;
  }

  private async listen(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(this.options.channel)}`);
    // From here on stop() can end it; asked to stop in the meantime, it ends itself.
    this.client = client;
    if (this.stopping.signal.aborted) await client.end();
    else this.options.onListening();
  }
}
