import { fold } from '../search/fold.ts';

/**
 * The groups of error codes, in the order of the list. All errors of a group need the same kind of action from the
 * reader.
 */
export const GROUPS = ['request', 'state', 'offer', 'wait', 'contact'] as const;
export type Group = (typeof GROUPS)[number];

export interface ErrorField {
  /** The name of the field in the body. `[]` stands for a list, as in `nights[].date`. */
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
  /** The HTTP reason phrase, such as `Not Found`. */
  reason: string;
  /** `key` means that the request can be retried only if it had an Idempotency-Key. */
  retryable: 'yes' | 'no' | 'key';
  group: Group;
  /** The language of the texts, or English if the texts are not translated yet. */
  language: 'en' | 'ar' | 'ckb';
  /** One sentence, as HTML and as plain text. */
  meaning: string;
  meaningText: string;
  more: string;
  details: ErrorField[];
  causes: string;
  steps: string;
  /** The body of an example response, as JSON text. */
  example: string;
  operations: ErrorOperation[];
  guides: { slug: string; title: string }[];
}

/** Finds the page of an error code. `asked` may be in lower case, and may contain hyphens instead of underscores. */
export function findCode(catalogue: readonly ErrorPage[], asked: string): ErrorPage | undefined {
  const code = asked.toUpperCase().replaceAll('-', '_');
  return catalogue.find((one) => one.code === code);
}

/** Returns the pages that match a filter. Each word of the filter must occur in the code, the status or the meaning. */
export function matching(catalogue: readonly ErrorPage[], filter: string): readonly ErrorPage[] {
  const wanted = fold(filter).split(/\s+/).filter(Boolean);
  return catalogue.filter(({ code, status, meaningText }) => {
    const text = fold(`${code} ${code.replaceAll('_', ' ')} ${status} ${meaningText}`);
    return wanted.every((word) => text.includes(word));
  });
}
