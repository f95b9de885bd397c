// Signs messages as Standard Webhooks defines.

import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
export const SECRET_BYTES = 32;

/** Returns a secret in the form that Standard Webhooks defines. */
export function formatSecret(bytes: Buffer): string {
  return `${PREFIX}${bytes.toString('base64')}`;
}

export function parseSecret(text: string): Buffer {
  return Buffer.from(text.replace(PREFIX, ''), 'base64');
}

export interface SignedMessage {
  id: string;
  /** In seconds. */
  timestamp: number;
  body: string;
}

/**
 * Returns the headers of Standard Webhooks, with one signature per secret. A receiver accepts the request if one of the
 * signatures is correct.
 */
export function signatureHeaders({ id, timestamp, body }: SignedMessage, secrets: readonly Buffer[]) {
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
