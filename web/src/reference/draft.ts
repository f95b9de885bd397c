import type { KeyPair } from '../api/keys.ts';
import type { ApiRequest } from '../api/request.ts';
import type { ReferenceEntry } from './entry.ts';
import { mapped, movedRequest } from './example-values.ts';
import { atOwnHotel, type OwnHotel } from './own-hotel.ts';

/** A request that the reader edits. `values` contains the value of each parameter by its anchor. */
export interface Draft {
  values: Record<string, string>;
  /** Null if the operation has no body. */
  body: string | null;
}

/** The reader's data for a draft. */
export interface Reader {
  now: number;
  /** The reader's private hotel. The credentials of a reader with a private hotel work only for this hotel. */
  hotel: OwnHotel | null;
  /** Values from earlier responses. The key of each value is the name of the parameter that takes the value. */
  remembered: Record<string, string>;
}

export const PLACEHOLDER_KEYS: KeyPair = { clientId: 'YOUR_CLIENT_ID', apiKey: 'YOUR_API_KEY' };

/** Makes a valid request from the examples in the OpenAPI document. A test sends this request for every operation. */
export function firstDraft(entry: ReferenceEntry, { now, hotel, remembered }: Reader): Draft {
  const own = (text: string) => atOwnHotel(text, hotel);
  const values = entry.parameters
    .filter(({ required }) => required)
    .map(({ anchor, name, example }): [string, string] => [
      anchor,
      remembered[name] ?? own(movedRequest(String(example ?? ''), now)),
    ]);
  const example = mapped(movedRequest(entry.body?.example ?? {}, now), own);
  return {
    values: Object.fromEntries(values),
    body: entry.body === null ? null : JSON.stringify(example, null, 2),
  };
}

/** Parses a body. Undefined if the text is not a JSON object. */
export function bodyOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The request of a draft. Null if its body is not a JSON object. */
export function requestOf(entry: ReferenceEntry, draft: Draft, keys: KeyPair): ApiRequest | null {
  const body = draft.body === null ? null : bodyOf(draft.body);
  if (body === undefined) return null;
  const filled = entry.path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = draft.values[`path.${name}`] ?? '';
    return value === '' ? whole : encodeURIComponent(value);
  });
  const query = new URLSearchParams(valuesAt(entry, draft, 'query')).toString();
  return {
    method: entry.method as ApiRequest['method'],
    path: `${filled}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(entry.access !== 'open' && { 'X-Client-Id': keys.clientId, 'X-Api-Key': keys.apiKey }),
      ...(body !== null && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(
        valuesAt(entry, draft, 'header').map(([name, value]) => [headerName(name), value]),
      ),
    },
    body,
  };
}

function valuesAt({ parameters }: ReferenceEntry, { values }: Draft, place: string): [string, string][] {
  return parameters
    .filter(({ anchor }) => anchor.startsWith(`${place}.`))
    .map(({ name, anchor }): [string, string] => [name, values[anchor] ?? ''])
    .filter(([, value]) => value !== '');
}

/** A header name in its usual form, such as `Idempotency-Key`. */
function headerName(name: string): string {
  return name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}
