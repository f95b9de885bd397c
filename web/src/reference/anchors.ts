import type { Field, ReferenceEntry } from './entry.ts';

/** The prefixes that are tried for a bare name, in this order. `#guestName` becomes `#body.guestName`. */
const PLACES = ['body', 'path', 'query', 'header', 'response.200.data', 'response.200', 'response.2XX'];

/** Every anchor of an entry: fields, statuses and error codes. */
export function anchorsOf(entry: ReferenceEntry): string[] {
  return [
    ...fieldAnchors(entry.parameters),
    ...fieldAnchors(entry.body?.fields ?? []),
    ...entry.responses.flatMap(({ status, fields }) => [`response.${status}`, ...fieldAnchors(fields)]),
    ...new Set(entry.errors.map(({ status }) => `response.${status}`)),
    ...entry.errors.flatMap(({ status, code }) => (code === null ? [] : [`response.${status}.${code}`])),
  ];
}

function fieldAnchors(fields: Field[]): string[] {
  return fields.flatMap(({ anchor, fields: inner = [] }) => [anchor, ...fieldAnchors(inner)]);
}

/** The anchor for the part of an address after `#`. Null if there is none. */
export function anchorOf(entry: ReferenceEntry, hash: string): string | null {
  if (hash === '') return null;
  const anchors = anchorsOf(entry);
  return [hash, ...PLACES.map((place) => `${place}.${hash}`)].find((one) => anchors.includes(one)) ?? null;
}
