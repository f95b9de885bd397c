// Limits the wrong tries of an account, a device and an address.

import { hash } from 'node:crypto';
import type { StaffId } from '../../../kernel/ids.ts';

/** After this number of wrong tries, the next try has to wait. */
const TRIES_LIMIT = 5;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 15 * 60;
/** After this time without a wrong try, earlier wrong tries do not count any more. */
export const TRIES_KEPT_HOURS = 24;

/**
 * The number of accounts for which an address may have wrong tries. A whole hotel, or all customers of a mobile
 * network, may share one address.
 */
export const ACCOUNTS_LIMIT = 30;
/** After this time, the oldest account of an address is dropped from the count. */
export const LEAK_SECONDS = 120;

/** The wrong tries of an account, a device, a session or a network address. */
export interface TriesEntry {
  subject: string;
  count: number;
  /** The time of the last try. For an address: when an account was last dropped because its time was over. */
  lastAt: Date;
  nextAt: Date;
  /** For an address: the accounts that were tried without success, oldest first. */
  accounts: string[];
}

/** The subjects whose wrong tries a try is added to. */
export interface Trier {
  /** The subjects whose number of wrong tries is limited. */
  counted: string[];
  /** The address, whose number of different accounts is limited. Null: the address does not matter. */
  network: { subject: string; account: string } | null;
}

/**
 * Somebody on a device that never signed in to this account. The e-mail address is hashed, because addresses without an
 * account are not stored.
 */
export function strangerTrier(address: string, email: string): Trier {
  return { counted: [`account ${hash('sha256', email, 'hex')}`], network: networkOf(address, email) };
}

/** The owner's device. Neither strangers nor people at the same address can use up its tries. */
export function deviceTrier(deviceId: string, email: string): Trier {
  return { counted: [`device ${hash('sha256', `${deviceId} ${email}`, 'hex')}`], network: null };
}

/** Somebody who is signed in and must give the password again. */
export function sessionTrier(sessionId: string): Trier {
  return { counted: [`session ${sessionId}`], network: null };
}

/**
 * Somebody with an invitation who must give a code. Tries are counted per person and not per link, because a manager
 * can make any number of links.
 */
export function invitedTrier(staffId: StaffId): Trier {
  return { counted: [`invitation ${staffId}`], network: null };
}

/** Somebody with a link. Using the same link again does not count as another try. */
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
 * Counts a try as wrong before anything is compared, so that many tries at once cannot exceed the limit. A right try is
 * removed from the count afterwards. While a subject has to wait, nothing is counted.
 */
export function decideTry(entries: TriesEntry[], { network }: Trier, now: Date): TryDecision {
  const own = entries.filter(({ subject }) => subject !== network?.subject);
  // The clock of another node may be a little ahead, so only the count decides whether there is a wait.
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

/** The entry of an address without the accounts whose time is over. */
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
