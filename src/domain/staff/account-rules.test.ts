import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from '../../platform/secrets/common-passwords.ts';
import { emailProblems, nameProblems, normaliseEmail, passwordProblems } from './account-rules.ts';

const codes = (password: string, own: (string | null)[] = []) =>
  passwordProblems(password, own).map(({ code }) => code);

describe('a new password', () => {
  it('has 10 to 200 characters', () => {
    expect(codes('a2c4e6g8i')).toEqual(['TOO_SHORT']);
    expect(codes('a2c4e6g8i0')).toEqual([]);
    expect(codes('كلمةسرطويل')).toEqual([]);
    expect(codes('ab'.repeat(100))).toEqual([]);
    expect(codes(`${'ab'.repeat(100)}c`)).toEqual(['TOO_LONG']);
    // The ligature counts as three letters.
    expect(codes(`${'ab'.repeat(99)}ﬃ`)).toEqual(['TOO_LONG']);
  });

  it('is none that others guess first', () => {
    const own = ['zainab@hotel.example', 'فندق الاختبار', 'Test Hotel 1', null];
    for (const easy of ['1234567890', 'Password123', 'aaaaaaaaaaaa', 'Zainab@Hotel.example', 'TEST hotel 1'])
      expect([easy, codes(easy, own)]).toEqual([easy, ['NOT_ALLOWED']]);
    for (const easy of [
      'Welcome@2024',
      'Baghdad2026!',
      'P@ssw0rd1234',
      'karbala@123',
      'HotelHotel',
      'qwertyuiop',
    ])
      expect([easy, codes(easy, own)]).toEqual([easy, ['NOT_ALLOWED']]);
    expect(codes('فندق الاختبار', own)).toEqual(['NOT_ALLOWED']);
    expect(codes('فندق الاختبار 7', own)).toEqual([]);
  });
});

it('at least 3,000 common passwords are refused, each of them long enough to be tried', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(3_000);
  const accepted = [...COMMON_PASSWORDS].filter((password) => codes(password)[0] !== 'NOT_ALLOWED');
  expect(accepted).toEqual([]);
  // These are on no list of ours, but on the published list.
  for (const leaked of ['1123581321', 'usuckballz1', 'Mailcreated5240'])
    expect([leaked, codes(leaked)]).toEqual([leaked, ['NOT_ALLOWED']]);
  // A password that is similar to a common password is accepted, because an attacker does not try it first.
  expect(codes('baghdad7319')).toEqual([]);
});

describe('an account', () => {
  it('has an e-mail address', () => {
    const isRight = (email: string) => emailProblems(normaliseEmail(email)).length === 0;
    expect(['a@b.co', ' Zainab.K+1@Hotel.Example '].every(isRight)).toBe(true);
    for (const wrong of ['', 'a', 'a@b', '@b.co', 'a b@c.de', 'a@b..c', 'İ@b.co', `${'a'.repeat(65)}@b.co`])
      expect([wrong, isRight(wrong)]).toEqual([wrong, false]);
    const domain = `${'b'.repeat(60)}.`.repeat(4);
    expect(isRight(`${'a'.repeat(5)}@${domain}.co`.replace('..', '.'))).toBe(true);
    expect(isRight(`${'a'.repeat(64)}@${domain}.co`.replace('..', '.'))).toBe(false);
  });

  it('has a name of 1 to 100 characters', () => {
    const codesOf = (name: string) => nameProblems(name).map(({ code }) => code);
    expect(codesOf('  ')).toEqual(['TOO_SHORT']);
    expect(codesOf('ز')).toEqual([]);
    expect(codesOf('x'.repeat(100))).toEqual([]);
    expect(codesOf('x'.repeat(101))).toEqual(['TOO_LONG']);
    for (const wrong of [
      'a\nb',
      'Sara <boss@hotel.example>',
      'a@b',
      'a＜b',
      '\u202easaS',
      'a\u2066b',
      'a\u2028b',
    ])
      expect([wrong, codesOf(wrong)]).toEqual([wrong, ['INVALID_TEXT']]);
    expect(codesOf('د. زینە\u200cب عبد-الله (O’Neil)')).toEqual([]);
  });
});
