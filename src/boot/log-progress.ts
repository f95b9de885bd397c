import type { Logger } from 'pino';
import type { LoadProgress } from '../snapshot/load-snapshot.store.ts';

/** Logs at most once per second. A small load ends before the first line. */
export function logProgress(log: Logger): LoadProgress {
  let loggedAt = performance.now();
  return (loaded, parts) => {
    if (performance.now() - loggedAt < 1_000) return;
    loggedAt = performance.now();
    log.info({ loaded, parts }, 'loading calendars into memory');
  };
}
