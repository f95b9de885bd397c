import { expect, it } from 'vitest';
import { SignInTurns, STRANGERS_PER_MINUTE } from './sign-in-turns.ts';

it('an account and an address have one try under way', () => {
  const turns = new SignInTurns();
  const first = turns.begin(['account a', 'network 1'], true, 0);
  expect(first.ok).toBe(true);
  expect(turns.begin(['account a', 'network 2'], true, 0)).toEqual({ ok: false, reason: 'UNDER_WAY' });
  expect(turns.begin(['account b', 'network 1'], true, 0)).toEqual({ ok: false, reason: 'UNDER_WAY' });
  expect(turns.begin(['device d'], false, 0).ok).toBe(true);
  if (first.ok) first.end();
  expect(turns.begin(['account a', 'network 1'], true, 0).ok).toBe(true);
});

it('strangers have a budget per minute, known devices have none', () => {
  const turns = new SignInTurns();
  const stranger = (now: number) => {
    const turn = turns.begin([`account ${Math.random()}`], true, now);
    return turn.ok ? 'OK' : turn.reason;
  };
  for (let spent = 0; spent < STRANGERS_PER_MINUTE; spent += 1) expect(stranger(0)).toBe('OK');
  expect(stranger(0)).toBe('SPENT');
  expect(turns.begin(['device d'], false, 0).ok).toBe(true);
  const one = 60_000 / STRANGERS_PER_MINUTE;
  expect([stranger(one - 1), stranger(one), stranger(one)]).toEqual(['SPENT', 'OK', 'SPENT']);
  // After an hour the budget is still only the budget of a minute. A clock that goes back adds nothing.
  for (let spent = 0; spent < STRANGERS_PER_MINUTE; spent += 1) expect(stranger(3_600_000)).toBe('OK');
  expect([stranger(3_600_000), stranger(0)]).toEqual(['SPENT', 'SPENT']);
});

it('a try that was refused before anything was compared costs no budget', () => {
  const turns = new SignInTurns();
  const begin = (isStranger: boolean) => {
    const turn = turns.begin([`account ${Math.random()}`], isStranger, 0);
    if (!turn.ok) throw new Error(turn.reason);
    return turn;
  };
  for (let refused = 0; refused < 2 * STRANGERS_PER_MINUTE; refused += 1) begin(true).giveBack();
  // This does not increase the budget. A known device that gives back its turn does not increase the budget either.
  begin(false).giveBack();
  for (let spent = 0; spent < STRANGERS_PER_MINUTE; spent += 1) begin(true);
  expect(() => begin(true)).toThrow('SPENT');
});
