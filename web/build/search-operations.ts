import type { Field, ReferenceEntry, Text } from '../src/reference/entry.ts';
import type { Language } from './reference.ts';
import { translatedReference } from './reference-modules.ts';
import type { NewEntry } from './search.ts';

/**
 * The entries of the English reference. They are built once for all languages, because building takes a third of a
 * second.
 */
let english: ReferenceEntry[] | null = null;

/** The operations and webhooks of the reference, and the fields of their requests. */
export function operationEntries(language: Language): NewEntry[] {
  english ??= translatedReference('en').entries;
  const summaries = english.map(({ summary }) => plain(summary));
  return translatedReference(language).entries.flatMap((entry, at) => {
    const { id, method, path, summary, text, responses, sandbox } = entry;
    const route = path === '' ? '' : `${method} ${path}`;
    const entries: NewEntry[] = [
      {
        kind: 'operation',
        href: `/reference/${id}`,
        title: plain(summary),
        under: route,
        text: plain(text),
        names: [id, path, route, summaries[at]!].filter((name) => name !== ''),
        // A search for the name of a response field finds the operation that returns the field. A separate result for
        // each of these fields would be too many results.
        more: [...new Set(responses.flatMap(({ fields }) => allOf(fields)).map(({ name }) => name))].join(
          ' ',
        ),
      },
      ...requestFields(entry).map(
        (field): NewEntry => ({
          kind: 'field',
          href: `/reference/${id}#${field.anchor}`,
          title: field.name,
          under: plain(summary),
          text: plain(field.text ?? ''),
          names: [],
        }),
      ),
    ];
    return sandbox ? entries.map((one) => ({ ...one, sandbox })) : entries;
  });
}

function requestFields({ kind, parameters, body }: ReferenceEntry): Field[] {
  // Headers that every request needs are left out. Otherwise a search would find each of these headers once per
  // operation.
  const own = parameters.filter(
    ({ anchor, name }) => !anchor.startsWith('header.') || /idempotency/i.test(name),
  );
  return kind === 'webhook' ? [] : [...own, ...allOf(body?.fields ?? [])];
}

function allOf(fields: Field[]): Field[] {
  return fields.flatMap((field) => [field, ...allOf(field.fields ?? [])]);
}

function plain(text: Text): string {
  return (typeof text === 'string' ? text : text.en)
    .replaceAll('`', '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
