/**
 * Errors after which the step may still succeed. `UNREADABLE`: the login page of a hotspot has responded.
 * `IDEMPOTENCY_IN_PROGRESS`: another request with the same key is running. `ROUTE_NOT_FOUND`: a node of an older
 * release has responded.
 */
const NOT_FINAL = ['UNREADABLE', 'IDEMPOTENCY_IN_PROGRESS', 'ROUTE_NOT_FOUND'];

/** Whether the service has refused the step. After any other error, the step is sent again. */
export function isRefusal({ status, code }: { status: number; code: string }): boolean {
  const isFinal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  return isFinal && !NOT_FINAL.includes(code);
}
