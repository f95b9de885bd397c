// The options with which a service starts. Tests replace some of them.

import type { Logger } from 'pino';
import type { Desk, DeskOptions } from '../desk/desk.ts';
import type { DeskAccess } from '../desk/one-desk/desk-access.ts';
import type { DeskTools } from '../desk/one-desk/options.ts';
import type { Tenure } from '../desk/tenure.ts';
import type { WriteResponse } from '../domain/booking/decided.ts';
import type { DelivererOptions } from '../outgoing/delivery/deliverer.ts';
import type { PostOptions } from '../outgoing/http-client/post.ts';
import type { DatabaseLimits } from '../platform/db/pool.ts';
import type { NodeLimiter } from '../platform/limits/limiter.ts';
import type { Secrets } from '../platform/secrets/accepted-secrets.ts';
import type { FeedOptions } from '../snapshot/change-feed.ts';
import type { Config } from './config.ts';
import type { Siblings } from './siblings.ts';
import type { ServedCertificate } from './tls/served-certificate.ts';

export interface ServiceOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  log: Logger;
  /** Milliseconds added to the database's time. Tests use it to move the clock. */
  clockShift?: () => number;
  desk?: Partial<DeskOptions>;
  feed?: Partial<FeedOptions>;
  /** Shorter limits of the database connections, in tests. Default: see pool.ts. */
  databaseLimits?: DatabaseLimits;
  /**
   * False in tests that move the clock by days and run housekeeping themselves. Then the process does not write its
   * presence either.
   */
  housekeeping?: boolean;
  /** False in tests that count SQL statements, and in tests that call the sequencer directly. */
  deliveries?: boolean;
  /** Different time limits, in tests. */
  deliverer?: Partial<DelivererOptions>;
  /** How webhooks are sent. Tests use their own certificate authority and name server. */
  outbound?: Partial<PostOptions>;
  /** False only in the control test: this node then does not notify other nodes. */
  doorbell?: boolean;
  /** Counts the requests of this node. Default: in the memory of this process. */
  limiter?: NodeLimiter;
  /** The cost of a password hash, lower in tests. Default: see passwords.usecase.ts. */
  passwordCost?: number;
  /** Names the node that this process belongs to. By default the process is a separate node. */
  node?: string;
  /** How many processes the node has. They share its database connections. */
  processes?: number;
  siblings?: Siblings;
  /** A certificate that was already read. By default the files of the settings are read. */
  certificate?: ServedCertificate | null;
  /** Replaced only in control tests, so that each process decides for itself. */
  accessDesk?: (openDesk: OpenDesk, write: WriteResponse) => DeskAccess;
}

export type OpenDesk = (tenure: Tenure | null, tools: DeskTools) => Desk;
