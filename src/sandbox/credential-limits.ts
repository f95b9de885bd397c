/** What a tester wants to test: booking hotels, or the system of a hotel. */
export type TesterRole = 'partner' | 'hotel';

export interface CredentialLimits {
  /** Limit in any 24 hours. An office, a school or the customers of a mobile carrier may share an address. */
  perAddress: number;
  /** Limit at the same time. */
  total: number;
}

export const CREDENTIAL_LIMITS: Record<TesterRole, CredentialLimits> = {
  partner: { perAddress: 200, total: 5_000 },
  // Each private hotel takes about 0.3 MB in the memory of every process.
  hotel: { perAddress: 20, total: 500 },
};

export const IDLE_DAYS_KEPT = 7;
/** How long credentials are kept if their keys are never used. */
export const UNUSED_MINUTES_KEPT = 60;
/**
 * At the total limit, the credentials that were idle longest are deleted. Credentials that were used this recently are
 * kept, because somebody is testing with them.
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

/** Seconds until the oldest credentials of the address no longer count. `oldest` is when the address made them. */
export function secondsUntilOneLess(oldest: Date, now: Date): number {
  return Math.max(1, Math.ceil((oldest.getTime() + DAY - now.getTime()) / 1000));
}
