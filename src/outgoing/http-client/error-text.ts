// Converts network errors to texts that contain no address of our own network.

import { AddressRefused } from './resolve.ts';

const TEXTS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed without a response',
  EPIPE: 'the connection was closed without a response',
  ETIMEDOUT: 'the connection could not be opened in time',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  EADDRNOTAVAIL: 'the address cannot be reached',
  CERT_HAS_EXPIRED: 'certificate has expired',
  CERT_NOT_YET_VALID: 'certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate has an unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate has an unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate has an unknown issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate chain is incomplete, or its issuer is unknown',
  CERT_REVOKED: 'certificate was revoked',
};

/**
 * Returns a text for the engineer who operates the receiver. The text contains no error message of Node, because such
 * messages contain our addresses and ports.
 */
export function textOfError(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): string {
  if (error instanceof AddressRefused) return error.message;
  // If a name has several addresses, Node reports one error for each address that it tried.
  if (error.errors !== undefined && error.errors.length > 0) return textOfError(error.errors[0]!);
  const { code = '' } = error;
  const known = TEXTS[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'the response is not valid HTTP';
  if (/^(ERR_TLS|ERR_SSL|EPROTO)/.test(code)) return 'TLS handshake failed';
  if (/CERT/.test(code)) return 'certificate is not valid';
  return 'the request could not be sent';
}
