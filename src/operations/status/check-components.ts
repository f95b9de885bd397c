import { LATE_MILLISECONDS, TOO_LATE_MILLISECONDS } from '../../snapshot/lateness.ts';
import type { Component } from './component.ts';
import type { Verdict } from './minute-tally.ts';

/**
 * If the receiver of a webhook works, the webhook should be sent within this number of seconds. The alert
 * IhcDeliveriesLate has the same limit.
 */
export const LATE_DELIVERY_SECONDS = 300;

export interface Behind {
  /** The time in milliseconds since this process last read the changes in the database. */
  feedAgeMilliseconds: number;
  isDeskReachable: boolean;
  /** True when this process refuses requests, because it does not have a secret that the other processes use. */
  isSecretMissing: boolean;
  /** The delay, in seconds, of the oldest webhook that should already have been sent. */
  webhookDelaySeconds: number;
}

/** Checks whether each component of this process can serve now. */
export function checkComponents(behind: Behind): Record<Component, Verdict> {
  const { feedAgeMilliseconds: age, isDeskReachable, isSecretMissing, webhookDelaySeconds } = behind;
  const isDatabaseAway = age > LATE_MILLISECONDS;
  const verdict = (isFailing: boolean, isImpaired = false): Verdict =>
    isFailing ? 'failing' : isImpaired ? 'impaired' : 'fine';
  return {
    // Search reads from memory, so it works for a while without the database.
    SEARCH: verdict(isSecretMissing || age > TOO_LATE_MILLISECONDS, isDatabaseAway),
    BOOKINGS: verdict(isSecretMissing || isDatabaseAway || !isDeskReachable),
    EVENTS: verdict(isSecretMissing || isDatabaseAway, webhookDelaySeconds > LATE_DELIVERY_SECONDS),
    HOTEL_SYSTEMS: verdict(isSecretMissing || isDatabaseAway, !isDeskReachable),
    PAGES: verdict(isDatabaseAway, !isDeskReachable),
  };
}
