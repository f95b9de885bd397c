// Limits the wrong tries per account, device, session and network address.

import { hash } from 'node:crypto';
import type { StaffId } from '../../../kernel/ids.ts';

/** After this number of wrong tries, the subject must wait before the next try. */
const TRIES_LIMIT = 5;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 15 * 60;
/** If this time passes after a wrong try without a further wrong try, the number of wrong tries returns to zero. */
export const TRIES_KEPT_HOURS = 24;

/**
 * The number of accounts for which one network address may have wrong tries. The number is high, because a whole hotel
 * or all customers of a mobile network may share one address.
 */
export const ACCOUNTS_LIMIT = 30;
/** After each period of this length, the oldest account is removed from the entry of a network address. */
export const LEAK_SECONDS = 120;

/** The stored wrong tries of one subject: an account, a device, a session, an invited person or a network address. */
export interface TriesEntry {
  subject: string;
  count: number;
  /** The time of the last try. For a network address, the time when an account was last removed from the entry. */
  lastAt: Date;
  nextAt: Date;
  /** Used only for a network address: the accounts that were tried without success, oldest first. */
  accounts: string[];
}

/** The subjects for which a wrong try is counted. */
export interface Trier {
  /** The subjects whose number of wrong tries is limited. */
  counted: string[];
  /**
   * The network address of the person, and the account or link that the person tries to use. The number of different
   * accounts per address is limited. Null: the address does not matter for this try.
   */
  network: { subject: string; account: string } | null;
}

/**
 * Returns the trier for a person on a device that never signed in to this account. The e-mail address is hashed,
 * because an address that has no account must not be stored.
 */
export function strangerTrier(address: string, email: string): Trier {
  return { counted: [`account ${hash('sha256', email, 'hex')}`], network: networkOf(address, email) };
}

/**
 * Returns the trier for a device that signed in to the account before. Other people cannot use up the tries of this
 * device, even if they have the same network address.
 */
export function deviceTrier(deviceId: string, email: string): Trier {
  return { counted: [`device ${hash('sha256', `${deviceId} ${email}`, 'hex')}`], network: null };
}

/** Returns the trier for a signed-in person who must enter the password or a code again. */
export function sessionTrier(sessionId: string): Trier {
  return { counted: [`session ${sessionId}`], network: null };
}

/**
 * Returns the trier for a person with an invitation who must enter a code. Tries are counted per person. They are not
 * counted per link, because a manager can make any number of links.
 */
export function invitedTrier(staffId: StaffId): Trier {
  return { counted: [`invitation ${staffId}`], network: null };
}

/** Returns the trier for a person who opens a link. If the same link is opened again, no second try is counted. */
export function linkTrier(address: string, token: string): Trier {
  return { counted: [], network: networkOf(address, token) };
}

function networkOf(address: string, account: string): Trier['network'] {
  return { subject: `network ${address}`, account: hash('sha256', account, 'hex').slice(0, 12) };
}

export function subjectsOf({ counted, network }: Trier): string[] {
  return network === null ? counted : [...counted, network.subject];
}

export type TryDecision = { ok: true; entries: TriesEntry[] } | { ok: false; retryAfterSeconds: number };

/**
 * Counts a try as wrong before anything is compared, so that many tries at once cannot exceed the limit. If the try was
 * right, the caller removes it from the count afterwards. If a subject must wait, the try is refused and not counted.
 */
export function decideTry(entries: TriesEntry[], { network }: Trier, now: Date): TryDecision {
  const own = entries.filter(({ subject }) => subject !== network?.subject);
  // A subject must wait only if its count has reached the limit. `nextAt` alone is not enough, because the clock of the
  // node that stored it may be ahead.
  const waits = own.filter(({ count }) => count >= TRIES_LIMIT).map(({ nextAt }) => nextAt.getTime());
  const found = entries.find(({ subject }) => subject === network?.subject);
  const address = found === undefined ? null : leaked(found, now);
  const isFull =
    address !== null &&
    address.accounts.length >= ACCOUNTS_LIMIT &&
    !address.accounts.includes(network!.account);
  if (isFull) waits.push(address.lastAt.getTime() + LEAK_SECONDS * 1_000);
  const wait = Math.max(0, ...waits.map((until) => until - now.getTime()));
  if (wait > 0) return { ok: false, retryAfterSeconds: Math.ceil(wait / 1_000) };
  const forgottenAt = now.getTime() - TRIES_KEPT_HOURS * 3_600_000;
  const counted = own.map(({ count, lastAt, ...entry }) => {
    const next = (lastAt.getTime() <= forgottenAt ? 0 : count) + 1;
    const nextAt = new Date(now.getTime() + waitSeconds(next) * 1_000);
    return { ...entry, count: next, lastAt: now, nextAt };
  });
  return {
    ok: true,
    entries: address === null ? counted : [...counted, withAccount(address, network!.account)],
  };
}

/** Removes accounts from the entry of a network address: one account for each LEAK_SECONDS that have passed. */
function leaked(entry: TriesEntry, now: Date): TriesEntry {
  const passed = Math.max(0, Math.floor((now.getTime() - entry.lastAt.getTime()) / 1_000 / LEAK_SECONDS));
  const accounts = entry.accounts.slice(passed);
  const lastAt =
    accounts.length === 0 ? now : new Date(entry.lastAt.getTime() + passed * LEAK_SECONDS * 1_000);
  return { ...entry, accounts, lastAt };
}

function withAccount(entry: TriesEntry, account: string): TriesEntry {
  const accounts = entry.accounts.includes(account) ? entry.accounts : [...entry.accounts, account];
  return { ...entry, accounts, count: accounts.length };
}

function waitSeconds(count: number): number {
  if (count < TRIES_LIMIT) return 0;
  return Math.min(FIRST_WAIT_SECONDS * 2 ** (count - TRIES_LIMIT), LONGEST_WAIT_SECONDS);
}
