import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The maximum number of accounts in the cookie of a device. Several people may use the same computer. If there are more
 * accounts, the oldest accounts are removed from the cookie.
 */
export const ACCOUNTS_OF_DEVICE = 8;
const ID_BYTES = 16;
const MARK_LENGTH = 22;
const COOKIE = /^[\w-]{22}(\.[\w-]{22}){1,8}$/;

/**
 * Returns the id of a browser that has signed in to this account before. Null: the browser is unknown. The cookie
 * contains the id and, for each account, a signature of this service. Somebody who steals this cookie can use it to try
 * passwords, but cannot sign in without the password.
 */
export function knownDevice(cookie: string | null, email: string, signingKeys: string[]): string | null {
  if (cookie === null || !COOKIE.test(cookie)) return null;
  const [id, ...marks] = cookie.split('.') as [string, ...string[]];
  const own = signingKeys.map((key) => Buffer.from(markOf(id, email, key)));
  const isKnown = marks.some((mark) => own.some((right) => timingSafeEqual(Buffer.from(mark), right)));
  return isKnown ? id : null;
}

/** Returns the new cookie of a browser that has just signed in to an account. */
export function rememberAccount(
  cookie: string | null,
  email: string,
  signingKeys: string[],
  random: (bytes: number) => Buffer,
): string {
  const [id, ...marks] =
    cookie !== null && COOKIE.test(cookie) ? cookie.split('.') : [random(ID_BYTES).toString('base64url')];
  const own = signingKeys.map((key) => markOf(id!, email, key));
  const others = marks.filter((mark) => !own.includes(mark));
  return [id, own[0], ...others.slice(0, ACCOUNTS_OF_DEVICE - 1)].join('.');
}

function markOf(id: string, email: string, signingKey: string): string {
  return createHmac('sha256', signingKey)
    .update(`device of the hotel page ${id} ${email}`)
    .digest('base64url')
    .slice(0, MARK_LENGTH);
}
