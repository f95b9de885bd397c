// API keys: how they are made, recognised and stored.

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
 * Makes a key from `ihc_test_` or `ihc_live_`, 32 random characters, and a checksum. The checksum detects a mistyped
 * key without a lookup.
 */
export function makeApiKey(environment: Environment, random: (bytes: number) => Buffer): string {
  const body = MARKERS[environment] + randomText(SECRET_LENGTH, ALPHABET, random);
  return body + checksum(body);
}

/** Whether a key can belong to this environment: its prefix and its checksum are correct. */
export function isPlausibleKey(key: string, environment: Environment): boolean {
  const match = SHAPE.exec(key);
  return match !== null && match[1] === MARKERS[environment] && checksum(match[1]! + match[2]!) === match[3];
}

/** The hash uses a pepper that only the server has. Without the pepper, a stolen table of hashes is useless. */
export function hashApiKey(key: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

/** The stored form of a key. People recognise the key by its last four characters. */
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
