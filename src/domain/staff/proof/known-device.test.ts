import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { ACCOUNTS_OF_DEVICE, knownDevice, rememberAccount } from './known-device.ts';

const KEYS = ['k'.repeat(32)];
const remember = (cookie: string | null, email: string, keys = KEYS) =>
  rememberAccount(cookie, email, keys, randomBytes);

it('a device is known to the accounts that signed in there, and to no other', () => {
  const cookie = remember(remember(null, 'a@b.co'), 'c@d.co');
  const [id] = cookie.split('.');
  expect([knownDevice(cookie, 'a@b.co', KEYS), knownDevice(cookie, 'c@d.co', KEYS)]).toEqual([id, id]);
  for (const [made, email] of [
    [cookie, 'e@f.co'],
    [null, 'a@b.co'],
    ['', 'a@b.co'],
    [cookie.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), 'a@b.co'],
    [cookie.split('.').slice(0, 2).join('.'), 'a@b.co'],
    [`${id}.${'x'.repeat(22)}`, 'a@b.co'],
  ] as const)
    expect(knownDevice(made, email, KEYS)).toBeNull();
  expect(knownDevice(cookie, 'a@b.co', ['n'.repeat(32)])).toBeNull();
  expect(knownDevice(cookie, 'a@b.co', ['n'.repeat(32), ...KEYS])).toBe(id);
});

it('is marked once for an account, also with a new signing key', () => {
  const cookie = remember(remember(null, 'a@b.co'), 'a@b.co');
  expect(cookie.split('.')).toHaveLength(2);
  const keys = ['n'.repeat(32), ...KEYS];
  const renewed = remember(cookie, 'a@b.co', keys);
  expect(renewed.split('.')).toHaveLength(2);
  expect(knownDevice(renewed, 'a@b.co', keys.slice(0, 1))).not.toBeNull();
});

it('forgets the oldest account', () => {
  let cookie = remember(null, 'first@b.co');
  for (let index = 1; index < ACCOUNTS_OF_DEVICE; index += 1) cookie = remember(cookie, `${index}@b.co`);
  expect(knownDevice(cookie, 'first@b.co', KEYS)).not.toBeNull();
  cookie = remember(cookie, 'last@b.co');
  expect(knownDevice(cookie, 'first@b.co', KEYS)).toBeNull();
  expect(knownDevice(cookie, '1@b.co', KEYS)).not.toBeNull();
});
