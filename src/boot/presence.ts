// Writes a row to the database, so that other processes know that this process runs.

import type { Server } from 'node:http';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/db/pool.ts';
import { announcedOf, SETTINGS, type Secrets } from '../platform/secrets/accepted-secrets.ts';
import type { Config } from './config.ts';
import { deletePresence, type Presence, type RememberedSecrets, writePresence } from './presence.store.ts';
import { readVersion } from './version.ts';

const EVERY_MILLISECONDS = 2_000;
/** The column is an int4. */
const MOST_MILLISECONDS = 2 ** 31 - 1;

export interface PresenceOptions {
  pool: pg.Pool;
  log: Logger;
  process: string;
  node: string;
  config: Config;
  secrets: Secrets;
}

/** Writes the row of this process every 2 s, for `ihc status` and for the replacement of secrets. */
export class PresenceWriter {
  private readonly options: PresenceOptions;
  private readonly announced: { accepts: string[]; makes: string[] };
  private readonly startedAt = new Date(Date.now() - performance.now());
  private served: { context: Context; server: Server } | null = null;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> | null = null;
  private isFailing = false;

  constructor(options: PresenceOptions) {
    this.options = options;
    this.announced = announcedOf(options.secrets);
  }

  /**
   * Writes the row for the first time, in the transaction that checks the secrets of this process. Before another
   * process replaces a secret, it reads this row and checks which secrets this process uses.
   */
  async announce(tx: Transaction): Promise<void> {
    await writePresence(tx, this.presence());
  }

  /** Starts to update the row regularly, so that the row stays current while the process loads data. */
  start(): void {
    this.timer = setInterval(() => this.beat(), EVERY_MILLISECONDS);
  }

  /** Records that the process now serves requests. */
  serve(context: Context, server: Server): void {
    this.served = { context, server };
    this.beat();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.writing;
    await this.attempt(() => deletePresence(this.options.pool, this.options.process));
  }

  private beat(): void {
    this.writing ??= this.attempt(async () => {
      this.compare(await writePresence(this.options.pool, this.presence()));
      this.isFailing = false;
    }).finally(() => {
      this.writing = null;
    });
  }

  /**
   * Checks whether this process has the secrets whose fingerprints the database stores. If a process was paused while a
   * secret was replaced, it must not continue, because it would refuse valid keys.
   */
  private compare(remembered: RememberedSecrets): void {
    if (this.served === null || this.options.config.environment === 'sandbox') return;
    const { context } = this.served;
    const { accepts } = this.announced;
    const isMissing = (fingerprint: string | null) => fingerprint !== null && !accepts.includes(fingerprint);
    const missing = isMissing(remembered.pepper)
      ? SETTINGS.pepper
      : isMissing(remembered.signing_key)
        ? SETTINGS.signing_key
        : null;
    if (missing !== null && context.missingSecret === null)
      context.log.error(
        { setting: missing },
        'this process does not have a secret that the others use: restart it',
      );
    context.missingSecret = missing;
  }

  // If the database cannot be reached, the process logs the error once and not every two seconds.
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const fault = { step: 'write the row of this process', reason: (error as Error).message };
      if (!this.isFailing) this.options.log.warn(fault, 'housekeeping step failed');
      this.isFailing = true;
    }
  }

  private presence(): Presence {
    const { process: id, node, config } = this.options;
    const context = this.served?.context;
    return {
      process: id,
      node,
      host: hostname(),
      processId: process.pid,
      version: readVersion(),
      address: addressOf(config, this.served?.server),
      startedAt: this.startedAt,
      isDesk: context?.desk.isDesk ?? false,
      feedLateMilliseconds: Math.min(Math.round(context?.feed.age() ?? 0), MOST_MILLISECONDS),
      waiting: context?.desk.waiting ?? 0,
      ...this.announced,
      isStarting: context === undefined,
    };
  }
}

/**
 * Returns the host and port of the node. The port comes from the settings, because the server of a worker listens on a
 * port to which no caller connects.
 */
function addressOf(config: Config, server: Server | undefined): string {
  const address = server?.address() ?? null;
  const chosen = typeof address === 'object' && address !== null ? address.port : 0;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `${host}:${config.port === 0 ? chosen : config.port}`;
}
