/**
 * A worker's report about one caller: the times of uses, the number of unused slots that are returned, and the times of
 * uses that were taken back.
 */
export interface Report {
  caller: string;
  uses: number[];
  unused: number;
  takenBack: number[];
}

/**
 * A message from a worker to the owner. Every message is plain JSON. `kind` distinguishes these messages from other
 * messages on the same channel.
 */
export type WorkerMessage =
  /**
   * The worker asks for slots. `waiting` is the number of requests that wait for slots. It is 0 if no request waits and
   * the worker asks for slots in advance.
   */
  | { kind: 'limits'; say: 'ask'; limit: number; waiting: number; report: Report }
  | { kind: 'limits'; say: 'report'; reports: Report[] }
  /** The worker's response to a `reclaim` message. */
  | { kind: 'limits'; say: 'returned'; report: Report };

/** A message from the owner to a worker. `used` and `oldest` describe the window for the worker's response headers. */
export type OwnerMessage =
  | {
      kind: 'limits';
      say: 'grant';
      caller: string;
      limit: number;
      slots: number;
      used: number;
      oldest: number | null;
    }
  /** The whole limit is used. No request can be allowed before `until`. */
  | { kind: 'limits'; say: 'full'; caller: string; limit: number; until: number }
  /** Another worker holds the last slots and does not respond. */
  | { kind: 'limits'; say: 'unsure'; caller: string; limit: number }
  | { kind: 'limits'; say: 'reclaim'; caller: string }
  /**
   * A worker has taken back a counted request, so the window is no longer full and the earlier `full` message is no
   * longer true.
   */
  | { kind: 'limits'; say: 'open'; caller: string };

/**
 * Sends messages from one process to another process. Messages arrive in the order in which they were sent. A message
 * is lost only when the other process has ended. `send` must not throw.
 */
export interface Channel<Message> {
  send(message: Message): void;
}

export function isLimitsMessage(message: unknown): message is WorkerMessage | OwnerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'limits';
}

/** Runs a function after a delay, and returns a function that cancels the run. Tests use another implementation. */
export type Later = (run: () => void, milliseconds: number) => () => void;

export const later: Later = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
