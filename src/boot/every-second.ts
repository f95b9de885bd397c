import type { LoadProgress } from '../snapshot/load-snapshot.store.ts';

/** Reports at most once per second. A small load ends before the first report. */
export function everySecond(report: LoadProgress): LoadProgress {
  let reportedAt = performance.now();
  return (loaded, parts) => {
    if (performance.now() - reportedAt < 1_000) return;
    reportedAt = performance.now();
    report(loaded, parts);
  };
}
