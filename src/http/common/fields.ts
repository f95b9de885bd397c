// Finds the unknown field names of a request, and names that are close to a known field.

import { isNearMiss } from '../../kernel/near-miss.ts';
import type { FieldProblem } from '../../kernel/refusal.ts';

export interface UnknownFields {
  /**
   * Names close to a known field. They are refused, because ignoring `rooms_count` would book the wrong number of
   * rooms.
   */
  nearMisses: FieldProblem[];
  /** All other unknown names. They are ignored, and the response has a warning. */
  ignored: string[];
}

/** Limits the list of unknown names, so that a hostile request cannot make the response large. */
const NAMES_LIMIT = 20;

export function inspectFields(given: Iterable<string>, known: readonly string[]): UnknownFields {
  const nearMisses: FieldProblem[] = [];
  const ignored: string[] = [];
  for (const name of given) {
    if (known.includes(name) || nearMisses.length + ignored.length >= NAMES_LIMIT) continue;
    const meant = name.length > 64 ? undefined : known.find((candidate) => isNearMiss(name, candidate));
    if (meant === undefined) ignored.push(name.slice(0, 64));
    else
      nearMisses.push({
        field: name,
        code: 'UNKNOWN_FIELD',
        message: `unknown field ${name}; did you mean ${meant}?`,
      });
  }
  return { nearMisses, ignored };
}
