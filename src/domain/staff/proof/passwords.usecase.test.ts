import { describe, expect, it } from 'vitest';
import { PASSWORD_COST, Passwords } from './passwords.usecase.ts';

describe('passwords', () => {
  it('are hashed with scrypt, N = 2^17, by default', async () => {
    expect(PASSWORD_COST).toBe(17);
    const passwords = new Passwords();
    const stored = await passwords.hash('a long password');
    expect(stored).toMatch(/^scrypt:17\.8\.1:[\w-]{22}:[\w-]{43}$/);
    expect(await passwords.isRight('a long password', stored)).toBe(true);
  });

  it('are right in every form of the same letters, and only then', async () => {
    const passwords = new Passwords(4);
    const stored = await passwords.hash('café au lait');
    expect(await passwords.isRight('cafe\u0301 au lait', stored)).toBe(true);
    expect(await passwords.isRight('cafe au lait', stored)).toBe(false);
    expect(await passwords.isRight('café au lait', null)).toBe(false);
    expect(stored).not.toBe(await passwords.hash('café au lait'));
    // This password was stored with other parameters than the present ones.
    expect(await new Passwords(5).isRight('café au lait', stored)).toBe(true);
  });

  it('wait for their turn: 2 at once, 10 in line, and no more', async () => {
    const passwords = new Passwords(10);
    const all = await Promise.all(Array.from({ length: 13 }, () => passwords.isRight('x', null)));
    expect(all.map((one) => one === null)).toEqual([...Array(12).fill(false), true]);
    expect(await passwords.isRight('x', null)).toBe(false);
  });

  it('of strangers have one of the two places, and 10 in line of their own', async () => {
    const passwords = new Passwords(10);
    const strangers = Array.from({ length: 12 }, () => passwords.isRight('x', null, 'STRANGER'));
    let done = 0;
    for (const stranger of strangers) void stranger.then(() => (done += 1));
    // The twelfth comparison is refused. A known person does not wait for strangers.
    const known = await passwords.isRight('x', null, 'KNOWN');
    expect(known).toBe(false);
    expect(done).toBeLessThan(8);
    expect((await Promise.all(strangers)).filter((one) => one === null)).toHaveLength(1);
    expect(await passwords.isRight('x', null, 'STRANGER')).toBe(false);
  });
});
