import type { MinuteCounts } from './minute-tally.ts';

/**
 * NO_DATA means that no process has reported, because of an outage or because the service was stopped on purpose. The
 * status page never shows NO_DATA as up.
 */
export type State = 'UP' | 'DEGRADED' | 'DOWN' | 'NO_DATA';

/** If more than this share of a component's checks or requests failed, the component was down. */
const DOWN_SHARE = 0.5;
const DEGRADED_CHECKS_SHARE = 0.1;
const DEGRADED_REQUESTS_SHARE = 0.01;
/**
 * If fewer requests than this failed, the failures are ignored. Otherwise a single failed request in a quiet minute
 * would make the component degraded.
 */
const LEAST_FAILURES = 2;
const LEAST_FAILURES_DOWN = 5;

/** Returns the state of a component in a minute, from the counts of all processes. */
export function stateOf({ checks, impaired, failing, requests, failures }: MinuteCounts): State {
  if (checks === 0) return 'NO_DATA';
  if (failing > checks * DOWN_SHARE) return 'DOWN';
  if (failures >= LEAST_FAILURES_DOWN && failures > requests * DOWN_SHARE) return 'DOWN';
  if (impaired + failing > checks * DEGRADED_CHECKS_SHARE) return 'DEGRADED';
  if (failures >= LEAST_FAILURES && failures > requests * DEGRADED_REQUESTS_SHARE) return 'DEGRADED';
  return 'UP';
}

const ORDER: State[] = ['UP', 'NO_DATA', 'DEGRADED', 'DOWN'];

export function worse(one: State, other: State): State {
  return ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other;
}
