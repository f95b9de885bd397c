// Lists of changes, cut to a length that a person reads.

import { table } from './terminal.ts';

const MOST_ROWS_SHOWN = 100;

/** Changes for people: a table of the first ones, and a line that counts all. */
export function changesText(rows: Record<string, string | number | null>[], summary: string): string {
  const more = rows.length - MOST_ROWS_SHOWN;
  return [
    ...(rows.length > 0 ? [table(rows.slice(0, MOST_ROWS_SHOWN), '')] : []),
    ...(more > 0 ? [`and ${more} more: --json shows all`] : []),
    summary,
  ].join('\n');
}
