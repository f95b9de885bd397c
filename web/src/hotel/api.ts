/** What the service refused, with its code. `code` is OFFLINE when there was no response. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly details: unknown,
    readonly retryAfterSeconds: number | null,
  ) {
    super(message);
  }
}

interface Options {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  /** Sent as Idempotency-Key: the same request is executed once, however often it is sent. */
  key?: string;
}

/** Calls the service and returns `data`. Throws an ApiError. */
export async function callApi<Data>(path: string, { method, body, key }: Options = {}): Promise<Data> {
  let response: Response;
  try {
    response = await fetch(`/hotel/api${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch {
    throw new ApiError('OFFLINE', 'no connection', 0, null, null);
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer?.success) return answer.data as Data;
  const error = answer?.error ?? { code: 'UNREADABLE', message: `HTTP ${response.status}` };
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new ApiError(
    error.code,
    error.message,
    response.status,
    error.details,
    retryAfter > 0 ? retryAfter : null,
  );
}
