// Divides lists into pages, with a cursor.

import { accept, type Outcome, refuseInput } from './refusal.ts';

export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/**
 * Returns a cursor. The cursor contains the key of the last item on the page. The next page therefore begins at the
 * right item even if items are added or removed.
 */
export function encodeCursor(lastSeen: string): string {
  return Buffer.from(lastSeen, 'utf8').toString('base64url');
}

export function decodeCursor(cursor: string, shape: RegExp): Outcome<string> {
  const lastSeen = Buffer.from(cursor, 'base64url').toString('utf8');
  if (shape.test(lastSeen)) return accept(lastSeen);
  return refuseInput([
    { field: 'cursor', code: 'INVALID_FORMAT', message: 'cursor must be the next_cursor of a previous page' },
  ]);
}

/** Returns one page of a list that is sorted by its keys. Without a limit, the page contains all remaining items. */
export function pageOf<Item>(
  items: Item[],
  keyOf: (item: Item) => string,
  keyShape: RegExp,
  request: PageRequest,
): Outcome<Page<Item>> {
  let rest = items;
  if (request.cursor !== undefined) {
    const after = decodeCursor(request.cursor, keyShape);
    if (!after.ok) return after;
    rest = items.filter((item) => keyOf(item) > after.value);
  }
  const limit = request.limit ?? rest.length;
  const page = rest.slice(0, limit);
  return accept({ items: page, nextCursor: rest.length > limit ? encodeCursor(keyOf(page.at(-1)!)) : null });
}
