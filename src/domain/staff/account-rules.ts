// Checks passwords, e-mail addresses and names of people.

import type { FieldProblem } from '../../kernel/refusal.ts';
import { isCommonPassword } from '../../platform/secrets/common-passwords.ts';

const PASSWORD_LENGTHS = { least: 10, most: 200 };
const NAME_LENGTH = 100;
const EMAIL_LENGTH = 254;
/**
 * Characters that a name must not contain: control characters, `<`, `>` and `@` with their wide forms, and marks that
 * change the direction of text. Zero-width joiners are allowed, because Kurdish needs them.
 */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}<>@＜＞＠﹤﹥﹫\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Normalises the characters of a password, because two devices may encode the same letter with different code points.
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Returns the problems with a new password. `ownWords` are words that strangers also know, such as the e-mail address
 * and the names of the hotel.
 */
export function passwordProblems(password: string, ownWords: (string | null)[]): FieldProblem[] {
  const field = 'password';
  const normal = normalisePassword(password);
  const { length } = [...normal];
  const { least, most } = PASSWORD_LENGTHS;
  if (length < least)
    return [{ field, code: 'TOO_SHORT', message: `password must have at least ${least} characters` }];
  if (length > most)
    return [{ field, code: 'TOO_LONG', message: `password must have at most ${most} characters` }];
  const plain = plainly(normal);
  const isOwn = ownWords.some((word) => word !== null && plainly(word) === plain);
  if (isOwn || isCommonPassword(plain) || new Set(plain).size === 1)
    return [{ field, code: 'NOT_ALLOWED', message: 'password is too easy to guess: choose another one' }];
  return [];
}

function plainly(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/** Converts an e-mail address to the form in which addresses are stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Returns the problems with a normalised e-mail address. Only ASCII is allowed, so that the database and this program
 * convert addresses to lower case in the same way.
 */
export function emailProblems(email: string): FieldProblem[] {
  const isRight =
    email.length <= EMAIL_LENGTH &&
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(email);
  return isRight
    ? []
    : [{ field: 'email', code: 'INVALID_FORMAT', message: 'email must be an e-mail address' }];
}

export function nameProblems(name: string): FieldProblem[] {
  const { length } = [...name.trim()];
  // A name must not look like an e-mail address, and must not change the direction of the text beside it.
  if (NOT_IN_NAMES.test(name))
    return [
      {
        ...{ field: 'name', code: 'INVALID_TEXT' },
        message: 'name contains <, >, @, control characters or marks of direction',
      },
    ];
  if (length < 1 || name.trim().length > NAME_LENGTH)
    return [
      {
        field: 'name',
        code: length < 1 ? 'TOO_SHORT' : 'TOO_LONG',
        message: `name must have 1 to ${NAME_LENGTH} characters`,
      },
    ];
  return [];
}
