// Describes errors of the database server for the log.

/**
 * Errors that the database server reports: too many connections, a full disk, a shutdown, a timeout, a lock that was
 * not granted, a missing permission, a read-only server.
 */
const CONDITIONS = /^(08|53|57|58)|^(25006|25P03|40001|40P01|42501|55P03)$/;

/**
 * Errors that the driver reports, not the server: no connection could be opened, a response did not arrive, or the
 * connection was lost.
 */
const LOST = /^(ECONN|Connection terminated|Query read timeout|timeout exceeded when trying to connect)/;

/**
 * Describes the error in one line. Returns null if neither the state of the server nor the connection has caused the
 * error.
 */
export function serverConditionOf(error: unknown): string | null {
  const { code, message } = error as NodeJS.ErrnoException;
  if (LOST.test(code ?? message)) return `the database did not respond: ${(message || code)!.split('\n')[0]}`;
  if (code === undefined || !CONDITIONS.test(code)) return null;
  return `the database refused: ${message.split('\n')[0]}`;
}
