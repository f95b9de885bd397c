// Remembers the batches that this process has told its callers of.

import type { CommittedBatch } from '../../domain/booking/command.ts';
import { BATCHES_REMEMBERED } from '../locks.store.ts';

export interface RememberedBatch extends CommittedBatch {
  /** The id of the database that has confirmed the batch. */
  database: string;
  /** The id of the process that told callers of the batch. */
  process: string;
  /** What callers were told: see answered-line.ts. */
  lines: string[];
}

/**
 * The last batches that this process knows, and the last desk. Several batches are needed, because the batches of
 * different hotels commit in another order than they are told.
 */
export class BatchMemory {
  /** The id of the database. Null before the first connection. */
  database: string | null = null;
  /** The desk with the highest epoch that this process has seen in this database. */
  desk: { epoch: number; process: string | null } | null = null;
  private batches = new Map<string, RememberedBatch>();
  private readonly process: string;

  constructor(process: string) {
    this.process = process;
  }

  keep({ id, epoch, number }: CommittedBatch, line: string): void {
    const known = this.batches.get(id);
    if (known !== undefined) {
      known.lines.push(line);
      return;
    }
    if (this.database === null) return;
    const { database, process } = this;
    this.batches.set(id, { id, epoch, number, database, process, lines: [line] });
    for (const oldest of this.batches.keys()) {
      if (this.batches.size <= BATCHES_REMEMBERED) break;
      this.batches.delete(oldest);
    }
  }

  /** Adds a batch from a journal. All of them are compared once; later batches then take their place. */
  recall(batch: RememberedBatch): void {
    const known = this.batches.get(batch.id);
    if (known === undefined) this.batches.set(batch.id, batch);
    else known.lines.push(...batch.lines);
  }

  sawDesk(epoch: number, process: string | null): void {
    if (this.desk === null || epoch > this.desk.epoch) this.desk = { epoch, process };
  }

  all(): RememberedBatch[] {
    return [...this.batches.values()];
  }

  /** Forgets what belongs to other databases than this one. Returns how many batches that were. */
  moveTo(database: string): number {
    if (this.database !== null && this.database !== database) this.desk = null;
    this.database = database;
    const before = this.batches.size;
    this.batches = new Map([...this.batches].filter(([, batch]) => batch.database === database));
    return before - this.batches.size;
  }
}
