import { verifyAsync } from '@noble/ed25519';
import {
  fromBase64Url,
  readStatement,
  type Statement,
} from '../../../src/domain/vouchers/statement-bytes.ts';

/**
 * What the statement of a QR code says, if one of the keys has signed it. Works offline. It was true when the voucher was
 * made: the booking may have been changed or cancelled since. Null: not ours, or somebody has changed it.
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
