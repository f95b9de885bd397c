/** Other data was committed between our load and our write, although we hold the lock. Decide the batch again. */
export class BatchConflict extends Error {}

/** What the database's `expect_rows` raises. */
const WRONG_ROW_COUNT = 'IH001';

export function isWrongRowCount(error: unknown): error is Error {
  return codeOf(error) === WRONG_ROW_COUNT;
}

/** The code of an error of the database. Empty for other errors. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Deadlock and lock timeout. */
export function isPassing(error: unknown): boolean {
  return ['40P01', '55P03'].includes(codeOf(error));
}
