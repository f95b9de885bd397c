// The limits and tools of a desk.

import type { BatchResult, BatchTools } from './run-batch.ts';

export interface DeskOptions extends BatchTools {
  /** Number of batches that run at the same time. Each batch takes different hotels. */
  lanes: number;
  batchLimit: number;
  queueLimit: number;
  waitLimitMilliseconds: number;
  /**
   * The wait limit for changes of offers. It is longer, because a change waits until the previous change is complete.
   */
  offerWaitLimitMilliseconds: number;
  /** The maximum number of updates in all suppliers' messages in the queue, because each update uses memory. */
  updatesLimit: number;
  /** False only in the control test, where a hotel may be in two batches at the same time. */
  queue: boolean;
  /** Applies a committed batch to memory, before any caller receives a response. */
  onCommitted: (result: BatchResult) => void;
  /**
   * Returns a time. Every command that arrived before this time has reached this desk. A command that arrived later may
   * still be on its way.
   */
  completeUntil: () => number;
  /** Checks whether another process has become the desk. Called after the database has ended a connection. */
  hasMoved: () => Promise<boolean>;
}
