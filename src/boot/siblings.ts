// Asks the other processes of the node to read the change feed now.

import { within } from '../platform/db/within.ts';
import type { ToWorker } from './worker-messages.ts';

/** The longest time for which a process waits until its siblings have read the change feed. */
const CATCH_UP_MILLISECONDS = 1_000;

/** The other processes of this node. */
export interface Siblings {
  /** Resolves when everything that was committed before this call is in the memory of the other processes. */
  catchUp: () => Promise<void>;
}

/** The siblings of a process that is alone on its node. */
export const NO_SIBLINGS: Siblings = { catchUp: async () => {} };

/** Asks the other processes of the node through the supervisor. */
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

/**
 * When a worker asks the other workers of the node to read the change feed, forwards this request to them. The
 * supervisor uses this class.
 */
export class CatchUps {
  private readonly tell: (worker: number, message: ToWorker) => void;
  /**
   * For each open request, the workers that have not read the change feed yet. The key consists of the id of the worker
   * that asked and the id of its request.
   */
  private readonly open = new Map<string, { asker: number; id: number; missing: Set<number> }>();

  constructor(tell: (worker: number, message: ToWorker) => void) {
    this.tell = tell;
  }

  ask(asker: number, id: number, workers: [number, unknown][]): void {
    const others = workers.map(([worker]) => worker).filter((worker) => worker !== asker);
    this.open.set(`${asker} ${id}`, { asker, id, missing: new Set(others) });
    for (const other of others) this.tell(other, { kind: 'catch up', id, from: asker });
    this.caughtUp(asker, id, asker);
  }

  caughtUp(asker: number, id: number, worker: number): void {
    const question = this.open.get(`${asker} ${id}`);
    if (question === undefined) return;
    question.missing.delete(worker);
    if (question.missing.size > 0) return;
    this.open.delete(`${asker} ${id}`);
    this.tell(asker, { kind: 'all caught up', id });
  }

  /** Called when a worker has ended. No request waits for this worker any more. */
  lose(worker: number): void {
    for (const { asker, id } of [...this.open.values()]) this.caughtUp(asker, id, worker);
  }
}
