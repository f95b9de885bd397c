/** The time during which one process is the desk. */
export interface Tenure {
  epoch: number;
  process: string;
}
