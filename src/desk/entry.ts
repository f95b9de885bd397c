import {
  type Command,
  type CommittedBatch,
  type FinalResponse,
  tellsChange,
} from '../domain/booking/command.ts';

/** A command in the queue, with the functions that respond to its caller. */
export interface Entry {
  command: Command;
  /**
   * The time at which a process read the request from a connection, converted to the monotonic clock of this process.
   */
  arrivedAt: number;
  respond: (response: FinalResponse) => void;
  /** Called when the command was not executed and will not be executed here, because another process is the desk. */
  move: () => void;
}

/** The result of a batch for its entries. */
export interface Served {
  /** Sends the responses to the callers. */
  respond: () => void;
  /** Entries that have more parts to execute. */
  unfinished: Entry[];
}

export function respondWith(entries: Entry[], responses: FinalResponse[]): Served {
  const respond = () => {
    entries.forEach((entry, index) => {
      const response = responses[index]!;
      if (!response.isUnfinished) entry.respond(response);
    });
  };
  return { respond, unfinished: entries.filter((_, index) => responses[index]!.isUnfinished) };
}

/**
 * Adds the batch to each response that reports a change. The process that sends the response to the caller can then
 * check later whether the database still has the batch.
 */
export function nameBatch(entries: Entry[], responses: FinalResponse[], batch: CommittedBatch | null) {
  if (batch === null) return responses;
  entries.forEach(({ command }, index) => {
    const response = responses[index]!;
    if (response.status < 400 && !response.replayed && tellsChange(command)) response.batch = batch;
  });
  return responses;
}

export function movedElsewhere(entries: Entry[]): Served {
  return { respond: () => moveAll(entries), unfinished: [] };
}

export function moveAll(entries: Entry[]): void {
  for (const { move } of entries) move();
}
