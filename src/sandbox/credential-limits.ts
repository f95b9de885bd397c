/** What a tester wants to test: booking hotels, or the system of a hotel. */
export type TesterRole = 'partner' | 'hotel';

export interface CredentialLimits {
  /** In any 24 hours. An office, a school or a carrier's customers may share an address. */
  perAddress: number;
  /** How many there are at the same time. */
  total: number;
}

export const CREDENTIAL_LIMITS: Record<TesterRole, CredentialLimits> = {
  partner: { perAddress: 200, total: 5_000 },
  // Each private hotel takes about 0.3 MB in the memory of every process.
  hotel: { perAddress: 20, total: 500 },
};

export const IDLE_DAYS_KEPT = 7;
/** Credentials whose keys were never used. */
export const UNUSED_MINUTES_KEPT = 60;
/** At the total, the longest idle one makes room, but none that was used this recently: somebody is testing with it. */
export const SPARED_MINUTES = 10;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE);
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY);
}

/** Seconds until the address has made one less in 24 hours. `oldest` is when it made the oldest one that counts. */
export function secondsUntilOneLess(oldest: Date, now: Date): number {
  return Math.max(1, Math.ceil((oldest.getTime() + DAY - now.getTime()) / 1000));
}
