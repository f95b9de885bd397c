/** Identifies the time during which one process is the desk. */
export interface Tenure {
  epoch: number;
  process: string;
  /** The number of batches to which this desk has given a number so far. */
  batches: number;
}
