import { buffer } from 'node:stream/consumers';
import QRCode from 'qrcode';
import { qrSegments, voucherPaper } from './voucher-pdf.ts';
import type { VoucherSheet } from './voucher-text.ts';

/** All data that a drawing shows. Equal data always gives equal bytes. `text` is the text of the QR code. */
export type Drawing =
  | { format: 'pdf'; sheet: VoucherSheet; text: string }
  | { format: 'png' | 'svg'; text: string };

/**
 * The number of pixels per square. It must be a whole number, because a QR code with squares of different widths is
 * harder to read.
 */
const PNG_SCALE = 8;
/**
 * Options of the PNG encoder. Each row of pixels is stored as its difference from the row above (filter 2), because
 * almost all rows of a QR code equal the row above. Without these options, the encoder would try every filter for every
 * row. This would take three times as long, and the file would be larger.
 */
const PNG_WRITING = { filterType: 2, deflateStrategy: 0, deflateLevel: 6 } as const;

/**
 * Draws a voucher as PDF, or its QR code as an image. An SVG image takes about 0.002 s of processor time. The other
 * formats take about 0.02 s.
 */
export async function drawVoucher(drawing: Drawing): Promise<Buffer> {
  const { format, text } = drawing;
  switch (format) {
    case 'svg':
      return Buffer.from(await QRCode.toString(qrSegments(text), { type: 'svg', errorCorrectionLevel: 'M' }));
    case 'png':
      return QRCode.toBuffer(qrSegments(text), {
        scale: PNG_SCALE,
        errorCorrectionLevel: 'M',
        rendererOpts: PNG_WRITING,
      });
    case 'pdf': {
      const document = voucherPaper(drawing.sheet, text);
      document.end();
      return buffer(document);
    }
  }
}
