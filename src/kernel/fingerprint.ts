import { createHmac } from 'node:crypto';

/**
 * The names of the secrets that all processes of a deployment share. The names are also keys of the table `deployment`.
 */
export type SecretName = 'pepper' | 'signing_key';

const PURPOSES: Record<SecretName, string> = {
  pepper: 'ihc: fingerprint of the key pepper',
  signing_key: 'ihc: fingerprint of the signing key',
};

/**
 * Returns a fingerprint of a secret. By comparing two fingerprints, a process can find out whether two secrets are the
 * same. A fingerprint does not reveal the secret.
 */
export function fingerprintOf(name: SecretName, secret: string): string {
  return createHmac('sha256', secret).update(PURPOSES[name]).digest('hex');
}
