// How many wrong tries are allowed, for an account, a device and an address.

import { hash } from 'node:crypto';
import type { StaffId } from '../../../kernel/ids.ts';

/** After so many wrong tries the next one has to wait. */
const TRIES_LIMIT = 5;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 15 * 60;
/** Without a wrong try for so long, earlier ones are forgotten. */
export const TRIES_KEPT_HOURS = 24;

/** An address may have wrong tries for so many accounts: a whole hotel, or everybody behind a carrier, shares one. */
export const ACCOUNTS_LIMIT = 30;
/** After so long the oldest of them is forgotten. */
export const LEAK_SECONDS = 120;

/** The wrong tries of an account, a device, a session or a network address. */
export interface TriesEntry {
  subject: string;
  count: number;
  /** Of an address: when the list last lost an account by time. */
  lastAt: Date;
  nextAt: Date;
  /** Of an address: what it has tried in vain, the oldest first. */
  accounts: string[];
}

/** Whose wrong tries a try adds to. */
export interface Trier {
  /** Their count is limited. */
  counted: string[];
  /** The number of different accounts is limited. Null: the address does not matter. */
  network: { subject: string; account: string } | null;
}

/** Somebody on a device that never signed in to this account. By a hash: addresses without an account are not stored. */
export function strangerTrier(address: string, email: string): Trier {
  return { counted: [`account ${hash('sha256', email, 'hex')}`], network: networkOf(address, email) };
}

/** The owner's device. Strangers cannot use up its tries, nor can those at the same address. */
export function deviceTrier(deviceId: string, email: string): Trier {
  return { counted: [`device ${hash('sha256', `${deviceId} ${email}`, 'hex')}`], network: null };
}

/** Somebody who has signed in, and is asked again. */
export function sessionTrier(sessionId: string): Trier {
  return { counted: [`session ${sessionId}`], network: null };
}

/** Somebody with an invitation who is asked for a code. Not by the link: a manager can make as many as they like. */
export function invitedTrier(staffId: StaffId): Trier {
  return { counted: [`invitation ${staffId}`], network: null };
}

/** Somebody with a link. The same link again is not one more guess. */
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
 * Counts a try as wrong before it is looked at, so that many at once are not more than the limit. One that is right is
 * taken back afterwards. While one subject has to wait, nothing is counted.
 */
export function decideTry(entries: TriesEntry[], { network }: Trier, now: Date): TryDecision {
  const own = entries.filter(({ subject }) => subject !== network?.subject);
  // The clock of another node may be a little ahead: only the count says whether there is a wait at all.
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

/** Without the accounts whose time is over. */
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
