/** A request. The page shows this object, and also sends it. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown> | null;
}

export interface ApiResponse {
  status: number;
  milliseconds: number;
  headers: [string, string][];
  // biome-ignore lint/suspicious/noExplicitAny: a response is shown as it is, whatever it contains.
  body: any;
}

/**
 * A pattern for an input field whose value is sent in a header. Browsers refuse to send other characters in a header.
 */
export const HEADER_PATTERN = '[ -~]*';

/** Sends a request. Returns null if there was no response, or if the signal has aborted the request. */
export async function send(request: ApiRequest, signal?: AbortSignal): Promise<ApiResponse | null> {
  const startedAt = performance.now();
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers: request.headers,
      ...(signal !== undefined && { signal }),
      ...(request.body !== null && { body: JSON.stringify(request.body) }),
    });
    const text = await response.text();
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
    return {
      status: response.status,
      milliseconds,
      headers: [...response.headers].sort(([one], [other]) => (one < other ? -1 : 1)),
      body: text === '' ? null : JSON.parse(text),
    };
  } catch {
    return null;
  }
}
