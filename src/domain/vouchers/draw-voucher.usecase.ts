import { buffer } from 'node:stream/consumers';
import QRCode from 'qrcode';
import { voucherPaper } from './voucher-pdf.ts';
import type { VoucherSheet } from './voucher-text.ts';

/** Everything that the bytes depend on: equal drawings have equal bytes. `text` is that of the QR code. */
export type Drawing = { format: 'pdf'; sheet: VoucherSheet; text: string } | { format: 'png'; text: string };

/** Pixels per square. A whole number: squares of different widths are harder to read. */
const PNG_SCALE = 8;

/** A voucher as PDF, or its QR code as PNG. Takes about a tenth of a second of a processor. */
export function drawVoucher(drawing: Drawing): Promise<Buffer> {
  if (drawing.format === 'png')
    return QRCode.toBuffer(drawing.text, { scale: PNG_SCALE, errorCorrectionLevel: 'M' });
  const document = voucherPaper(drawing.sheet, drawing.text);
  document.end();
  return buffer(document);
}
