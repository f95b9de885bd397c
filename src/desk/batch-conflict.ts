/** Other data was committed between our load and our write, although we hold the lock. Decide the batch again. */
export class BatchConflict extends Error {}

/** What the database's `expect_rows` raises. */
const WRONG_ROW_COUNT = 'IH001';

export function isWrongRowCount(error: unknown): error is Error {
  return (error as { code?: unknown } | null)?.code === WRONG_ROW_COUNT;
}
