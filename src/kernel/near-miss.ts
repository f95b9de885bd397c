// Recognises a mistyped name, so that an error message can suggest "Did you mean …?".

const SHORTEST_PART = 4;

/** Returns true if the person who wrote `name` probably meant `known`. */
export function isNearMiss(name: string, known: string): boolean {
  const given = plain(name);
  const meant = plain(known);
  if (given === meant) return true;
  // People often remember only a part of a name: `rooms` for roomsCount, or `phone` for guestPhone.
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
