/** The kinds of results. */
export const KINDS = ['page', 'operation', 'error', 'guide', 'field', 'term', 'change'] as const;
export type Kind = (typeof KINDS)[number];

/** A place on the site that a search can find. */
export interface SearchEntry {
  id: number;
  kind: Kind;
  href: string;
  title: string;
  /** The title of what contains the place, for example the guide of a section. */
  under: string;
  text: string;
  /** Other names, the same in every language: operation ids, paths, English titles. */
  names: string[];
  /** More words by which a search finds the entry. They are not shown. */
  more?: string;
  /** True if the place does not exist in production. */
  sandbox?: true;
}
