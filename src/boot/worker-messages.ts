import type { ReportQuestion, WorkerReport } from '../operations/metrics/worker-reports.ts';
import type { OwnerMessage, WorkerMessage } from '../platform/limits/lease-messages.ts';
import type { CertificatePair } from './tls/certificate.ts';

/** What a worker process tells its supervisor. */
export type FromWorker =
  /** It accepts requests. */
  | { kind: 'listening'; publicUrl: string; version: string }
  /** It has a connection that it was given. */
  | { kind: 'accepted'; id: number }
  /** It is stopping by itself, and takes no more connections. */
  | { kind: 'leaving' }
  | { kind: 'pong' }
  /** Every response has been sent. It waits for the others before it stops its desk. */
  | { kind: 'drained' }
  /** The other workers should read the change feed. */
  | { kind: 'catch up'; id: number }
  | { kind: 'caught up'; id: number; from: number }
  /** Its metrics or its checks. */
  | WorkerReport
  | WorkerMessage;

/** What the supervisor tells a worker. */
export type ToWorker =
  | { kind: 'stop'; databaseGone: boolean }
  /** The first message, if the service speaks TLS: what to serve until the files have something newer. */
  | { kind: 'certificate'; pair: CertificatePair }
  | { kind: 'read certificate' }
  /** Comes with the connection. */
  | { kind: 'connection'; id: number }
  | { kind: 'ping' }
  /** All workers are drained. */
  | { kind: 'finish' }
  | { kind: 'catch up'; id: number; from: number }
  /** The other workers have read the feed since this worker asked. */
  | { kind: 'all caught up'; id: number }
  /** It should tell its metrics or its checks. */
  | ReportQuestion
  | OwnerMessage;
