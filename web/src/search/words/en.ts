import { pluralIn } from '../../i18n/plural.ts';
import type { Kind } from '../entry.ts';

const plural = pluralIn('en');

/** Words of the search. */
export const searchEn = {
  title: 'Search the documentation',
  placeholder: 'Search operations, fields, error codes, guides…',
  kinds: {
    page: 'Pages',
    operation: 'API reference',
    error: 'Error codes',
    guide: 'Guides',
    field: 'Fields',
    term: 'Glossary',
    change: 'Changelog',
  } as Record<Kind, string>,
  recent: 'Recently opened',
  suggested: 'Suggested',
  loading: 'Loading the index…',
  failed: 'The index could not be loaded. Check your connection.',
  nothing: (query: string) => `Nothing found for “${query}”.`,
  nothingHint: 'Try fewer words, an error code, or the name of a field.',
  count: (results: number) => plural(results, { one: '# result', other: '# results' }),
  move: 'move',
  open: 'open',
  close: 'Close',
};

export type SearchWords = typeof searchEn;
