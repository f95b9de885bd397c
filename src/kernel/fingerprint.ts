import { createHmac } from 'node:crypto';

/** The secrets that all processes of a deployment share. The table `deployment` uses the same names. */
export type SecretName = 'pepper' | 'signing_key';

const PURPOSES: Record<SecretName, string> = {
  pepper: 'ihc: fingerprint of the key pepper',
  signing_key: 'ihc: fingerprint of the signing key',
};

/** Shows whether two secrets are the same, without revealing them. */
export function fingerprintOf(name: SecretName, secret: string): string {
  return createHmac('sha256', secret).update(PURPOSES[name]).digest('hex');
}
