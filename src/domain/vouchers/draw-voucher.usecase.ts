import { buffer } from 'node:stream/consumers';
import QRCode from 'qrcode';
import { voucherPaper } from './voucher-pdf.ts';
import type { VoucherSheet } from './voucher-text.ts';

/** Everything that the bytes depend on: equal drawings have equal bytes. `text` is that of the QR code. */
export type Drawing =
  | { format: 'pdf'; sheet: VoucherSheet; text: string }
  | { format: 'png' | 'svg'; text: string };

/** Pixels per square. A whole number: squares of different widths are harder to read. */
const PNG_SCALE = 8;

/** A voucher as PDF, or its QR code as an image. Takes a processor for about 0.1 s, an SVG for 0.01 s. */
export async function drawVoucher(drawing: Drawing): Promise<Buffer> {
  const { format, text } = drawing;
  switch (format) {
    case 'svg':
      return Buffer.from(await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M' }));
    case 'png':
      return QRCode.toBuffer(text, { scale: PNG_SCALE, errorCorrectionLevel: 'M' });
    case 'pdf': {
      const document = voucherPaper(drawing.sheet, text);
      document.end();
      return buffer(document);
    }
  }
}
