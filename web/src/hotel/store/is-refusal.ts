/**
 * Errors that do not concern the step itself. They come from the login page of a hotspot, from another request with the
 * same key, or from a node of an older release that does not know the route.
 */
const NOT_FINAL = ['UNREADABLE', 'IDEMPOTENCY_IN_PROGRESS', 'ROUTE_NOT_FOUND'];

/** Whether the service has refused the step. After any other error, the step is sent again. */
export function isRefusal({ status, code }: { status: number; code: string }): boolean {
  const isFinal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  return isFinal && !NOT_FINAL.includes(code);
}
