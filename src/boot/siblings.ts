// Asks the other processes of the node to read the change feed now.

import { within } from '../platform/db/within.ts';

/** Nobody waits longer than this for a process that does not read its feed. */
const CATCH_UP_MILLISECONDS = 1_000;

/** The other processes of this node. */
export interface Siblings {
  /** Resolves when everything that was committed before this call is in the memory of the other processes. */
  catchUp: () => Promise<void>;
}

/** The siblings of a process that is alone on its node. */
export const NO_SIBLINGS: Siblings = { catchUp: async () => {} };

/** Siblings that are reached through the supervisor. */
export class SupervisedSiblings implements Siblings {
  private readonly ask: (id: number) => void;
  private readonly waiting = new Map<number, () => void>();
  private nextId = 1;

  constructor(ask: (id: number) => void) {
    this.ask = ask;
  }

  async catchUp(): Promise<void> {
    const id = this.nextId++;
    const caughtUp = new Promise<void>((resolve) => this.waiting.set(id, resolve));
    this.ask(id);
    await within(CATCH_UP_MILLISECONDS, caughtUp);
    this.waiting.delete(id);
  }

  /** Called when the supervisor reports that the other processes have caught up. */
  allCaughtUp(id: number): void {
    this.waiting.get(id)?.();
  }
}
