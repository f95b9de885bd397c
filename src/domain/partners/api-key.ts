// Makes, recognises and hashes API keys.

import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../../kernel/environment.ts';
import { fingerprintOf } from '../../kernel/fingerprint.ts';
import { randomText } from '../../kernel/random-text.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const MARKERS: Record<Environment, string> = { sandbox: 'ihc_test_', production: 'ihc_live_' };
const SHAPE = /^(ihc_(?:test|live)_)([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * Makes a key from `ihc_test_` or `ihc_live_`, 32 random characters, and a checksum. In a mistyped key, the checksum
 * does not match the other characters. The service can then refuse the key without a lookup.
 */
export function makeApiKey(environment: Environment, random: (bytes: number) => Buffer): string {
  const body = MARKERS[environment] + randomText(SECRET_LENGTH, ALPHABET, random);
  return body + checksum(body);
}

/** Whether a key has the prefix of this environment and a correct checksum. */
export function isPlausibleKey(key: string, environment: Environment): boolean {
  const match = SHAPE.exec(key);
  return match !== null && match[1] === MARKERS[environment] && checksum(match[1]! + match[2]!) === match[3];
}

/**
 * Hashes a key with a pepper that only the server has. Somebody who steals the hashes but not the pepper cannot find
 * out any key.
 */
export function hashApiKey(key: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

/** The stored form of a key. The hint is the last four characters, by which people recognise the key. */
export interface HashedKey {
  hash: Buffer;
  hint: string;
  /** The fingerprint of the pepper. */
  pepper: string;
}

export function hashedKeyOf(key: string, pepper: string): HashedKey {
  return { hash: hashApiKey(key, pepper), hint: key.slice(-4), pepper: fingerprintOf('pepper', pepper) };
}

function checksum(body: string): string {
  let value = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text += ALPHABET[value % ALPHABET.length];
    value = Math.floor(value / ALPHABET.length);
  }
  return text;
}
