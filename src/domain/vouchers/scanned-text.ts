import { isVoucherSignature, VOUCHER_ID } from '../booking/voucher.ts';
import { verifyStatement } from './statement.ts';
import type { Statement } from './statement-bytes.ts';

/** The verified content of a QR code. */
export interface ScannedVoucher {
  voucherId: string;
  /** Null: the voucher has no statement, because the voucher is old or void. */
  statement: Statement | null;
}

/** The host names and the keys that are needed to recognise the vouchers of this service. */
export interface OurVouchers {
  hosts: readonly string[];
  signingKeys: readonly string[];
  publicKeys: readonly string[];
}

const PATH = /\/vouchers\/([^/]+)$/;

/**
 * Returns the voucher id that a text contains, even if the service did not issue the voucher. Null: the text contains
 * no id.
 */
export function namedVoucher(text: string): string | null {
  const id = PATH.exec(urlOf(text)?.pathname ?? '')?.[1] ?? '';
  return VOUCHER_ID.test(id) ? id : null;
}

/**
 * Reads and verifies a scanned text. If the text contains `#`, the part after `#` must be a statement about the same
 * voucher. Null: the text does not come from a voucher of this service, or somebody has changed the text.
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
