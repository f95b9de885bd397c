import { FIELD_KINDS, type FieldName, type Values, WIRE_NAMES } from './fields.ts';
import type { Operation } from './operations.ts';

export interface KeyPair {
  clientId: string;
  apiKey: string;
}

/** Those of a partner. A tester of a hotel has a private hotel too, with credentials for its system. */
export interface Credentials extends KeyPair {
  supply?: KeyPair;
  hotel?: { public_id: string; name_en: string; name_ar: string };
}

// biome-ignore lint/suspicious/noExplicitAny: a response of the service, as it is.
export function credentialsOf({ client_id, api_key, supply, hotel }: any): Credentials {
  const own = { clientId: client_id, apiKey: api_key };
  if (supply === undefined) return own;
  return { ...own, hotel, supply: { clientId: supply.client_id, apiKey: supply.api_key } };
}

/** The credentials that an operation is sent with; null if the reader does not have them yet. */
export function keysFor(operation: Operation, credentials: Credentials | null): KeyPair | null {
  return operation.supply === true ? (credentials?.supply ?? null) : credentials;
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
    const keys = keysFor(operation, credentials);
    headers['X-Client-Id'] = keys?.clientId ?? '…';
    headers['X-Api-Key'] = keys?.apiKey ?? '…';
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
      .map((field): [string, string] => [WIRE_NAMES[field] ?? field, values[field]]),
  ).toString();
  const given = (operation.body ?? []).filter((field) => !inPath(field) && values[field] !== '');
  const body =
    operation.method !== 'POST'
      ? null
      : (operation.bodyOf?.(values) ??
        Object.fromEntries(given.map((field) => [field, typed(field, values)])));
  if (body !== null) headers['Content-Type'] = 'application/json';
  return { method: operation.method, path: query === '' ? path : `${path}?${query}`, headers, body };
}

function typed(field: FieldName, values: Values): unknown {
  const value = values[field];
  switch (FIELD_KINDS[field]) {
    case 'integer':
      return Number.isNaN(Number(value)) ? value : Number(value);
    case 'flag':
      return value === 'true';
    case 'eventTypes':
      return value.split(' ');
    default:
      return value;
  }
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
