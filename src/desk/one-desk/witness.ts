// Notices when the database has lost a batch that this process knows.

import type pg from 'pg';
import type { Command, FinalResponse } from '../../domain/booking/command.ts';
import { lineOf } from './answered-line.ts';
import { BatchMemory } from './batch-memory.ts';
import { compareMemory } from './lost-batches.store.ts';
import type { OneDeskOptions } from './options.ts';

/** Keeps what this process tells callers, in memory and in the journal, and compares it with the database. */
export class Witness {
  /** What the database has lost. Nothing is decided then. Null while nothing is halted. */
  halt: string | null = null;
  private readonly memory: BatchMemory;
  private readonly options: Pick<OneDeskOptions, 'process' | 'journal' | 'onEvent'>;

  constructor(options: Witness['options']) {
    this.options = options;
    this.memory = new BatchMemory(options.process);
  }

  /** Remembers the last batches of all processes of this node that kept a journal, also of killed ones. */
  async recall(): Promise<void> {
    for (const batch of (await this.options.journal?.recall()) ?? []) this.memory.recall(batch);
  }

  /**
   * Looks in the database for the batches that this process remembers. This happens before the process links itself to
   * a desk or becomes the desk. When a process is linked, the desk therefore knows that the process misses nothing.
   */
  async compare(client: pg.Client): Promise<void> {
    const { onEvent } = this.options;
    const { setAside, missing, isHalted, isNew } = await compareMemory(client, this.memory);
    if (setAside > 0) onEvent({ kind: 'another database', batches: setAside });
    if (missing !== null && isNew) onEvent({ kind: 'lost batches', missing, isHalted });
  }

  sawDesk(epoch: number, process: string | null): void {
    this.memory.sawDesk(epoch, process);
  }

  noticeHalt(halt: string | null): void {
    if (halt === this.halt) return;
    this.halt = halt;
    this.options.onEvent(halt === null ? { kind: 'resumed' } : { kind: 'halted', missing: halt });
  }

  /**
   * Called before a response leaves this process. `isTold` is false if the response goes to another process, which
   * keeps a journal itself.
   */
  remember(command: Command, response: FinalResponse, isTold: boolean): void {
    const line = lineOf(command, response, Date.now());
    if (line === null) return;
    const { memory, options } = this;
    if (response.batch !== undefined) memory.keep(response.batch, line);
    if (isTold && memory.database !== null) options.journal?.append(line, memory.database);
  }

  close(): void {
    this.options.journal?.close();
  }
}
