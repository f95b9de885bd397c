import type { ReportQuestion, WorkerReport } from '../operations/metrics/worker-reports.ts';
import type { OwnerMessage, WorkerMessage } from '../platform/limits/lease-messages.ts';
import type { CertificatePair } from './tls/certificate.ts';

/** What a worker process tells its supervisor. */
export type FromWorker =
  /** The worker accepts requests. */
  | { kind: 'listening'; publicUrl: string; version: string }
  /** The worker has accepted a connection that it was given. */
  | { kind: 'accepted'; id: number }
  /** The worker is stopping by itself and takes no more connections. */
  | { kind: 'leaving' }
  | { kind: 'pong' }
  /** The worker has sent every response. It waits for the other workers before it stops its desk. */
  | { kind: 'drained' }
  /** The other workers should read the change feed. */
  | { kind: 'catch up'; id: number }
  | { kind: 'caught up'; id: number; from: number }
  /** The metrics or the checks of the worker. */
  | WorkerReport
  | WorkerMessage;

/** What the supervisor tells a worker. */
export type ToWorker =
  | { kind: 'stop'; databaseGone: boolean }
  /** The first message if the service speaks TLS: the certificate to serve until the files have a newer one. */
  | { kind: 'certificate'; pair: CertificatePair }
  | { kind: 'read certificate' }
  /** The connection is sent with this message. */
  | { kind: 'connection'; id: number }
  | { kind: 'ping' }
  /** All workers are drained. */
  | { kind: 'finish' }
  | { kind: 'catch up'; id: number; from: number }
  /** The other workers have read the feed since this worker asked. */
  | { kind: 'all caught up'; id: number }
  /** The worker should send its metrics or its checks. */
  | ReportQuestion
  | OwnerMessage;
