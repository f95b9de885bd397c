/** Another transaction committed between our load and our write, although we hold the lock. Decide the batch again. */
export class BatchConflict extends Error {}

/** The error code that the database function `expect_rows` raises. */
const WRONG_ROW_COUNT = 'IH001';

export function isWrongRowCount(error: unknown): error is Error {
  return codeOf(error) === WRONG_ROW_COUNT;
}

/** Returns the code of a database error, or an empty string for other errors. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Whether the error is a deadlock or a lock timeout. */
export function isPassing(error: unknown): boolean {
  return ['40P01', '55P03'].includes(codeOf(error));
}
