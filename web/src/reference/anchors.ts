import type { Field, ReferenceEntry } from './entry.ts';

/**
 * If an address contains the name of a field without a prefix, these prefixes are tried in this order. For example,
 * `#guestName` stands for `#body.guestName`.
 */
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

/** Returns the anchor that a hash identifies. Null if the entry has no such anchor. */
export function anchorOf(entry: ReferenceEntry, hash: string): string | null {
  if (hash === '') return null;
  const anchors = anchorsOf(entry);
  return [hash, ...PLACES.map((place) => `${place}.${hash}`)].find((one) => anchors.includes(one)) ?? null;
}
