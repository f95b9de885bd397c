import type { Accepted } from './refusal.ts';

/** What a use case of the operator returns: a value, or why nothing was changed, one line per problem. */
export type Answer<T> = Accepted<T> | Declined;

export interface Declined {
  ok: false;
  problems: string[];
}

export function decline(...problems: string[]): Declined {
  return { ok: false, problems };
}
