import { verifyAsync } from '@noble/ed25519';
import {
  fromBase64Url,
  readStatement,
  type Statement,
} from '../../../src/domain/vouchers/statement-bytes.ts';

/**
 * Returns the content of the statement in a QR code, if its signature is valid for one of the keys, and otherwise null.
 * No connection is needed. The statement was true when the voucher was made. The booking may have been changed or
 * cancelled later.
 */
export async function verifyStatement(
  text: string,
  publicKeys: readonly string[],
): Promise<Statement | null> {
  const read = readStatement(text);
  if (read === null) return null;
  const { statement, signed, signature } = read;
  for (const key of publicKeys) {
    const bytes = fromBase64Url(key);
    // `zip215: false` selects the strict rules of RFC 8032. The service uses the same rules.
    if (bytes !== null && (await verifyAsync(signature, signed, bytes, { zip215: false }))) return statement;
  }
  return null;
}
