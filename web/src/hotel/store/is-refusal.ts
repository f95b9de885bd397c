/** Whether the service itself has said no. Everything else, also a login page of a hotspot, is tried again. */
export function isRefusal({ status, code }: { status: number; code: string }): boolean {
  const isFinal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  return isFinal && code !== 'UNREADABLE' && code !== 'IDEMPOTENCY_IN_PROGRESS';
}
