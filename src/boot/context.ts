import type pg from 'pg';
import type { Logger } from 'pino';
import type { LatencyWindow } from '../api/http/latency.ts';
import type { Command, FinalResponse } from '../booking/command.ts';
import type { HotelAnnouncer } from '../events/announce-hotels.usecase.ts';
import type { EventStream } from '../events/event.ts';
import type { Sequencer } from '../events/sequence-events.usecase.ts';
import type { EventWatch } from '../events/watch-events.usecase.ts';
import type { LiveStreams } from '../front-desk/live-streams.usecase.ts';
import type { Day } from '../kernel/day.ts';
import type { ClientId } from '../kernel/ids.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Counts } from '../metrics/counts.ts';
import type { DeskAccess } from '../one-desk/options.ts';
import type { Outbound } from '../outbound/post.ts';
import type { KeyRehashes } from '../partners/key-rehashes.ts';
import type { KeyUses } from '../partners/key-uses.ts';
import type { QuoteBook } from '../pricing/quote-book.ts';
import type { QuoteWriter } from '../pricing/write-quotes.usecase.ts';
import type { Secrets } from '../secrets/accepted-secrets.ts';
import type { ChangeFeed } from '../snapshot/change-feed.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Passwords } from '../staff/proof/passwords.usecase.ts';
import type { StatusRecorder } from '../status/record-status.usecase.ts';
import type { Drawings } from '../vouchers/drawings.usecase.ts';
import type { Config } from './config.ts';
import type { Siblings } from './siblings.ts';
import type { ServedCertificate } from './tls/served-certificate.ts';

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
