import MiniSearch, { type Options } from 'minisearch';
import type { Kind, SearchEntry } from './entry.ts';
import { keyOf, termsOfQuery, termsOfWord, writtenWords } from './fold.ts';

export interface Found extends SearchEntry {
  score: number;
  /** The words of this entry that match the query. The list of results marks these words. */
  terms: string[];
}

/**
 * The options of the index. The build and the browser must use the same options, because the index file does not
 * contain them.
 */
export const INDEX_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'names', 'under', 'text', 'more'],
  storeFields: ['kind', 'href', 'title', 'under', 'text', 'names', 'sandbox'],
  stringifyField: (value) => (Array.isArray(value) ? value.join(' ') : value),
  tokenize: (text) => writtenWords(text).map(({ word }) => word),
  processTerm: termsOfWord,
};

const BOOST = { title: 5, names: 4, under: 1.5, text: 1, more: 0.6 };
const KIND_BOOST: Record<Kind, number> = {
  page: 1.6,
  operation: 1.5,
  error: 1.4,
  guide: 1,
  field: 0.7,
  term: 0.9,
  change: 0.5,
};
/** The minimum length of a word for inexact matches. A shorter word would be similar to too many other words. */
const FUZZY_LETTERS = 5;

export type Find = (query: string) => Found[];

/** Makes the search function from the index file that the build has written. */
export function openIndex(json: string, isSandbox: boolean): Find {
  const index = MiniSearch.loadJSON<SearchEntry>(json, INDEX_OPTIONS);
  const search = (query: string, combineWith: 'AND' | 'OR') =>
    index.search(query, {
      combineWith,
      tokenize: termsOfQuery,
      processTerm: (term) => term,
      boost: BOOST,
      prefix: true,
      fuzzy: (term) => (term.length >= FUZZY_LETTERS ? 0.2 : false),
      boostDocument: (_id, _term, stored) => KIND_BOOST[stored!.kind as Kind],
      filter: (result) => isSandbox || result.sandbox !== true,
    }) as unknown as Found[];
  return (query) => {
    if (termsOfQuery(query).length === 0) return [];
    const all = search(query, 'AND');
    return wholeNamesFirst(query, all.length > 0 ? all : search(query, 'OR'));
  };
}

/** If the query is a complete name, results with this name come first, even if other results have a better score. */
function wholeNamesFirst(query: string, all: Found[]): Found[] {
  const whole = keyOf(query);
  const isWhole = ({ title, names }: Found) => [title, ...names].some((name) => keyOf(name) === whole);
  const first = new Set(all.filter(isWhole));
  return [...first, ...all.filter((one) => !first.has(one))];
}
