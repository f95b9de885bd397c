import { voucherLinks } from '../booking/voucher.ts';
import type { Secrets } from '../secrets/accepted-secrets.ts';
import { signStatement } from './statement.ts';
import type { Statement } from './statement-bytes.ts';

/**
 * The text of the QR code: the address of the voucher's page, and behind `#` the signed statement. Browsers do not send
 * what is behind `#` to the server. A void voucher states nothing.
 */
export function voucherQrText(
  voucherId: string,
  statement: Statement | null,
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
): string {
  const { url } = voucherLinks(voucherId, publicUrl, secrets.signingKey);
  return statement === null ? url : `${url}#${signStatement(statement, secrets)}`;
}
