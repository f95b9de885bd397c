// Makes and hashes the secrets in links and cookies.

import { hash } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Makes a random token for a link or a session. */
export function makeToken(random: (bytes: number) => Buffer): string {
  return random(TOKEN_BYTES).toString('base64url');
}

/**
 * Computes the hash of a token. The database stores only the hash, so that somebody who can read the database cannot
 * use the token.
 */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
