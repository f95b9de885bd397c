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
import type { DeskLoad } from './outgoing/delivery/desk-load.ts';
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

/** What a function needs to serve read requests from memory. */
export interface Reads {
  readonly snapshot: Snapshot;
  now: () => Date;
  today: () => Day;
}

/**
 * What a function needs if it also uses SQL. Such a function reads data that is not in memory, or writes data that the
 * desk does not manage.
 */
export interface Queries extends Reads {
  pool: pg.Pool;
}

/** What a function needs if it also sends commands to the desk. */
export interface Writes extends Queries {
  /** The desk, in this process or in another one. */
  desk: DeskAccess;
  /**
   * Submits a command to the desk, and resolves with the response. When the function returns, the command is usually in
   * the queue of the desk or was sent to the desk. The command waits first if no desk can be reached, or if a request
   * with the same idempotency key is running.
   */
  submit: (command: Command) => Promise<FinalResponse>;
}

/** The data in the memory of this process, and the functions that notify other processes and nodes of commits. */
export interface Memory {
  feed: ChangeFeed;
  siblings: Siblings;
  /**
   * Notifies the other nodes that they must read new commits into memory. The function does not wait for the other
   * nodes.
   */
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

/** What a function needs to manage the accounts and sessions of people who work at hotels. */
export interface Staffing extends Queries, Tokens {
  /** Hashes and compares the passwords of people who work at hotels. */
  passwords: Passwords;
}

/** What a function needs to find, print and check vouchers. */
export interface Vouchers extends Queries, Tokens {
  /** Draws the PDFs of vouchers and the PNG images of QR codes outside the event loop. */
  drawings: Drawings;
}

/** The objects with which a function sends webhooks to partners, or e-mails and messages to hotels. */
export interface Sending extends Vouchers {
  /** Sends requests to addresses that partners have chosen. */
  outbound: Outbound;
  version: string;
  log: Logger;
}

/** What a function needs to send committed events to the requests and pages that wait for them. */
export interface Events {
  /**
   * Open requests in which a supplier waits for an event of a hotel, or a partner waits for an event of a booking or
   * hotel.
   */
  eventWatch: EventWatch<EventStream>;
  clientEventWatch: EventWatch<ClientId>;
  /** Open hotel pages that receive the events of their hotel. */
  hotelWatch: EventWatch<EventStream>;
  liveStreams: LiveStreams;
  /**
   * For each partner, the time at which this process last recorded that the partner reads events. The time comes from
   * the monotonic clock.
   */
  readersMarkedAt: Map<ClientId, number>;
  sequencer: Sequencer;
  deskLoad: DeskLoad;
  announcer: HotelAnnouncer;
}

/**
 * The one object that is passed from function to function. A function takes only the part of this object that it needs.
 * Only the code that starts the service and the functions that register routes take the whole object.
 */
export interface Context extends Writes, Memory, Staffing, Sending, Events {
  limiter: Limiter;
  latency: LatencyWindow;
  /** Records the requests and the state of this process for the status page. */
  status: StatusRecorder;
  /** The counters that the metrics show. Null if the settings have no metrics port. */
  counts: Counts | null;
  keyUses: KeyUses;
  keyRehashes: KeyRehashes;
  startedAt: number;
  /** True when the node is about to stop. The node then refuses new requests, and running requests finish. */
  draining: boolean;
  /**
   * The name of the setting for a secret that other processes use and this process does not have, or null if there is
   * no such secret. If the value is not null, this process refuses requests.
   */
  missingSecret: string | null;
  /** If null, the service uses HTTP without TLS. */
  certificate: ServedCertificate | null;
}

/** What the operator's use cases need. Each command of `ihc` opens one operation. */
export interface Operation {
  pool: pg.Pool;
  environment: Environment;
  /** The public address of the service. Links begin with this address. */
  publicUrl: string;
  /**
   * The list contains the folder in which the nodes of this machine keep journals. It is empty if no journals are kept.
   */
  journals: string[];
  secrets: Secrets;
  /**
   * Returns the pepper for a new key. In production, this is the pepper that the database has recorded, and the call
   * fails if the settings do not contain that pepper.
   */
  claimPepper: (tx: Transaction) => Promise<string>;
  /** The operator's name, for the audit. */
  who: string;
  /** The database's time. */
  now: () => Date;
  today: () => Day;
  random: (bytes: number) => Buffer;
  /** Sends a command to the desk of the running nodes. If no node runs, this process becomes the desk. */
  submit: (command: Command) => Promise<FinalResponse>;
}
