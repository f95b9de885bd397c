/** The role of a tester: a partner that books hotels, or a hotel system. */
export type TesterRole = 'partner' | 'hotel';

export interface CredentialLimits {
  /**
   * How many credentials of this role may be created from one IP address in any 24 hours. Many people may share an IP
   * address, for example in an office or a school, or as customers of a mobile carrier.
   */
  perAddress: number;
  /** How many credentials of this role may exist at the same time. */
  total: number;
}

export const CREDENTIAL_LIMITS: Record<TesterRole, CredentialLimits> = {
  partner: { perAddress: 200, total: 5_000 },
  // The limits for private hotels are lower, because each private hotel takes about 0.3 MB of memory in every process.
  hotel: { perAddress: 20, total: 500 },
};

export const IDLE_DAYS_KEPT = 7;
/** How long credentials are kept if their keys are never used. */
export const UNUSED_MINUTES_KEPT = 60;
/**
 * When the total limit is reached, the service deletes the credentials whose last use is the oldest. Credentials that
 * were used within this number of minutes are kept, because somebody is testing with them.
 */
export const SPARED_MINUTES = 10;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE);
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY);
}

/**
 * Returns the number of seconds until the oldest credentials of the IP address no longer count for its limit. `oldest`
 * is the time at which these credentials were created.
 */
export function secondsUntilOneLess(oldest: Date, now: Date): number {
  return Math.max(1, Math.ceil((oldest.getTime() + DAY - now.getTime()) / 1000));
}
