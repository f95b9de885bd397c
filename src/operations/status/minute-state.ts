import type { MinuteCounts } from './minute-tally.ts';

/**
 * NO_DATA: no process has reported. This is an outage, or the service was stopped on purpose. It is never shown as up.
 */
export type State = 'UP' | 'DEGRADED' | 'DOWN' | 'NO_DATA';

/** Above this share of the checks, or of the requests, the component was down. */
const DOWN_SHARE = 0.5;
const DEGRADED_CHECKS_SHARE = 0.1;
const DEGRADED_REQUESTS_SHARE = 0.01;
/** Fewer failed requests are ignored, because in a quiet minute one failure may be the only request. */
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
