/** One row of the result table. People read its texts. Programs that compare runs read `figures`. */
export interface Row {
  work: string;
  against: string;
  measured: string;
  ratio: string;
  atLeast: string;
  reached: boolean;
  figures: Record<string, number>;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function renderTable(rows: Row[]): string {
  const line = (row: Row) =>
    `| ${[row.work, row.against, row.measured, row.ratio, row.atLeast, row.reached ? 'yes' : '**no**'].join(' | ')} |`;
  return [
    '| Work, over HTTP | Compared with | Measured | Ratio | At least | Reached |',
    '|---|---|---|---|---|---|',
    ...rows.map(line),
  ].join('\n');
}
