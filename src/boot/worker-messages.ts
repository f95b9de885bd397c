import type { ReportQuestion, WorkerReport } from '../operations/metrics/worker-reports.ts';
import type { OwnerMessage, WorkerMessage } from '../platform/limits/lease-messages.ts';
import type { CertificatePair } from './tls/certificate.ts';

/** The messages that a worker process sends to its supervisor. */
export type FromWorker =
  /** The worker accepts requests. */
  | { kind: 'listening'; publicUrl: string; version: string }
  /** The worker has accepted a connection from the supervisor. */
  | { kind: 'accepted'; id: number }
  /** The worker has become the desk, or is no longer the desk. */
  | { kind: 'desk'; isDesk: boolean }
  /** The worker has decided to stop and takes no more connections. */
  | { kind: 'leaving' }
  | { kind: 'pong' }
  /** The worker has sent all its responses, and waits for the other workers before it stops its desk. */
  | { kind: 'drained' }
  /** The worker asks that the other workers read the change feed. */
  | { kind: 'catch up'; id: number }
  | { kind: 'caught up'; id: number; from: number }
  /** The metrics or the checks of the worker. */
  | WorkerReport
  | WorkerMessage;

/** The messages that the supervisor sends to a worker. */
export type ToWorker =
  | { kind: 'stop'; databaseGone: boolean }
  /**
   * The certificate that the worker uses until the files contain a newer certificate. If the service uses TLS, this is
   * the first message.
   */
  | { kind: 'certificate'; pair: CertificatePair }
  | { kind: 'read certificate' }
  /** The socket of the connection is sent together with this message. */
  | { kind: 'connection'; id: number }
  /**
   * If `isKept` is false, the worker closes each connection of a caller after the next response. The worker that is the
   * desk receives this message with false when other workers can serve its callers.
   */
  | { kind: 'callers'; isKept: boolean }
  | { kind: 'ping' }
  /** All workers have sent all their responses. */
  | { kind: 'finish' }
  | { kind: 'catch up'; id: number; from: number }
  /** The other workers have read the change feed, as this worker asked. */
  | { kind: 'all caught up'; id: number }
  /** The supervisor asks the worker for its metrics or its checks. */
  | ReportQuestion
  | OwnerMessage;

/** The node of a worker process, and the number of the process within the node, counted from 0. */
export interface Membership {
  node: string;
  place: number;
}

/** Returns the environment variables that the supervisor sets for a worker. They are not settings of the operator. */
export function membershipVariables({ node, place }: Membership) {
  return { IHC_NODE: node, IHC_PLACE: String(place) };
}

/**
 * Reads the environment variables that a supervisor has set. Returns null if no supervisor has started this process.
 */
export function readMembership(environment: NodeJS.ProcessEnv): Membership | null {
  const { IHC_NODE: node, IHC_PLACE: place } = environment;
  return node === undefined || place === undefined ? null : { node, place: Number(place) };
}
