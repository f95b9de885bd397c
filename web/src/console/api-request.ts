import { FIELD_KINDS, type FieldName, type Values } from './fields.ts';
import type { Operation } from './operations.ts';

export interface Credentials {
  clientId: string;
  apiKey: string;
}

/** The request that is sent and shown: both use this object. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown> | null;
}

export function buildRequest(
  operation: Operation,
  values: Values,
  credentials: Credentials | null,
): ApiRequest {
  const headers: Record<string, string> = {};
  if (operation.open === undefined) {
    headers['X-Client-Id'] = credentials?.clientId ?? '…';
    headers['X-Api-Key'] = credentials?.apiKey ?? '…';
  }
  if (operation.header !== undefined && values[operation.header] !== '')
    headers['Idempotency-Key'] = values[operation.header];
  const inPath = (field: FieldName) => operation.path.includes(`{${field}}`);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, field: FieldName) =>
    encodeURIComponent(values[field] || '…'),
  );
  const query = new URLSearchParams(
    (operation.query ?? [])
      .filter((field) => !inPath(field) && values[field] !== '')
      .map((field): [string, string] => [field, values[field]]),
  ).toString();
  const given = (operation.body ?? []).filter((field) => !inPath(field) && values[field] !== '');
  const body =
    operation.method === 'GET'
      ? null
      : Object.fromEntries(given.map((field) => [field, typed(field, values)]));
  if (body !== null) headers['Content-Type'] = 'application/json';
  return { method: operation.method, path: query === '' ? path : `${path}?${query}`, headers, body };
}

function typed(field: FieldName, values: Values): unknown {
  const value = values[field];
  if (FIELD_KINDS[field] === 'integer') return Number.isNaN(Number(value)) ? value : Number(value);
  return FIELD_KINDS[field] === 'flag' ? value === 'true' : value;
}

export interface ApiResponse {
  status: number;
  milliseconds: number;
  headers: [string, string][];
  // biome-ignore lint/suspicious/noExplicitAny: a response is shown as it is, whatever it contains.
  body: any;
}

/** Sends a request. Null when there was no response. */
export async function send(request: ApiRequest): Promise<ApiResponse | null> {
  const startedAt = performance.now();
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers: request.headers,
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
