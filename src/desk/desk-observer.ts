import type { Command, FinalResponse } from '../domain/booking/command.ts';
import { monotonicNow } from '../platform/db/monotonic.ts';
import type { Entry } from './entry.ts';

/** What became of a command. `unavailable`: it was not executed, and may be sent again. */
export const COMMAND_OUTCOMES = ['ok', 'replayed', 'refused', 'unavailable', 'fault', 'unknown'] as const;
export type CommandOutcome = (typeof COMMAND_OUTCOMES)[number];

/** Is told what the desk does, in plain numbers. It must not throw. */
export interface DeskObserver {
  /** A command has left the queue for a batch. */
  waited(milliseconds: number): void;
  /** A batch has ended, however it ended. Its retries are included. */
  ranBatch(commands: number, milliseconds: number): void;
  /** The database has confirmed a COMMIT. The time begins when the last writes and COMMIT were sent. */
  committed(milliseconds: number): void;
  /** A hotel has said that it cannot honour a booking. */
  notHonoured(): void;
  /** A command got its response. */
  responded(kind: Command['kind'], outcome: CommandOutcome): void;
}

/** These commands leave the queue now. Returns the time, for the duration of their batch. */
export function observeWaits(observer: DeskObserver | null, entries: Entry[]): number {
  if (observer === null) return 0;
  const now = monotonicNow();
  for (const { arrivedAt } of entries) observer.waited(now - arrivedAt);
  return now;
}

/** A command that moves to another desk gets its response there. */
export function observeResponse(
  observer: DeskObserver | null,
  { kind }: Command,
  response: Promise<FinalResponse>,
): void {
  if (observer === null) return;
  response.then(
    (final) => observer.responded(kind, outcomeOf(final)),
    () => {},
  );
}

export function outcomeOf(response: FinalResponse): CommandOutcome {
  if (response.replayed) return 'replayed';
  if (response.isUnknown) return 'unknown';
  if (response.status < 400) return 'ok';
  if (response.status < 500) return 'refused';
  return response.status === 500 ? 'fault' : 'unavailable';
}
