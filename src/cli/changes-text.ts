// Writes lists of changes as text for people, and shortens long lists.

import { table } from './terminal.ts';

const MOST_ROWS_SHOWN = 100;

/** Writes changes for people: a table of the first changes, and a line with the number of all changes. */
export function changesText(rows: Record<string, string | number | null>[], summary: string): string {
  const more = rows.length - MOST_ROWS_SHOWN;
  return [
    ...(rows.length > 0 ? [table(rows.slice(0, MOST_ROWS_SHOWN), '')] : []),
    ...(more > 0 ? [`and ${more} more: --json shows all`] : []),
    summary,
  ].join('\n');
}
