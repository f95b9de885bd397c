import type pg from 'pg';
import type { Environment } from './boot/config.ts';
import type { Command, FinalResponse } from './domain/booking/command.ts';
import type { Day } from './kernel/day.ts';
import type { Transaction } from './platform/db/pool.ts';
import type { Secrets } from './platform/secrets/accepted-secrets.ts';

/** What the operator's use cases need. Each command of `ihc` opens one. */
export interface Operation {
  pool: pg.Pool;
  environment: Environment;
  /** Where people reach the service, for links. */
  publicUrl: string;
  secrets: Secrets;
  /** Returns the pepper for a new key: the one that the stored keys have. Refuses if the settings do not contain it. */
  claimPepper: (tx: Transaction) => Promise<string>;
  /** Who does it, for the audit. */
  who: string;
  /** The database's time. */
  now: () => Date;
  today: () => Day;
  random: (bytes: number) => Buffer;
  /** Sends a command to the desk of the running nodes. If no node runs, this process is the desk. */
  submit: (command: Command) => Promise<FinalResponse>;
}
