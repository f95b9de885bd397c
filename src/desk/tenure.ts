/** Identifies the time during which one process is the desk. */
export interface Tenure {
  epoch: number;
  process: string;
  /** How many batches have received a number from this desk so far. */
  batches: number;
}
