// Finds the unknown field names of a request, and recognises names that are close to a known name.

import { isNearMiss } from '../../kernel/near-miss.ts';
import type { FieldProblem } from '../../kernel/refusal.ts';

export interface UnknownFields {
  /**
   * Unknown names that are close to a known name. The service refuses such a request. For example, if the service
   * ignored `rooms_count`, it would book the wrong number of rooms.
   */
  nearMisses: FieldProblem[];
  /** All other unknown names. The service ignores these fields and adds a warning to the response. */
  ignored: string[];
}

/**
 * The response lists at most this number of unknown names, so that a hostile request cannot make the response large.
 */
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
