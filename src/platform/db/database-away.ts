// Recognises errors which mean that the database cannot be used at the moment, so that the request can be tried again.

/**
 * The codes mean: connection lost, refused or not available; server stopping; no disk, no memory or an I/O error;
 * deadlock; timeout of a lock, a statement or a response. The request itself causes none of these errors, so the same
 * request may succeed a moment later.
 */
const CODES =
  /^(ECONN|EPIPE|ENOENT|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|08|57P|55P03|40P01|57014|25P03|53|58030)/;
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client was closed/;

export function isDatabaseAway(error: { code?: string; message: string }): boolean {
  return CODES.test(error.code ?? '') || MESSAGES.test(error.message);
}
