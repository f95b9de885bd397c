import { isVoucherSignature, VOUCHER_ID } from '../booking/voucher.ts';
import { verifyStatement } from './statement.ts';
import type { Statement } from './statement-bytes.ts';

/** What the text of a QR code proves. */
export interface ScannedVoucher {
  voucherId: string;
  /** Null: the voucher is old or void, so it has no statement. */
  statement: Statement | null;
}

/** How the service recognises its vouchers: by the hosts of its addresses, and by the keys that may have signed. */
export interface OurVouchers {
  hosts: readonly string[];
  signingKeys: readonly string[];
  publicKeys: readonly string[];
}

const PATH = /\/vouchers\/([^/]+)$/;

/**
 * The voucher id that a text contains, even if the service did not issue the voucher. Null: the text contains no id.
 */
export function namedVoucher(text: string): string | null {
  const id = PATH.exec(urlOf(text)?.pathname ?? '')?.[1] ?? '';
  return VOUCHER_ID.test(id) ? id : null;
}

/**
 * Reads a scanned text. Null: the service did not issue this voucher, or somebody has changed it. The text after `#`
 * must be a statement about the same voucher.
 */
export function readScanned(text: string, ours: OurVouchers): ScannedVoucher | null {
  const url = urlOf(text);
  const voucherId = namedVoucher(text);
  if (url === null || voucherId === null || !ours.hosts.includes(url.host)) return null;
  const signature = url.searchParams.get('signature') ?? '';
  if (!isVoucherSignature(voucherId, signature, ours.signingKeys)) return null;
  if (url.hash === '') return { voucherId, statement: null };
  const statement = verifyStatement(url.hash.slice(1), ours.publicKeys);
  return statement === null || statement.voucherId !== voucherId ? null : { voucherId, statement };
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
