// Encrypts values for the database.

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { fingerprintOf } from '../../kernel/fingerprint.ts';
import { type Secrets, signingKeysOf } from './accepted-secrets.ts';

const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32];
const PURPOSE = 'ihc: seal secrets in the database';

/** An encrypted value. The encryption key is derived from the signing key whose fingerprint is `sealedWith`. */
export interface Sealed {
  bytes: Buffer;
  sealedWith: string;
}

/**
 * Encrypts a value. `owner` identifies the row that will contain the value. If somebody copies the value to another
 * row, the value cannot be decrypted there.
 */
export function seal(
  plain: Buffer,
  owner: string,
  { signingKey }: Secrets,
  random: (bytes: number) => Buffer,
): Sealed {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(signingKey), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return {
    bytes: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]),
    sealedWith: fingerprintOf('signing_key', signingKey),
  };
}

/** Decrypts a value. Returns null if this process does not have the signing key. */
export function unseal({ bytes, sealedWith }: Sealed, owner: string, secrets: Secrets): Buffer | null {
  const signingKey = signingKeysOf(secrets).find((key) => fingerprintOf('signing_key', key) === sealedWith);
  if (signingKey === undefined) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(signingKey), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

function keyOf(signingKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', signingKey, '', PURPOSE, KEY_BYTES));
}
