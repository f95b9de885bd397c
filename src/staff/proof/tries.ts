import { hash } from 'node:crypto';

/** After so many wrong tries the next one has to wait. */
export const TRIES_LIMIT = 5;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 15 * 60;
/** Without a wrong try for so long, earlier ones are forgotten. */
export const TRIES_KEPT_HOURS = 24;

/** The wrong tries of an account or of a network address. */
export interface TriesEntry {
  subject: string;
  count: number;
  lastAt: Date;
  nextAt: Date;
}

/** By a hash: addresses of people without an account are not stored. */
export function triesOfAccount(email: string): string {
  return `account ${hash('sha256', email, 'hex')}`;
}

export function triesOfAddress(address: string): string {
  return `address ${address}`;
}

export type TryDecision = { ok: true; entries: TriesEntry[] } | { ok: false; retryAfterSeconds: number };

/**
 * Counts a try as wrong before it is looked at, so that many at once are not more than the limit. One that is right is
 * taken back afterwards. While one subject has to wait, nothing is counted.
 */
export function decideTry(entries: TriesEntry[], now: Date): TryDecision {
  // The clock of another node may be a little ahead: only the count says whether there is a wait at all.
  const waits = entries.filter(({ count }) => count >= TRIES_LIMIT);
  const wait = Math.max(0, ...waits.map(({ nextAt }) => nextAt.getTime() - now.getTime()));
  if (wait > 0) return { ok: false, retryAfterSeconds: Math.ceil(wait / 1_000) };
  const forgottenAt = now.getTime() - TRIES_KEPT_HOURS * 3_600_000;
  return {
    ok: true,
    entries: entries.map(({ subject, count, lastAt }) => {
      const counted = (lastAt.getTime() <= forgottenAt ? 0 : count) + 1;
      const nextAt = new Date(now.getTime() + waitSeconds(counted) * 1_000);
      return { subject, count: counted, lastAt: now, nextAt };
    }),
  };
}

function waitSeconds(count: number): number {
  if (count < TRIES_LIMIT) return 0;
  return Math.min(FIRST_WAIT_SECONDS * 2 ** (count - TRIES_LIMIT), LONGEST_WAIT_SECONDS);
}
