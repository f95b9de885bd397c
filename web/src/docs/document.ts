export interface Heading {
  /** The same in every language. */
  id: string;
  text: string;
}

export type Block = { html: string } | { code: string; language: string };

/** A Markdown document, as the build makes it. */
export interface Document {
  title: string;
  headings: Heading[];
  blocks: Block[];
}
