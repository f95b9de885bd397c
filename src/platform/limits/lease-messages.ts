/** A worker's report about one caller: times of uses, returned slots, and uses that did not happen. */
export interface Report {
  caller: string;
  uses: number[];
  unused: number;
  takenBack: number[];
}

/** A message from a worker to the owner. Every message is plain JSON. `kind` lets other users share the channel. */
export type WorkerMessage =
  /** `waiting` is the number of requests that wait for slots. When it is 0, the worker only refills its lease. */
  | { kind: 'limits'; say: 'ask'; limit: number; waiting: number; report: Report }
  | { kind: 'limits'; say: 'report'; reports: Report[] }
  /** The response to a reclaim. */
  | { kind: 'limits'; say: 'returned'; report: Report };

/** A message from the owner to a worker. `used` and `oldest` describe the window, for response headers. */
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
  /** The whole limit is used. Nothing can be allowed before `until`. */
  | { kind: 'limits'; say: 'full'; caller: string; limit: number; until: number }
  /** Another worker holds the last slots and does not respond. */
  | { kind: 'limits'; say: 'unsure'; caller: string; limit: number }
  | { kind: 'limits'; say: 'reclaim'; caller: string }
  /** A use was taken back, so an earlier `full` is no longer true. */
  | { kind: 'limits'; say: 'open'; caller: string };

/**
 * One direction between two processes. Messages arrive in the order in which they were sent. A message is lost only
 * when the other process has ended. `send` must not throw.
 */
export interface Channel<Message> {
  send(message: Message): void;
}

export function isLimitsMessage(message: unknown): message is WorkerMessage | OwnerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'limits';
}

/** Runs a function later, and returns a function that cancels the run. Tests replace it. */
export type Later = (run: () => void, milliseconds: number) => () => void;

export const later: Later = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
