// The options with which a service starts. Tests replace some of them.

import type { Logger } from 'pino';
import type { Desk } from '../desk/desk.ts';
import type { DeskOptions } from '../desk/desk-options.ts';
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
  /** Returns the milliseconds that are added to the time of the database. Tests use this to move the clock. */
  clockShift?: () => number;
  desk?: Partial<DeskOptions>;
  feed?: Partial<FeedOptions>;
  /** The time limits of the database connections. Tests set shorter limits than the defaults of pool.ts. */
  databaseLimits?: DatabaseLimits;
  /**
   * Tests set this to false if they run housekeeping themselves or do not need housekeeping. If this is false, the
   * process also does not record in the database that it is running.
   */
  housekeeping?: boolean;
  /**
   * If this is false, the service sends no events to partners and receptions. Tests set this to false if they count SQL
   * statements or call the sequencer directly.
   */
  deliveries?: boolean;
  /** The options of the deliverer. Tests change some of these options, such as the time limits. */
  deliverer?: Partial<DelivererOptions>;
  /** How the service sends webhooks. Tests use a separate certificate authority and name server. */
  outbound?: Partial<PostOptions>;
  /** If this is false, this node does not notify other nodes of its commits. Only a control test sets this to false. */
  doorbell?: boolean;
  /** Counts the requests of this node. By default, the counts are in the memory of this process. */
  limiter?: NodeLimiter;
  /** The cost of a password hash. Tests set a lower cost than the default of passwords.usecase.ts. */
  passwordCost?: number;
  /** The name of the node that this process belongs to. By default, the process is a separate node. */
  node?: string;
  /** Called when this process becomes the desk, and when it stops being the desk. */
  onDesk?: (isDesk: boolean) => void;
  /** The number of processes of the node. These processes share the database connections of the node. */
  processes?: number;
  siblings?: Siblings;
  /** A certificate that was already read. By default, the certificate is read from the files that the settings name. */
  certificate?: ServedCertificate | null;
  /**
   * Only tests replace this function, so that a process decides all commands itself instead of sending them to the
   * elected desk.
   */
  accessDesk?: (openDesk: OpenDesk, write: WriteResponse) => DeskAccess;
}

export type OpenDesk = (tenure: Tenure | null, tools: DeskTools) => Desk;
