/** The kinds of results. */
export const KINDS = ['page', 'operation', 'error', 'guide', 'field', 'term', 'change'] as const;
export type Kind = (typeof KINDS)[number];

/** A page of the site that a search can find, or a part of a page, such as a section, a field or a term. */
export interface SearchEntry {
  id: number;
  kind: Kind;
  href: string;
  title: string;
  /** The title of the page or guide that contains this part. */
  under: string;
  text: string;
  /** Other names, the same in every language: operation ids, paths, English titles. */
  names: string[];
  /** More words by which a search finds the entry. The results do not show these words. */
  more?: string;
  /** True if production does not have this page or part. */
  sandbox?: true;
}
