import { describe, expect, it } from 'vitest';
import { idOf } from '../../../kernel/ids.ts';
import {
  ACCOUNTS_LIMIT,
  decideTry,
  deviceTrier,
  invitedTrier,
  LEAK_SECONDS,
  linkTrier,
  strangerTrier,
  subjectsOf,
  type TriesEntry,
} from './tries.ts';

const START = new Date('2027-01-15T12:00:00Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const entry = (count: number, nextAt = START): TriesEntry => ({
  subject: 'a',
  count,
  lastAt: START,
  nextAt,
  accounts: [],
});
const nobody = { counted: [], network: null };

function waitAfter(count: number): number {
  const decided = decideTry([entry(count - 1)], nobody, START);
  if (!decided.ok) throw new Error('refused');
  return (decided.entries[0]!.nextAt.getTime() - START.getTime()) / 1_000;
}

describe('wrong tries', () => {
  it('wait from the fifth on: 30 seconds, doubled up to 15 minutes', () => {
    expect([1, 4, 5, 6, 7, 8, 9, 10, 11, 1_000].map(waitAfter)).toEqual([
      0, 0, 30, 60, 120, 240, 480, 900, 900, 900,
    ]);
  });

  it('are not looked at before, and are then', () => {
    const waiting = [entry(5, later(30))];
    expect(decideTry(waiting, nobody, START)).toEqual({ ok: false, retryAfterSeconds: 30 });
    expect(decideTry(waiting, nobody, later(29.5))).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(decideTry(waiting, nobody, later(30)).ok).toBe(true);
    // The clock of the node that counted the fourth try is ahead.
    expect(decideTry([entry(4, later(1))], nobody, START).ok).toBe(true);
  });

  it('are refused when the account or the address has to wait, and then count for neither', () => {
    expect(decideTry([entry(1), entry(5, later(30))], nobody, START).ok).toBe(false);
    expect(decideTry([entry(5, later(30)), entry(1)], nobody, START).ok).toBe(false);
  });

  it('are forgotten after a day', () => {
    const countAt = (seconds: number) => {
      const decided = decideTry([entry(7)], nobody, later(seconds));
      return decided.ok && decided.entries[0]!.count;
    };
    expect(countAt(86_399)).toBe(8);
    expect(countAt(86_400)).toBe(1);
  });
});

describe('wrong tries of an address', () => {
  const from = (account: string) => strangerTrier('203.0.113.7', account);
  const subject = subjectsOf(linkTrier('203.0.113.7', 'x'))[0]!;
  const tried = (accounts: string[], lastAt = START): TriesEntry => ({
    ...entry(0),
    subject,
    accounts,
    lastAt,
  });
  const tagOf = (account: string) => from(account).network!.account;
  const full = Array.from({ length: ACCOUNTS_LIMIT }, (_, index) => tagOf(`${index}`));

  it('are limited by different accounts: one more of the same is none', () => {
    const almost = tried(full.slice(1));
    expect(decideTry([almost], from('one more'), START).ok).toBe(true);
    expect(decideTry([tried(full)], from('one more'), START)).toEqual({
      ...{ ok: false, retryAfterSeconds: LEAK_SECONDS },
    });
    const again = decideTry([tried(full)], from('7'), START);
    expect(again.ok && again.entries[0]!.accounts).toEqual(full);
  });

  it('leak: the oldest account is forgotten after two minutes', () => {
    const at = (seconds: number) => decideTry([tried(full)], from('one more'), later(seconds));
    expect(at(LEAK_SECONDS - 1)).toEqual({ ok: false, retryAfterSeconds: 1 });
    const decided = at(LEAK_SECONDS + 5);
    expect(decided.ok && decided.entries[0]).toMatchObject({
      accounts: [...full.slice(1), tagOf('one more')],
      lastAt: later(LEAK_SECONDS),
    });
    const empty = at(LEAK_SECONDS * ACCOUNTS_LIMIT);
    expect(empty.ok && empty.entries[0]!.accounts).toEqual([tagOf('one more')]);
  });

  it('do not concern a known device, nor the owner of a session or an invitation', () => {
    expect(deviceTrier('d', 'a@b.co')).toMatchObject({ network: null });
    expect(deviceTrier('d', 'a@b.co').counted).not.toEqual(from('a@b.co').counted);
    expect(deviceTrier('d', 'a@b.co').counted).not.toEqual(deviceTrier('e', 'a@b.co').counted);
    expect(invitedTrier(idOf('i')).network).toBeNull();
  });
});
