// TLS between processes with a key that both derive from the signing key.

import { hkdfSync } from 'node:crypto';
import type { TlsOptions } from 'node:tls';

const IDENTITY = 'ihc-desk';

/**
 * Lets the processes of one deployment recognise each other. TLS 1.3 uses a key that is derived from the deployment's
 * secret. The key authenticates both sides and encrypts guests' names, without certificates.
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
      // While a key is replaced, the identity says which key is meant. Release 1.1.0 knows only the plain identity.
      pskCallback: () => (keys.length === 1 ? { psk: first!.psk, identity: IDENTITY } : first!),
      // A desk has no certificate, so no certificate is accepted. A server that does not know the key can show one. No
      // authority is trusted, and no environment variable changes that. Node asks for the identity only when the key
      // was not used.
      ca: [],
      rejectUnauthorized: true,
      checkServerIdentity: () => new Error('it does not know the key'),
    },
  };
}

function derive(signingKey: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', signingKey, 'iraq-hotel-channel', purpose, bytes));
}
