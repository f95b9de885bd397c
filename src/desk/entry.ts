import type { Command, FinalResponse } from '../domain/booking/command.ts';

/** A command in the queue, with the functions that respond to its caller. */
export interface Entry {
  command: Command;
  /** The time at which the receiving process read the request, on our monotonic clock. */
  arrivedAt: number;
  respond: (response: FinalResponse) => void;
  /** Called when the command was not executed and will not be, because another process is the desk. */
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

export function movedElsewhere(entries: Entry[]): Served {
  return { respond: () => moveAll(entries), unfinished: [] };
}

export function moveAll(entries: Entry[]): void {
  for (const { move } of entries) move();
}
