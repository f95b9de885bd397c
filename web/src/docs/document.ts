export interface Heading {
  /** The same in every language. */
  id: string;
  text: string;
}

export type Block = { html: string } | { code: string; language: string };

/** The data that the build makes from a Markdown document. */
export interface Document {
  title: string;
  headings: Heading[];
  blocks: Block[];
}
