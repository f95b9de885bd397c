/** The kinds of results, in the order in which equal ones are shown. */
export const KINDS = ['page', 'operation', 'error', 'guide', 'field', 'term', 'change'] as const;
export type Kind = (typeof KINDS)[number];

/** A place of the site that a search can find. */
export interface SearchEntry {
  id: number;
  kind: Kind;
  href: string;
  title: string;
  /** What the place belongs to, for example the guide of a section. */
  under: string;
  text: string;
  /** Other names, the same in every language: operation ids, paths, English titles. */
  names: string[];
  /** Words that find the entry and are not shown. */
  more?: string;
  /** Not in production. */
  sandbox?: true;
}
