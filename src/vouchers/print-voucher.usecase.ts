import { buffer } from 'node:stream/consumers';
import { voucherLinks } from '../booking/voucher.ts';
import type { Context } from '../boot/context.ts';
import type { VoucherSheet } from './voucher-text.ts';

/** A voucher as PDF bytes, with the address of its page in the QR code. */
export async function printVoucher(context: Context, sheet: VoucherSheet): Promise<Buffer> {
  const { url } = voucherLinks(sheet.voucherId, context.config.publicUrl, context.secrets.signingKey);
  // Imported for the first PDF: loading the PDF code would take a good part of every start.
  const { voucherPaper } = await import('./voucher-pdf.ts');
  const document = voucherPaper(sheet, url);
  document.end();
  return buffer(document);
}
