import { TOO_LATE_MILLISECONDS } from '../../snapshot/lateness.ts';

/** Something that decides whether a process should get requests. A warning does not make it unready. */
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
  sharing: 'SHARED' | 'AWAY' | null;
}

export const STARTING: Check[] = [{ name: 'service', state: 'not ready', text: 'starting' }];

/**
 * A process whose gate refuses requests is not ready. A process that cannot reach the desk is ready, because reads
 * work.
 */
export function checksOf(facts: ProcessFacts): Check[] {
  const { isStopping, missingSecret, feedAgeMilliseconds, isDeskReachable, sharing } = facts;
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

/** One line per check. */
export function textOf(checks: Check[]): string {
  return checks.map(({ name, state, text }) => `${state}: ${name}: ${text}\n`).join('');
}

/** The checks that one worker process reported. Null: it did not respond in time, or it is still starting. */
export interface WorkerChecks {
  place: number;
  checks: Check[] | null;
}

/**
 * A node of several processes is ready if one of them is ready, because the supervisor passes connections only to
 * processes that serve.
 */
export function checksOfNode(workers: WorkerChecks[], isStopping: boolean): Check[] {
  const each = workers.map(({ place, checks }): Check => {
    const name = `worker ${place}`;
    if (checks === null) return { name, state: 'warning', text: 'does not answer' };
    const worse = checks.filter(({ state }) => state !== 'ok');
    const text = worse.map((check) => `${check.name}: ${check.text}`).join(', ') || 'ready';
    return { name, state: worse.length === 0 ? 'ok' : 'warning', text };
  });
  const ready = workers.filter(({ checks }) => checks !== null && isReady(checks)).length;
  const text = isStopping ? 'stopping' : `${ready} of ${workers.length} workers are ready`;
  return [{ name: 'service', state: isStopping || ready === 0 ? 'not ready' : 'ok', text }, ...each];
}
