import type { Credentials, KeyPair } from '../api/keys.ts';
import type { ApiRequest } from '../api/request.ts';
import { FIELD_KINDS, type FieldName, type Values, WIRE_NAMES } from './fields.ts';
import type { Operation } from './operation.ts';

/** The credentials for an operation. Null if the reader has no credentials yet. */
export function keysFor(operation: Operation, credentials: Credentials | null): KeyPair | null {
  return operation.group === 'supply' ? (credentials?.supply ?? null) : credentials;
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
  // The console shows paths with /api/v1, as in the specification. The console sends requests to /v1, as in all
  // documents.
  const path = operation.path
    .replace(/^\/api/, '')
    .replace(/\{(\w+)\}/g, (_, field: FieldName) => encodeURIComponent(values[field] || '…'));
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
