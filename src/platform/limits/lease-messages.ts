/** What a worker tells about one caller: times of uses, slots that it gives back, and uses that did not happen. */
export interface Report {
  caller: string;
  uses: number[];
  unused: number;
  takenBack: number[];
}

/** From a worker to the owner. Every message is plain JSON. `kind` lets other users share the channel. */
export type WorkerMessage =
  /** `waiting`: the number of requests that wait for slots. 0: no request waits, the worker only refills its lease. */
  | { kind: 'limits'; say: 'ask'; limit: number; waiting: number; report: Report }
  | { kind: 'limits'; say: 'report'; reports: Report[] }
  /** The response to a reclaim. */
  | { kind: 'limits'; say: 'returned'; report: Report };

/** From the owner to a worker. `used` and `oldest` describe the window, for the headers of a response. */
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
  /** All of the limit is used. Nothing can be allowed before `until`. */
  | { kind: 'limits'; say: 'full'; caller: string; limit: number; until: number }
  /** Another worker holds the last slots and does not respond. */
  | { kind: 'limits'; say: 'unsure'; caller: string; limit: number }
  | { kind: 'limits'; say: 'reclaim'; caller: string }
  /** A use was taken back, so an earlier `full` is no longer true. */
  | { kind: 'limits'; say: 'open'; caller: string };

/**
 * One direction between two processes. Messages arrive in the order in which they were sent, or not at all because the
 * other process has ended. `send` must not throw.
 */
export interface Channel<Message> {
  send(message: Message): void;
}

export function isLimitsMessage(message: unknown): message is WorkerMessage | OwnerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'limits';
}

/** Runs something later, and returns a function that cancels it. Tests replace it. */
export type Later = (run: () => void, milliseconds: number) => () => void;

export const later: Later = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
