// Configures TLS between two processes, with a key that both derive from the signing key.

import { hkdfSync } from 'node:crypto';
import type { TlsOptions } from 'node:tls';

const IDENTITY = 'ihc-desk';

/**
 * Lets the processes of one deployment recognise each other. TLS 1.3 uses a key that is derived from the deployment's
 * secret. Without certificates, this key authenticates both processes and encrypts their messages, which contain the
 * names of guests.
 */
export function linkSecurity(signingKeys: readonly string[]) {
  const keys = signingKeys.map((signingKey) => ({
    psk: derive(signingKey, 'desk link 1', 32),
    identity: `${IDENTITY}-${derive(signingKey, 'desk link identity', 8).toString('hex')}`,
  }));
  const [first] = keys;
  const psks = new Map(keys.map(({ identity, psk }) => [identity, psk]));
  psks.set(IDENTITY, first!.psk);
  const usual = { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' } as const satisfies TlsOptions;
  return {
    server: {
      ...usual,
      pskIdentityHint: '',
      pskCallback: (_socket: unknown, identity: string) => psks.get(identity) ?? null,
    },
    client: {
      ...usual,
      // While a key is being replaced, the identity says which key is used. With a single key, the plain identity is
      // used, because release 1.1.0 knows no other identity.
      pskCallback: () => (keys.length === 1 ? { psk: first!.psk, identity: IDENTITY } : first!),
      // A desk has no certificate, but a server that does not know the key could show one. The process that connects
      // therefore refuses every server that shows a certificate. This process trusts no certificate authority, and no
      // environment variable changes this rule. Node calls checkServerIdentity only when the key was not used.
      ca: [],
      rejectUnauthorized: true,
      checkServerIdentity: () => new Error('it does not know the key'),
    },
  };
}

function derive(signingKey: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', signingKey, 'iraq-hotel-channel', purpose, bytes));
}
