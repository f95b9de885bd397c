/**
 * Thrown when another transaction has changed the data between the load and the write of this batch, although this
 * batch holds the lock. The batch must then be decided again.
 */
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

/** Returns true if the error is a deadlock or a lock timeout. */
export function isPassing(error: unknown): boolean {
  return ['40P01', '55P03'].includes(codeOf(error));
}
