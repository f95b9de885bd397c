// Makes and hashes the secrets in links and cookies.

import { hash } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Makes a token for links and sessions that cannot be guessed. */
export function makeToken(random: (bytes: number) => Buffer): string {
  return random(TOKEN_BYTES).toString('base64url');
}

/** The hash of a token, for the database. Somebody who reads the database cannot use it to sign in. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
