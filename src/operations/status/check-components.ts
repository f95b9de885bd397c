import { LATE_MILLISECONDS, TOO_LATE_MILLISECONDS } from '../../snapshot/lateness.ts';
import type { Component } from './component.ts';
import type { Verdict } from './minute-tally.ts';

/** A webhook that its receiver would take waits at most this long. The alert IhcDeliveriesLate has the same limit. */
export const LATE_DELIVERY_SECONDS = 300;

export interface Behind {
  /** How long this process has not read the database. */
  feedAgeMilliseconds: number;
  isDeskReachable: boolean;
  /** This process does not have a secret that the others use: it refuses requests. */
  isSecretMissing: boolean;
  /** How long the oldest webhook that is due has waited. */
  webhookDelaySeconds: number;
}

/** Checks whether each component of this process can serve now. */
export function checkComponents(behind: Behind): Record<Component, Verdict> {
  const { feedAgeMilliseconds: age, isDeskReachable, isSecretMissing, webhookDelaySeconds } = behind;
  const isDatabaseAway = age > LATE_MILLISECONDS;
  const verdict = (isFailing: boolean, isImpaired = false): Verdict =>
    isFailing ? 'failing' : isImpaired ? 'impaired' : 'fine';
  return {
    // From memory, so it works for a while without the database.
    SEARCH: verdict(isSecretMissing || age > TOO_LATE_MILLISECONDS, isDatabaseAway),
    BOOKINGS: verdict(isSecretMissing || isDatabaseAway || !isDeskReachable),
    EVENTS: verdict(isSecretMissing || isDatabaseAway, webhookDelaySeconds > LATE_DELIVERY_SECONDS),
    HOTEL_SYSTEMS: verdict(isSecretMissing || isDatabaseAway, !isDeskReachable),
    PAGES: verdict(isDatabaseAway, !isDeskReachable),
  };
}
