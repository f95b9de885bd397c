import { TOO_LATE_MILLISECONDS } from '../../snapshot/lateness.ts';

/** One of the checks that decide whether a process should receive requests. A process with a warning is still ready. */
export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'not ready';
  text: string;
}

export interface ProcessFacts {
  isStopping: boolean;
  missingSecret: string | null;
  feedAgeMilliseconds: number;
  isDeskReachable: boolean;
  /** A text about what the database has lost. Null when nothing is lost. */
  halt: string | null;
  sharing: 'SHARED' | 'AWAY' | null;
}

export const STARTING: Check[] = [{ name: 'service', state: 'not ready', text: 'starting' }];

/**
 * Returns the checks of a process. If the process would refuse all requests, it is not ready. A process that cannot
 * reach the desk is ready, because reads still work.
 */
export function checksOf(facts: ProcessFacts): Check[] {
  const { isStopping, missingSecret, feedAgeMilliseconds, isDeskReachable, halt, sharing } = facts;
  const isTooLate = feedAgeMilliseconds > TOO_LATE_MILLISECONDS;
  return [
    isStopping
      ? { name: 'service', state: 'not ready', text: 'stopping' }
      : { name: 'service', state: 'ok', text: 'running' },
    {
      name: 'change feed',
      state: isTooLate ? 'not ready' : 'ok',
      text: `read ${(Math.max(0, feedAgeMilliseconds) / 1_000).toFixed(1)} s ago`,
    },
    ...(missingSecret === null
      ? []
      : [{ name: 'secrets', state: 'not ready', text: `restart with the new ${missingSecret}` } as const]),
    isDeskReachable
      ? { name: 'desk', state: 'ok', text: 'reachable' }
      : { name: 'desk', state: 'warning', text: 'cannot be reached; reads work, bookings wait' },
    ...(halt === null
      ? []
      : [{ name: 'data', state: 'warning', text: `DATA_LOST: bookings are halted; lost: ${halt}` } as const]),
    ...(sharing === 'AWAY'
      ? [
          {
            name: 'rate limits',
            state: 'warning',
            text: 'Redis is away; this node counts by itself',
          } as const,
        ]
      : []),
  ];
}

export function isReady(checks: Check[]): boolean {
  return checks.every(({ state }) => state !== 'not ready');
}

/** Returns a text with one line per check. */
export function textOf(checks: Check[]): string {
  return checks.map(({ name, state, text }) => `${state}: ${name}: ${text}\n`).join('');
}

/** The checks that one worker process reported. Null if the worker did not respond in time or is still starting. */
export interface WorkerChecks {
  place: number;
  checks: Check[] | null;
}

/**
 * Returns the checks of a node with several processes. The node is ready if at least one process is ready, because the
 * supervisor passes connections only to ready processes.
 */
export function checksOfNode(workers: WorkerChecks[], isStopping: boolean): Check[] {
  const each = workers.map(({ place, checks }): Check => {
    const name = `worker ${place}`;
    if (checks === null) return { name, state: 'warning', text: 'does not respond' };
    const worse = checks.filter(({ state }) => state !== 'ok');
    const text = worse.map((check) => `${check.name}: ${check.text}`).join(', ') || 'ready';
    return { name, state: worse.length === 0 ? 'ok' : 'warning', text };
  });
  const ready = workers.filter(({ checks }) => checks !== null && isReady(checks)).length;
  const text = isStopping ? 'stopping' : `${ready} of ${workers.length} workers are ready`;
  return [{ name: 'service', state: isStopping || ready === 0 ? 'not ready' : 'ok', text }, ...each];
}
