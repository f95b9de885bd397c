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

/** The one object that is passed down. There is no container: what a function needs is here or in its arguments. */
export interface Context {
  config: Config;
  secrets: Secrets;
  version: string;
  pool: pg.Pool;
  feed: ChangeFeed;
  readonly snapshot: Snapshot;
  quoteBook: QuoteBook;
  quotes: QuoteWriter;
  /** The desk, in this process or in another one. */
  desk: DeskAccess;
  siblings: Siblings;
  /**
   * Submits a command to the desk. When this returns, the command has its position in the queue or is on its way to the
   * desk, unless it must first wait for another request with the same idempotency key.
   */
  submit: (command: Command) => Promise<FinalResponse>;
  /** Tells other nodes about a commit that their memory should show. Does not wait. */
  ring: () => void;
  /** Suppliers that wait for an event of a hotel, and partners that wait for one of theirs. */
  eventWatch: EventWatch<EventStream>;
  clientEventWatch: EventWatch<ClientId>;
  /** Open hotel pages that are told what happens, and what wakes them. */
  hotelWatch: EventWatch<EventStream>;
  liveStreams: LiveStreams;
  /** When this process last wrote that a partner reads its events, on the monotonic clock. */
  readersMarkedAt: Map<ClientId, number>;
  sequencer: Sequencer;
  /** Sends to addresses that partners have chosen. */
  outbound: Outbound;
  announcer: HotelAnnouncer;
  limiter: Limiter;
  latency: LatencyWindow;
  /** What this process sees of the service, for the status page. */
  status: StatusRecorder;
  /** What is counted for the metrics. Null: nobody reads them. */
  counts: Counts | null;
  keyUses: KeyUses;
  keyRehashes: KeyRehashes;
  /** Compares the passwords of people who work at hotels. */
  passwords: Passwords;
  /** Draws voucher PDFs and PNG codes beside the event loop. */
  drawings: Drawings;
  log: Logger;
  now: () => Date;
  today: () => Day;
  random: (bytes: number) => Buffer;
  startedAt: number;
  /** Set when the node is about to stop: new requests are refused while running ones finish. */
  draining: boolean;
  /** The setting of a secret that other processes use and this one does not have. It refuses requests then. */
  missingSecret: string | null;
  /** Null: the service speaks HTTP. */
  certificate: ServedCertificate | null;
}

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
