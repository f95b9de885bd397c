/**
 * The error of a request that failed. `code` is the error code of the response, or OFFLINE if there was no response.
 */
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

/** This event is sent to the window when a response shows that the person is no longer signed in. */
export const SIGNED_OUT = 'ihc:signed-out';
/** This event is sent to the window after every request. Its `detail` is true if there was a response. */
export const REACHED = 'ihc:reached';

/**
 * This event is sent to the window after a successful response of the service. A response of a hotspot's login page
 * does not cause this event.
 */
export const RESPONDED = 'ihc:responded';

interface Options {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  /** Sent as Idempotency-Key. Requests with the same key are executed once. */
  key?: string;
  /** True if the request must not contain the id of a person, for example because it is a sign-in. */
  asAnybody?: boolean;
  /**
   * The id to send instead of the id of the person whom the page shows. The request for a step contains the id of the
   * person who made the step. When the page sends the step, somebody else may be signed in.
   */
  as?: string;
}

let person: string | null = null;

/**
 * Stores the id of the person whom the page shows. Each request contains this id. All tabs share one cookie, so the
 * session may belong to somebody who has used another tab to sign in. The service then refuses the request, because it
 * would be executed for the wrong person.
 */
export function setPerson(id: string | null): void {
  person = id;
}

/**
 * Calls the service and returns the `data` of the response. Throws an ApiError on failure, and also if the page shows
 * another person when the response arrives. Otherwise the page would show the response to that person and store the
 * response with that person's data.
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
