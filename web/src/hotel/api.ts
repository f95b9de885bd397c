/** The error of a refused request, with its code. `code` is OFFLINE if there was no response. */
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

/** Sent to the window when the service says that this person is not signed in any more. */
export const SIGNED_OUT = 'ihc:signed-out';
/** Sent to the window after every request: `detail` says whether there was a response. */
export const REACHED = 'ihc:reached';

/** Sent to the window when the service itself has responded, and not a hotspot in its place. */
export const RESPONDED = 'ihc:responded';

interface Options {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  /** Sent as Idempotency-Key. Requests with the same key are executed once. */
  key?: string;
  /** True if the request is not for the person whose name the page shows. */
  asAnybody?: boolean;
  /** The person who made the request. Set for a step that has waited, because the page may show another person by now. */
  as?: string;
}

let person: string | null = null;

/**
 * Sets the person whose name the page shows. Tabs share a cookie, so somebody else may have signed in in another tab. The
 * service then refuses the request, because it would run under the other name.
 */
export function setPerson(id: string | null): void {
  person = id;
}

/**
 * Calls the service and returns `data`. Throws an ApiError on failure. It also throws if somebody else has signed in
 * before the response arrived, because the response would be shown to that person and stored with that person's data.
 */
export async function callApi<Data>(path: string, options: Options = {}): Promise<Data> {
  const { method, body, key, asAnybody = false } = options;
  const asking = asAnybody ? null : (options.as ?? person);
  let response: Response;
  try {
    response = await fetch(`/hotel/api${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(asking !== null && { 'x-staff-id': asking }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch {
    dispatchEvent(new CustomEvent(REACHED, { detail: false }));
    throw new ApiError('OFFLINE', 'no connection', 0, null, null);
  }
  dispatchEvent(new CustomEvent(REACHED, { detail: true }));
  const reply = await response.json().catch(() => null);
  if (asking !== null && asking !== person)
    throw new ApiError('SIGN_IN_REQUIRED', 'somebody else has signed in', 401, null, null);
  if (response.ok && reply?.success) {
    dispatchEvent(new Event(RESPONDED));
    return reply.data as Data;
  }
  const error = reply?.error ?? { code: 'UNREADABLE', message: `HTTP ${response.status}` };
  if (error.code === 'SIGN_IN_REQUIRED' && !asAnybody) dispatchEvent(new Event(SIGNED_OUT));
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new ApiError(
    error.code,
    error.message,
    response.status,
    error.details,
    retryAfter > 0 ? retryAfter : null,
  );
}
