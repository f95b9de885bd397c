/**
 * Conditions of the server that are no fault of ours: no connection left, disk full, shut down, a time limit, a lock that
 * was not granted, a role without the right, a standby server.
 */
const CONDITIONS = /^(08|53|57|58)|^(25006|40001|40P01|42501|55P03)$/;

/** The condition in one line. Null: the error is something else. */
export function serverConditionOf(error: unknown): string | null {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !CONDITIONS.test(code)) return null;
  return `the database refused: ${message.split('\n')[0]}`;
}
