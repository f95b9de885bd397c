/** One row of the result table. People read its texts. Programs that compare runs read `figures`. */
export interface Row {
  work: string;
  against: string;
  measured: string;
  ratio: string;
  atLeast: string;
  /** Whether the target is reached. Null if there is no target. */
  reached: boolean | null;
  figures: Record<string, number>;
}

/** Returns a row for work that has no figure, with the reason. */
export function rowWithout(work: string, reason: string, reached: boolean | null): Row {
  return { work, against: '–', measured: reason, ratio: '–', atLeast: '–', reached, figures: {} };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function reachedInWords({ reached }: Row): string {
  if (reached === null) return '–';
  return reached ? 'yes' : '**no**';
}

export function renderTable(rows: Row[]): string {
  const line = (row: Row) =>
    `| ${[row.work, row.against, row.measured, row.ratio, row.atLeast, reachedInWords(row)].join(' | ')} |`;
  return [
    '| Work, over HTTP | Compared with | Measured | Ratio | At least | Reached |',
    '|---|---|---|---|---|---|',
    ...rows.map(line),
  ].join('\n');
}
