import type { Plugin } from 'vite';
import { type Reference, referenceOf } from './entries.ts';
import { catalogueIn } from './errors.ts';
import { type Language, referenceIn, textsIn } from './reference.ts';

const MODULE = /^\0?virtual:(reference|operation)\/(en|ar|ckb)(?:\/(\w+))?$/;

/**
 * Makes the modules of the API reference. `virtual:reference/<language>` contains the menu, and for each entry a
 * function that loads the entry. `virtual:operation/<language>/<id>` contains one entry. The browser loads only the
 * entries that the reader opens.
 */
export function referenceModules(): Plugin {
  const made = new Map<Language, Reference>();
  const referenceFor = (language: Language) => {
    if (!made.has(language)) made.set(language, translatedReference(language));
    return made.get(language)!;
  };
  return {
    name: 'reference-modules',
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : null),
    load(id) {
      const match = MODULE.exec(id);
      if (match === null) return null;
      const [, kind, language, entryId] = match;
      const { groups, entries } = referenceFor(language as Language);
      if (kind === 'operation') {
        const entry = entries.find((one) => one.id === entryId);
        return `export const entry = ${JSON.stringify(entry)};\n`;
      }
      const loaders = entries.map(
        (one) => `${JSON.stringify(one.id)}: () => import('virtual:operation/${language}/${one.id}'),\n`,
      );
      return `export const groups = ${JSON.stringify(groups)};\nexport const load = {\n${loaders.join('')}};\n`;
    },
  };
}

/** Returns the API reference in a language. Texts without a translation are marked as English. */
export function translatedReference(language: Language): Reference {
  const document = referenceIn('en');
  const english = meaningsIn('en');
  if (language === 'en') return referenceOf(document, undefined, (code) => english.get(code));
  const texts = textsIn(language);
  const meanings = meaningsIn(language);
  return referenceOf(
    document,
    (text) => texts[text] ?? (text === '' ? '' : { en: text }),
    (code) => {
      const [meaning, original] = [meanings.get(code), english.get(code)];
      return meaning === original && original !== undefined ? { en: original } : meaning;
    },
  );
}

function meaningsIn(language: Language): Map<string, string> {
  return new Map(catalogueIn(language).map(({ code, meaningText }) => [code, meaningText]));
}
