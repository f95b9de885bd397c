import { fingerprintOf, type SecretName } from '../../kernel/fingerprint.ts';

/**
 * The secrets of a process. The first pepper hashes new keys, and the first signing key signs new vouchers. While one
 * secret replaces another, the process also accepts the other secrets: keys that were hashed with them, and vouchers
 * that were signed with them.
 */
export interface Secrets {
  keyPepper: string;
  otherKeyPeppers: readonly string[];
  signingKey: string;
  otherSigningKeys: readonly string[];
}

export const SETTINGS: Record<SecretName, string> = {
  pepper: 'IHC_KEY_PEPPER',
  signing_key: 'IHC_SIGNING_KEY',
};

export function peppersOf({ keyPepper, otherKeyPeppers }: Secrets): string[] {
  return [keyPepper, ...otherKeyPeppers];
}

export function signingKeysOf({ signingKey, otherSigningKeys }: Secrets): string[] {
  return [signingKey, ...otherSigningKeys];
}

/** Returns the fingerprints of the values of one secret, in the order of the setting. */
export function fingerprintsOf(name: SecretName, secrets: Secrets): [string, ...string[]] {
  const values = name === 'pepper' ? peppersOf(secrets) : signingKeysOf(secrets);
  return values.map((value) => fingerprintOf(name, value)) as [string, ...string[]];
}

/**
 * Returns the secrets that a process announces to other processes: the secrets that it accepts, and the secrets that it
 * uses for new hashes and signatures.
 */
export function announcedOf(secrets: Secrets): { accepts: string[]; makes: string[] } {
  const all = [fingerprintsOf('pepper', secrets), fingerprintsOf('signing_key', secrets)];
  return { accepts: all.flat(), makes: all.map(([first]) => first) };
}
