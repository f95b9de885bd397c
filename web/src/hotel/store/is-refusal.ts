/**
 * Not said about the step: a login page of a hotspot, another request with the same key, and a node of an older release
 * that does not know the hotel page.
 */
const NOT_FINAL = ['UNREADABLE', 'IDEMPOTENCY_IN_PROGRESS', 'ROUTE_NOT_FOUND'];

/** Whether the service itself has said no. Everything else is tried again. */
export function isRefusal({ status, code }: { status: number; code: string }): boolean {
  const isFinal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  return isFinal && !NOT_FINAL.includes(code);
}
