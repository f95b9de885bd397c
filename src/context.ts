import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './boot/config.ts';
import type { Siblings } from './boot/siblings.ts';
import type { ServedCertificate } from './boot/tls/served-certificate.ts';
import type { DeskAccess } from './desk/one-desk/desk-access.ts';
import type { Command, FinalResponse } from './domain/booking/command.ts';
import type { EventStream } from './domain/booking/events/event.ts';
import type { KeyRehashes } from './domain/partners/key-rehashes.ts';
import type { KeyUses } from './domain/partners/key-uses.ts';
import type { QuoteBook } from './domain/pricing/quote-book.ts';
import type { QuoteWriter } from './domain/pricing/write-quotes.worker.ts';
import type { Passwords } from './domain/staff/proof/passwords.usecase.ts';
import type { Drawings } from './domain/vouchers/drawings.worker.ts';
import type { LatencyWindow } from './http/common/latency.ts';
import type { Day } from './kernel/day.ts';
import type { Environment } from './kernel/environment.ts';
import type { ClientId } from './kernel/ids.ts';
import type { Counts } from './operations/metrics/counts.ts';
import type { StatusRecorder } from './operations/status/record-status.worker.ts';
import type { HotelAnnouncer } from './outgoing/events/announce-hotels.worker.ts';
import type { Sequencer } from './outgoing/events/sequence-events.worker.ts';
import type { EventWatch } from './outgoing/events/watch-events.worker.ts';
import type { Outbound } from './outgoing/http-client/post.ts';
import type { LiveStreams } from './outgoing/live-pages/live-streams.worker.ts';
import type { Transaction } from './platform/db/pool.ts';
import type { Limiter } from './platform/limits/limiter.ts';
import type { Secrets } from './platform/secrets/accepted-secrets.ts';
import type { ChangeFeed } from './snapshot/change-feed.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** What reads need, all of it in memory. */
export interface Reads {
  readonly snapshot: Snapshot;
  now: () => Date;
  today: () => Day;
}

/**
 * Parts that also use SQL: to read data that is not in memory, and to write data that the desk does not decide about.
 */
export interface Queries extends Reads {
  pool: pg.Pool;
}

/** Parts that also send commands to the desk. */
export interface Writes extends Queries {
  /** The desk, in this process or in another one. */
  desk: DeskAccess;
  /**
   * Submits a command to the desk. When this returns, the command has its position in the queue or was sent to the
   * desk. A command with the idempotency key of a running request must wait for that request first.
   */
  submit: (command: Command) => Promise<FinalResponse>;
}

/** The memory of this process, and the notifications of commits to this process and to other nodes. */
export interface Memory {
  feed: ChangeFeed;
  siblings: Siblings;
  /** Tells other nodes about a commit that their memory should show. Does not wait. */
  ring: () => void;
  quoteBook: QuoteBook;
  quotes: QuoteWriter;
}

/** The secrets with which keys, links and other tokens are made and checked. */
export interface Tokens {
  config: Config;
  secrets: Secrets;
  random: (bytes: number) => Buffer;
}

/** The accounts and sessions of people who work at hotels. */
export interface Staffing extends Queries, Tokens {
  /** Compares the passwords of people who work at hotels. */
  passwords: Passwords;
}

/** Parts that find, print and check vouchers. */
export interface Vouchers extends Queries, Tokens {
  /** Draws voucher PDFs and PNG codes outside the event loop. */
  drawings: Drawings;
}

/** Webhooks to partners, and e-mails and messages to hotels, with their vouchers. */
export interface Sending extends Vouchers {
  /** Sends to addresses that partners have chosen. */
  outbound: Outbound;
  version: string;
  log: Logger;
}

/** Committed events, and the requests and pages that wait for them. */
export interface Events {
  /** Suppliers that wait for an event of a hotel, and partners that wait for an event of their bookings or hotels. */
  eventWatch: EventWatch<EventStream>;
  clientEventWatch: EventWatch<ClientId>;
  /** Open hotel pages that receive the events of their hotel. */
  hotelWatch: EventWatch<EventStream>;
  liveStreams: LiveStreams;
  /** When this process last wrote that a partner reads its events, on the monotonic clock. */
  readersMarkedAt: Map<ClientId, number>;
  sequencer: Sequencer;
  announcer: HotelAnnouncer;
}

/**
 * The one object that is passed down. There is no container: what a function needs is in its arguments or in the part
 * of this object that it names. Only the start and the functions that register routes take the whole object.
 */
export interface Context extends Writes, Memory, Staffing, Sending, Events {
  limiter: Limiter;
  latency: LatencyWindow;
  /** Records what this process sees of the service, for the status page. */
  status: StatusRecorder;
  /** Counts for the metrics. Null: the settings have no metrics port. */
  counts: Counts | null;
  keyUses: KeyUses;
  keyRehashes: KeyRehashes;
  startedAt: number;
  /** Set when the node is about to stop: new requests are refused while running ones finish. */
  draining: boolean;
  /**
   * The name of a setting with a secret that other processes use and this process does not have. This process then
   * refuses requests.
   */
  missingSecret: string | null;
  /** Null: the service speaks HTTP. */
  certificate: ServedCertificate | null;
}

/** What the operator's use cases need. Each command of `ihc` opens one. */
export interface Operation {
  pool: pg.Pool;
  environment: Environment;
  /** The public address of the service, for links. */
  publicUrl: string;
  secrets: Secrets;
  /**
   * Returns the pepper for a new key. It is the pepper of the stored keys. Refuses if the settings do not contain it.
   */
  claimPepper: (tx: Transaction) => Promise<string>;
  /** The operator's name, for the audit. */
  who: string;
  /** The database's time. */
  now: () => Date;
  today: () => Day;
  random: (bytes: number) => Buffer;
  /** Sends a command to the desk of the running nodes. If no node runs, this process is the desk. */
  submit: (command: Command) => Promise<FinalResponse>;
}
