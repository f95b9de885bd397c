import { fold } from '../search/fold.ts';

/** What the reader of an error must do. The list of codes is in these groups, in this order. */
export const GROUPS = ['request', 'state', 'offer', 'wait', 'contact'] as const;
export type Group = (typeof GROUPS)[number];

export interface ErrorField {
  /** As in the body, with `[]` for a list: `nights[].date`. */
  name: string;
  html: string;
}

export interface ErrorOperation {
  id: string;
  method: string;
  path: string;
  title: string;
}

/** The page of one error code. The texts are HTML, made by the build from docs/errors. */
export interface ErrorPage {
  code: string;
  status: number;
  /** The name of the status in HTTP. */
  reason: string;
  /** `key`: only if the request had an Idempotency-Key. */
  retryable: 'yes' | 'no' | 'key';
  group: Group;
  /** The language of the texts: English where there is no translation yet. */
  language: 'en' | 'ar' | 'ckb';
  /** One sentence, as HTML and as plain text. */
  meaning: string;
  meaningText: string;
  more: string;
  details: ErrorField[];
  causes: string;
  steps: string;
  /** The body of an example, as JSON text. */
  example: string;
  operations: ErrorOperation[];
  guides: { slug: string; title: string }[];
}

/** Finds a code that a reader typed or that a program changed: in any case, with hyphens. */
export function findCode(catalogue: readonly ErrorPage[], asked: string): ErrorPage | undefined {
  const code = asked.toUpperCase().replaceAll('-', '_');
  return catalogue.find((one) => one.code === code);
}

/** The codes that contain every word of a filter: in the code, the status or the meaning. */
export function matching(catalogue: readonly ErrorPage[], filter: string): readonly ErrorPage[] {
  const wanted = fold(filter).split(/\s+/).filter(Boolean);
  return catalogue.filter(({ code, status, meaningText }) => {
    const text = fold(`${code} ${code.replaceAll('_', ' ')} ${status} ${meaningText}`);
    return wanted.every((word) => text.includes(word));
  });
}
