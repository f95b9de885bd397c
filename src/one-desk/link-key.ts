import { hkdfSync } from 'node:crypto';
import type { TlsOptions } from 'node:tls';

const IDENTITY = 'ihc-desk';

/**
 * How processes of one deployment recognise each other: TLS 1.3 with a key that is derived from the deployment's
 * secret. It authenticates both sides and encrypts guests' names on their way, without certificates.
 */
export function linkSecurity(signingKey: string) {
  const psk = Buffer.from(hkdfSync('sha256', signingKey, 'iraq-hotel-channel', 'desk link 1', 32));
  const usual = { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' } as const satisfies TlsOptions;
  return {
    server: {
      ...usual,
      pskIdentityHint: '',
      pskCallback: (_socket: unknown, identity: string) => (identity === IDENTITY ? psk : null),
    },
    client: {
      ...usual,
      pskCallback: () => ({ psk, identity: IDENTITY }),
      // There is no certificate: the key has proved who the other side is.
      checkServerIdentity: () => undefined,
    },
  };
}
