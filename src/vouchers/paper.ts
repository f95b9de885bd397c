import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { registerFonts } from './fonts.ts';
import { DIRECTIONS } from './language.ts';
import { code } from './mixed-text.ts';
import { heightOf, leftOf, type Pen, write } from './pen.ts';
import type { Fact, VoucherSheet } from './sheet.ts';

type Document = InstanceType<typeof PDFDocument>;

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 42;
const WIDTH = A4.width - 2 * MARGIN;
const GAP = 20;
const HALF = (WIDTH - GAP) / 2;
const QR_SIZE = 118;
const HEADING = 10.5;
const SMALL = 9.5;
const PROOF_TOP = A4.height - MARGIN - heightOf(SMALL, 3) - heightOf(HEADING);
const SOFT = '#55625f';
const LINE = '#cfd6d4';
const COLOURS = { valid: '#0b6b4f', used: '#35506b', void: '#b3001b' };

/**
 * A voucher on one sheet of A4. Everything but the special requests has a fixed number of lines, and those get the
 * room that is left: what the reception must know is never pushed to a second page.
 */
export function voucherPaper(sheet: VoucherSheet, address: string): Document {
  const document = new PDFDocument({
    size: [A4.width, A4.height],
    margin: 0,
    pdfVersion: '1.7',
    // None of its own: text is drawn with the fonts that are embedded.
    font: '',
    lang: sheet.language,
    displayTitle: true,
    // The state's own time and no clock: the same state gives the same bytes.
    info: {
      Title: sheet.voucherId,
      Author: 'Iraq Hotel Channel',
      Creator: 'Iraq Hotel Channel',
      Producer: 'Iraq Hotel Channel',
      CreationDate: new Date(sheet.updatedAt),
    },
  });
  registerFonts(document);
  const pen: Pen = { document, direction: DIRECTIONS[sheet.language], pageWidth: A4.width };
  let y = band(pen, sheet);
  y = head(pen, sheet, address, y + 14);
  y = rule(pen, y + 8);
  y = facts(pen, sheet, y + 10);
  y = due(pen, sheet.due, y + 4);
  y = terms(pen, sheet, y + 12);
  requestsAndProof(pen, sheet, y);
  return document;
}

/** In both languages, each on its own side: English from the left, Arabic from the right. */
function band(pen: Pen, sheet: VoucherSheet): number {
  const isVoid = sheet.mood === 'void';
  const [height, size] = isVoid ? [96, 38] : [50, 20];
  const top = (height - heightOf(size)) / 2;
  pen.document.rect(0, 0, A4.width, height).fill(COLOURS[sheet.mood]);
  const place = { start: MARGIN, top, width: WIDTH, size, bold: true, colour: '#ffffff', lines: 1 };
  write({ ...pen, direction: 'ltr' }, sheet.stamp.en, place);
  write({ ...pen, direction: 'rtl' }, sheet.stamp.ar, place);
  return height;
}

function head(pen: Pen, sheet: VoucherSheet, address: string, top: number): number {
  const width = WIDTH - QR_SIZE - GAP;
  const at = { start: MARGIN, width };
  const colour = COLOURS[sheet.mood];
  let y = write(pen, sheet.meaning, { ...at, top, size: 10, bold: true, colour, lines: 3 });
  y = write(pen, `${sheet.title} · ${sheet.voucherNumber}`, {
    ...at,
    top: y + 4,
    size: 9,
    colour: SOFT,
    lines: 1,
  });
  y = write(pen, code(sheet.voucherId), { ...at, top: y, size: 27, bold: true, lines: 1 });
  const { hotel } = sheet;
  y = write(pen, hotel.name, { ...at, top: y + 4, size: 14, bold: true, lines: 2 });
  y = write(pen, hotel.otherName, { ...at, top: y, size: 11, colour: SOFT, lines: 2 });
  y = write(pen, hotel.address, { ...at, top: y, size: 10, lines: 2 });
  y = write(pen, hotel.telephone, { ...at, top: y, size: 10, lines: 1 });
  drawQr(pen, address, leftOf(pen, A4.width - MARGIN - QR_SIZE, QR_SIZE), top);
  return Math.max(y, top + QR_SIZE);
}

/** As vectors, a row's neighbouring squares in one: sharp on every printer. */
function drawQr(pen: Pen, address: string, left: number, top: number): void {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' });
  const unit = QR_SIZE / modules.size;
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1) {
      let length = 0;
      while (column + length < modules.size && modules.get(row, column + length)) length += 1;
      if (length > 0) pen.document.rect(left + column * unit, top + row * unit, length * unit, unit);
      column += length;
    }
  pen.document.fill('#000000');
}

function rule(pen: Pen, y: number): number {
  pen.document.rect(MARGIN, y, WIDTH, 0.75).fill(LINE);
  return y;
}

function facts(pen: Pen, sheet: VoucherSheet, top: number): number {
  let y = writeFact(pen, sheet.guest, { start: MARGIN, width: WIDTH }, top, { size: 14, lines: 3 });
  for (let index = 0; index < sheet.facts.length; index += 2) {
    const pair = sheet.facts.slice(index, index + 2);
    const ends = pair.map((fact, column) =>
      writeFact(pen, fact, { start: MARGIN + column * (HALF + GAP), width: HALF }, y + 5, {
        size: 11.5,
        lines: 2,
      }),
    );
    y = Math.max(...ends);
  }
  return y + 6;
}

function writeFact(
  pen: Pen,
  fact: Fact,
  at: { start: number; width: number },
  top: number,
  look: { size: number; lines: number },
): number {
  const y = write(pen, fact.label, { ...at, top, size: 8.5, colour: SOFT, lines: 1 });
  const end = write(pen, fact.value, { ...at, top: y, ...look, bold: true });
  return fact.note === null
    ? end
    : write(pen, fact.note, { ...at, top: end, size: 9, colour: SOFT, lines: 1 });
}

function due(pen: Pen, fact: Fact, top: number): number {
  const inside = { start: MARGIN + 12, width: WIDTH - 24 };
  const end = writeFact(pen, fact, inside, top + 6, { size: 13.5, lines: 1 }) + 6;
  pen.document
    .lineWidth(1.5)
    .roundedRect(MARGIN, top, WIDTH, end - top, 5)
    .stroke('#16211f');
  return end;
}

/** What was agreed first: should the page be full, the rules it came from are what can be missed. */
function terms(pen: Pen, sheet: VoucherSheet, top: number): number {
  if (sheet.cancellation === null) return top;
  const { label, agreed, policyLabel, policy } = sheet.cancellation;
  const bottom = PROOF_TOP - 10 - (sheet.requests === null ? 0 : heightOf(HEADING) + heightOf(SMALL, 3));
  let y = heading(pen, label, top);
  for (const line of agreed) y = item(pen, line, y, bottom);
  if (policy.length > 0 && y + heightOf(SMALL, 2) < bottom)
    y = write(pen, policyLabel, {
      start: MARGIN,
      width: WIDTH,
      top: y + 2,
      size: SMALL,
      colour: SOFT,
      lines: 1,
    });
  for (const line of policy) y = item(pen, line, y, bottom);
  return y + 8;
}

/** From the bottom up: the proof is what the reception looks for, the requests take what lies between. */
function requestsAndProof(pen: Pen, sheet: VoucherSheet, top: number): void {
  const at = { start: MARGIN, width: WIDTH, size: SMALL };
  rule(pen, PROOF_TOP - 6);
  write(pen, sheet.verify.value, { ...at, top: heading(pen, sheet.verify.label, PROOF_TOP), lines: 3 });
  if (sheet.requests === null) return;
  const y = heading(pen, sheet.requests.label, top);
  const lines = Math.max(1, Math.floor((PROOF_TOP - 10 - y) / heightOf(SMALL)));
  write(pen, sheet.requests.value, { ...at, top: y, lines });
}

function heading(pen: Pen, text: string, top: number): number {
  return write(pen, text, { start: MARGIN, width: WIDTH, top, size: HEADING, bold: true, lines: 1 });
}

function item(pen: Pen, text: string, top: number, bottom: number): number {
  if (top + heightOf(SMALL) > bottom) return top;
  pen.document.circle(leftOf(pen, MARGIN + 3, 0), top + SMALL * 0.78, 1.5).fill(SOFT);
  return write(pen, text, { start: MARGIN + 12, width: WIDTH - 12, top, size: SMALL, lines: 1 });
}
