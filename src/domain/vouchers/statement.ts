// Signs the statement in a voucher's QR code. The signature can be verified without a request to the service.

import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { getOrCreate } from '../../kernel/get-or-create.ts';
import { type Secrets, signingKeysOf } from '../../platform/secrets/accepted-secrets.ts';
import { bytesToSign, readStatement, type Statement, writeStatement } from './statement-bytes.ts';

const PURPOSE = 'ihc: sign voucher statements';
const SEED_BYTES = 32;
/** The bytes that come before the seed of an Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

interface KeyPair {
  privateKey: KeyObject;
  /** The public key, encoded as base64url. */
  publicKey: string;
}

/**
 * The key pairs of all signing keys. Each pair is derived only once, because the derivation takes longer than a
 * signature.
 */
const pairs = new Map<string, KeyPair>();

/**
 * Signs a statement. The key pair is derived from the first signing key, which also signs the voucher links. A new
 * signing key therefore replaces the signatures of statements and of links at the same time.
 */
export function signStatement(statement: Statement, { signingKey }: Secrets): string {
  const { privateKey } = pairOf(signingKey);
  return writeStatement(statement, sign(null, bytesToSign(statement), privateKey));
}

/** Returns the public keys for all accepted signing keys, newest first. */
export function voucherKeysOf(secrets: Secrets): string[] {
  return signingKeysOf(secrets).map((signingKey) => pairOf(signingKey).publicKey);
}

/**
 * Returns a statement if one of the keys has signed it. The statement was true when it was signed, but the booking may
 * have been changed or cancelled later. Null: the service did not sign this statement, or somebody has changed the
 * text.
 */
export function verifyStatement(text: string, publicKeys: readonly string[]): Statement | null {
  const read = readStatement(text);
  if (read === null) return null;
  const { statement, signed, signature } = read;
  return publicKeys.some((key) => verify(null, signed, publicKeyOf(key), signature)) ? statement : null;
}

function pairOf(signingKey: string): KeyPair {
  return getOrCreate(pairs, signingKey, () => {
    const seed = Buffer.from(hkdfSync('sha256', signingKey, '', PURPOSE, SEED_BYTES));
    const key = Buffer.concat([PKCS8_HEAD, seed]);
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
    return { privateKey, publicKey: x! };
  });
}

function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' });
}
