import { buffer } from 'node:stream/consumers';
import type { Context } from '../boot/context.ts';
import type { OpenedVoucher } from './open-voucher.usecase.ts';
import { voucherQrText } from './voucher-qr.ts';

/** A voucher as PDF bytes. */
export async function printVoucher({ config, secrets }: Context, sheet: OpenedVoucher): Promise<Buffer> {
  const { publicUrl } = config;
  const text = voucherQrText(sheet.voucherId, sheet.statement, { publicUrl, secrets });
  // Imported for the first PDF: loading the PDF code would take a good part of every start.
  const { voucherPaper } = await import('./voucher-pdf.ts');
  const document = voucherPaper(sheet, text);
  document.end();
  return buffer(document);
}
