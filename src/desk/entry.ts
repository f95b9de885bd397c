import type { Command, FinalResponse } from '../domain/booking/command.ts';

/** A command in the queue, with what its caller waits for. */
export interface Entry {
  command: Command;
  /** When the process that received the request had read it, on our monotonic clock. */
  arrivedAt: number;
  respond: (response: FinalResponse) => void;
  /** The command was not executed and will not be: another process is the desk. */
  move: () => void;
}

/** What became of the entries of a batch. */
export interface Served {
  /** Responds to the callers. */
  respond: () => void;
  /** These have more parts. */
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
