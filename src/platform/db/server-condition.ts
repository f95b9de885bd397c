// Errors of the database server in words for the log.

/**
 * Errors that have their cause in the database server, not in this program: too many connections, a full disk, a
 * shutdown, a timeout, a lock that was not granted, a missing permission, a read-only server.
 */
const CONDITIONS = /^(08|53|57|58)|^(25006|25P03|40001|40P01|42501|55P03)$/;

/** Found by the driver, not by the server: a response or a connection that did not come, or was lost. */
const LOST = /^(ECONN|Connection terminated|Query read timeout|timeout exceeded when trying to connect)/;

/** The condition in one line. Null: the error is something else. */
export function serverConditionOf(error: unknown): string | null {
  const { code, message } = error as NodeJS.ErrnoException;
  if (LOST.test(code ?? message)) return `the database did not respond: ${(message || code)!.split('\n')[0]}`;
  if (code === undefined || !CONDITIONS.test(code)) return null;
  return `the database refused: ${message.split('\n')[0]}`;
}
