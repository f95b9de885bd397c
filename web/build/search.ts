import MiniSearch from 'minisearch';
import type { Plugin } from 'vite';
import { GUIDE_ORDER } from '../src/docs/guide-order.ts';
import { ar } from '../src/i18n/ar.ts';
import { ckb } from '../src/i18n/ckb.ts';
import { en } from '../src/i18n/en.ts';
import type { SearchEntry } from '../src/search/entry.ts';
import { INDEX_OPTIONS } from '../src/search/find.ts';
import { catalogueIn } from './errors.ts';
import { guideFile } from './guides.ts';
import { readDocument } from './markdown.ts';
import type { Language } from './reference.ts';
import { operationEntries } from './search-operations.ts';
import { pageEntries } from './search-pages.ts';

const NAME = /^\0?virtual:search\/(en|ar|ckb)$/;
const GUIDES = { en: en.guides, ar: ar.guides, ckb: ckb.guides };

/**
 * Makes one module per language with the search index. The browser loads the module when the reader first uses the
 * search.
 */
export function search(): Plugin {
  return {
    name: 'search',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const language = NAME.exec(id)?.[1] as Language | undefined;
      if (language === undefined) return null;
      return `export const index = ${JSON.stringify(indexIn(language))};\n`;
    },
  };
}

export function indexIn(language: Language): string {
  const index = new MiniSearch<SearchEntry>(INDEX_OPTIONS);
  index.addAll(entriesIn(language).map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

export type NewEntry = Omit<SearchEntry, 'id'>;

/** Everything that a search can find, in one language. The `names` of an entry are the same in every language. */
function entriesIn(language: Language): NewEntry[] {
  return [
    ...pageEntries(language),
    ...operationEntries(language),
    ...errorEntries(language),
    ...guideEntries(language),
  ];
}

/** One entry for each section of a guide. */
export function guideEntries(language: Language): NewEntry[] {
  return GUIDE_ORDER.flatMap((slug) => {
    const { sections, document } = readDocument(guideFile(language, slug));
    const english = readDocument(guideFile('en', slug)).sections;
    return sections.map(({ id, text, plain }, at) => ({
      kind: 'guide' as const,
      href: `/guides/${slug}${id === '' ? '' : `#${id}`}`,
      title: text,
      under: id === '' ? GUIDES[language] : document.title,
      text: plain,
      names: [english[at]!.text],
    }));
  });
}

function errorEntries(language: Language): NewEntry[] {
  return catalogueIn(language).map(({ code, status, meaningText }) => ({
    kind: 'error',
    href: `/errors/${code}`,
    title: code,
    under: String(status),
    text: meaningText,
    names: [],
  }));
}
