import type { Kind } from './entry.ts';
import type { Found } from './find.ts';

/** How many results of each kind are shown. More results would hide the other kinds. */
const GROUP_LIMITS: Record<Kind, number> = {
  page: 4,
  operation: 6,
  error: 5,
  guide: 6,
  field: 5,
  term: 3,
  change: 3,
};

export interface Group {
  kind: Kind;
  results: Found[];
}

/** These kinds come last, because readers rarely look for a definition or an old release. */
const LAST: Kind[] = ['term', 'change'];

/**
 * Groups results by kind. The groups are in the order of their best results, except that the kinds in LAST come last.
 */
export function grouped(results: Found[]): Group[] {
  const groups = new Map<Kind, Found[]>();
  for (const result of results) {
    const group = groups.get(result.kind) ?? [];
    if (group.length < GROUP_LIMITS[result.kind]) group.push(result);
    groups.set(result.kind, group);
  }
  const rank = (kind: Kind) => LAST.indexOf(kind);
  return [...groups]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([kind, some]) => ({ kind, results: some }));
}
