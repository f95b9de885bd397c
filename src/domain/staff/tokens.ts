// Secrets in links and cookies, and how they are stored.

import { hash } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A token that cannot be guessed, for links and sessions. */
export function makeToken(random: (bytes: number) => Buffer): string {
  return random(TOKEN_BYTES).toString('base64url');
}

/** What the database stores of a token. Whoever reads the database cannot use it. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
