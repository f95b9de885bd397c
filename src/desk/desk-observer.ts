import type { Command, FinalResponse } from '../domain/booking/command.ts';
import { monotonicNow } from '../platform/db/monotonic.ts';
import type { Entry } from './entry.ts';

/** The outcomes of a command. `unavailable` means that the command was not executed and may be sent again. */
export const COMMAND_OUTCOMES = ['ok', 'replayed', 'refused', 'unavailable', 'fault', 'unknown'] as const;
export type CommandOutcome = (typeof COMMAND_OUTCOMES)[number];

/** Receives measurements from the desk. An observer must not throw. */
export interface DeskObserver {
  /** Called when a command leaves the queue for a batch. */
  waited(milliseconds: number): void;
  /** Called when a batch ends, with or without success. The time includes the retries of the batch. */
  ranBatch(commands: number, milliseconds: number): void;
  /**
   * Called when the database confirms a COMMIT. The time is measured from the moment when the last writes and COMMIT
   * are sent.
   */
  committed(milliseconds: number): void;
  /** Called when a hotel reports that it cannot honour a booking. */
  notHonoured(): void;
  /** Called when a command gets its response. */
  responded(kind: Command['kind'], outcome: CommandOutcome): void;
}

/**
 * Reports how long these commands have waited in the queue. Returns the current time, at which the batch of these
 * commands begins.
 */
export function observeWaits(observer: DeskObserver | null, entries: Entry[]): number {
  if (observer === null) return 0;
  const now = monotonicNow();
  for (const { arrivedAt } of entries) observer.waited(now - arrivedAt);
  return now;
}

/**
 * Reports the outcome of a command when its response is known. If the command moves to another desk, the other desk
 * reports the outcome.
 */
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
