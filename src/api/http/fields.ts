import type { FieldProblem } from '../../kernel/refusal.ts';

export interface UnknownFields {
  /** Names close to a known field. Refused: ignoring `rooms_count` would book the wrong number of rooms. */
  nearMisses: FieldProblem[];
  /** All other unknown names. They are ignored, and the response has a warning. */
  ignored: string[];
}

/** Limits the list of unknown names: a response must not grow with a hostile request. */
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

const SHORTEST_PART = 4;

function isNearMiss(name: string, known: string): boolean {
  const given = plain(name);
  const meant = plain(known);
  if (given === meant) return true;
  // Partners remember half of a name: `rooms` for roomsCount, `phone` for guestPhone.
  if (given.length >= SHORTEST_PART && (meant.startsWith(given) || meant.endsWith(given))) return true;
  const allowed = meant.length >= 6 ? 2 : 1;
  return given.length >= SHORTEST_PART - 1 && editDistanceWithin(given, meant, allowed);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_\-\s]/g, '');
}

function editDistanceWithin(one: string, other: string, limit: number): boolean {
  if (Math.abs(one.length - other.length) > limit) return false;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1)
      current[column] = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1),
      );
    previous = current;
  }
  return previous[other.length]! <= limit;
}
