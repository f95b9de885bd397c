// Draws the PDF of a voucher.

import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { registerFonts } from './fonts.ts';
import { DIRECTIONS, type Written } from './language.ts';
import { code } from './mixed-text.ts';
import { heightOf, leftOf, type Pen, textWidth, write } from './pen.ts';
import type { Fact, VoucherSheet } from './voucher-text.ts';

type Document = InstanceType<typeof PDFDocument>;

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 42;
const WIDTH = A4.width - 2 * MARGIN;
const BOTTOM = A4.height - MARGIN;
const GAP = 20;
const HALF = (WIDTH - GAP) / 2;
const THIRD = (WIDTH - 2 * GAP) / 3;
const QR_SIZE = 118;
const HEADING = 10.5;
const SMALL = 9.5;
/** The height of the space in which a person writes a name or a number by hand. */
const BLANK_HEIGHT = 24;
const INK = '#16211f';
const SOFT = '#55625f';
const LINE = '#cfd6d4';
const GREY = '#b4b4b4';
const FRAME = '#5c5c5c';
const COLOURS = { valid: '#0b6b4f', used: '#35506b', void: '#b3001b' };

/**
 * Draws a voucher on one A4 page. Every text except the special requests has a maximum number of lines. The special
 * requests are cut to the space that remains. The voucher therefore never needs a second page.
 */
export function voucherPaper(sheet: VoucherSheet, address: string): Document {
  const document = new PDFDocument({
    size: [A4.width, A4.height],
    margin: 0,
    pdfVersion: '1.7',
    // Set no default font, because all text is drawn with the embedded fonts.
    font: '',
    lang: sheet.language,
    displayTitle: true,
    // Use the time of the booking's last change instead of the present time, so that the same revision of a booking
    // gives the same bytes.
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
  // Draw the large word before everything else, so that it is behind the other text and the text stays readable.
  across(pen, sheet.across);
  let y = band(pen, sheet);
  y = head(pen, sheet, address, y + 12);
  y = rule(pen, y + 6);
  y = facts(pen, sheet, y + 8);
  y = due(pen, sheet.due, y + 2);
  const bottom = foot(pen, sheet);
  y = requests(pen, sheet, y + 8, bottom);
  terms(pen, sheet, y, bottom);
  return document;
}

/**
 * Draws the stamp in up to three languages. The text in the voucher's language is on the side where reading begins. The
 * text in the last language is on the opposite side. If there are three languages, the second text is between the first
 * text and the last text.
 */
function band(pen: Pen, { mood, stamp }: VoucherSheet): number {
  const isVoid = mood === 'void';
  const [height, size] = isVoid ? [96, stamp.length > 2 ? 30 : 38] : [50, 20];
  const top = (height - heightOf(size)) / 2;
  pen.document.rect(0, 0, A4.width, height).fill(COLOURS[mood]);
  stamp.forEach(({ text }, index) => {
    const room = WIDTH - textWidth(pen, text, { size, bold: true });
    const start = MARGIN + (room * index) / (stamp.length - 1);
    write(pen, text, { start, top, width: A4.width, size, bold: true, colour: '#ffffff', lines: 1 });
  });
  return height;
}

function head(pen: Pen, sheet: VoucherSheet, address: string, top: number): number {
  const isVoid = sheet.mood === 'void';
  const width = isVoid ? WIDTH : WIDTH - QR_SIZE - GAP;
  const at = { start: MARGIN, width };
  const colour = COLOURS[sheet.mood];
  let y = write(pen, sheet.meaning, { ...at, top, size: 10, bold: true, colour, lines: 2 });
  const label = `${sheet.title} · ${sheet.voucherNumber}`;
  y = write(pen, label, { ...at, top: y + 3, size: 9, colour: SOFT, lines: 2 });
  y = voucherNumber(pen, sheet, y);
  const { hotel } = sheet;
  y = write(pen, hotel.name.text, { ...at, top: y + 3, size: 14, bold: true, lines: 2 });
  const otherNames = hotel.otherNames.map(({ text }) => text).join(' · ');
  y = write(pen, otherNames, { ...at, top: y, size: 11, colour: SOFT, lines: 2 });
  const place = hotel.address.map(({ text }) => text).join(' · ');
  y = write(pen, place, { ...at, top: y, size: 10, lines: 2 });
  y = write(pen, hotel.telephone.text, { ...at, top: y, size: 10, lines: 1 });
  if (isVoid) return y;
  drawQr(pen, address, leftOf(pen, A4.width - MARGIN - QR_SIZE, QR_SIZE), top);
  return Math.max(y, top + QR_SIZE);
}

/** Draws the voucher number. On a void voucher, a line is drawn through the number. */
function voucherNumber(pen: Pen, { voucherId, mood }: VoucherSheet, top: number): number {
  const look = { size: 27, bold: true };
  const end = write(pen, code(voucherId), { start: MARGIN, top, width: WIDTH, ...look, lines: 1 });
  if (mood === 'void') {
    const width = textWidth(pen, code(voucherId), look) + 12;
    pen.document.rect(leftOf(pen, MARGIN - 6, width), top + look.size * 0.68, width, 3).fill('#000000');
  }
  return end;
}

/**
 * Encodes the text of a QR code in one mode. By default, the library looks for the shortest mix of encoding modes. This
 * search takes half of the time for a QR code. It almost never makes the code smaller, because a signature consists of
 * mixed characters.
 */
export function qrSegments(text: string): QRCode.QRCodeSegment[] {
  return [{ data: Buffer.from(text), mode: 'byte' }];
}

/**
 * Draws the QR code as vectors, so that it is sharp on every printer. Adjacent squares of a row are drawn as one
 * rectangle.
 */
function drawQr(pen: Pen, address: string, left: number, top: number): void {
  const { modules } = QRCode.create(qrSegments(address), { errorCorrectionLevel: 'M' });
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
  let y = writeFact(pen, sheet.guest, { start: MARGIN, width: WIDTH }, top, { size: 14, lines: 2 });
  for (let index = 0; index < sheet.facts.length; index += 2) {
    const pair = sheet.facts.slice(index, index + 2);
    const ends = pair.map((fact, column) =>
      writeFact(pen, fact, { start: MARGIN + column * (HALF + GAP), width: HALF }, y + 4, {
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
  const end = writeFact(pen, fact, inside, top + 5, { size: 13.5, lines: 1 }) + 5;
  pen.document
    .lineWidth(1.5)
    .roundedRect(MARGIN, top, WIDTH, end - top, 5)
    .stroke(INK);
  return end;
}

/**
 * Draws the special requests in the space above the cancellation terms. If there is not enough space for both, up to
 * three lines of the requests are drawn first, and the terms use the rest.
 */
function requests(pen: Pen, sheet: VoucherSheet, top: number, bottom: number): number {
  if (sheet.requests === null) return top;
  const y = heading(pen, sheet.requests.label, top);
  const size = 11.5;
  const room = Math.floor((bottom - y) / heightOf(size));
  const forTerms = sheet.cancellation === null ? 0 : sheet.cancellation.lines.length + 2;
  const lines = Math.max(1, Math.min(3, room), room - forTerms);
  return (
    write(pen, sheet.requests.value, { start: MARGIN, width: WIDTH, top: y, size, bold: true, lines }) + 6
  );
}

function terms(pen: Pen, { cancellation }: VoucherSheet, top: number, bottom: number): void {
  if (cancellation === null || top + heightOf(HEADING) + heightOf(SMALL) > bottom) return;
  let y = heading(pen, cancellation.label, top);
  for (const line of cancellation.lines) y = item(pen, line, y, bottom);
}

/** Draws the last part of the page, from the lower margin upwards. Returns the position of its upper edge. */
function foot(pen: Pen, sheet: VoucherSheet): number {
  const at = { start: MARGIN, width: WIDTH, size: SMALL };
  let top = BOTTOM;
  if (sheet.verify !== null) {
    top -= heightOf(SMALL, 3) + heightOf(HEADING);
    write(pen, sheet.verify.value, { ...at, top: heading(pen, sheet.verify.label, top), lines: 3 });
  }
  const references = [
    ...sheet.references.map(({ label, value }) => `${label}: ${value}`),
    ...(sheet.helpLine === null ? [] : [sheet.helpLine.text]),
  ];
  top -= heightOf(SMALL, references.length) + 4;
  references.forEach((text, index) => {
    write(pen, text, { ...at, top: top + heightOf(SMALL, index), lines: 1 });
  });
  rule(pen, top - 4);
  return sheet.blanks.length === 0 ? top - 8 : blanks(pen, sheet.blanks, top - 10) - 4;
}

/**
 * Draws empty lines for handwriting, with a label below each line. Returns the upper edge of the space for handwriting.
 */
function blanks(pen: Pen, labels: string[], end: number): number {
  const size = 8.5;
  const top = end - heightOf(size);
  labels.forEach((label, index) => {
    const at = { start: MARGIN + index * (THIRD + GAP), width: THIRD };
    pen.document.rect(leftOf(pen, at.start, at.width), top - 2, at.width, 0.75).fill(INK);
    write(pen, label, { ...at, top, size, colour: SOFT, lines: 1 });
  });
  return top - BLANK_HEIGHT;
}

/**
 * Draws a large framed word across the page of a void voucher. The word is needed if the voucher is printed in black
 * and white, because the coloured bands of valid and void vouchers then look the same.
 */
function across(pen: Pen, words: Written[]): void {
  if (words.length === 0) return;
  const size = 74;
  const look = { size, bold: true };
  const height = heightOf(size, words.length);
  const width = Math.max(...words.map(({ text }) => textWidth(pen, text, look))) + size;
  const [middle, centre] = [A4.width / 2, A4.height / 2 + 90];
  const top = centre - height / 2;
  pen.document.save().rotate(-30, { origin: [middle, centre] });
  pen.document
    .lineWidth(9)
    .rect(middle - width / 2, top - 8, width, height + 16)
    .stroke(FRAME);
  words.forEach(({ text }, index) => {
    const start = middle - textWidth(pen, text, look) / 2;
    const place = { start, top: top + heightOf(size, index), width: A4.width, colour: GREY, lines: 1 };
    write(pen, text, { ...place, ...look });
  });
  pen.document.restore();
}

function heading(pen: Pen, text: string, top: number): number {
  return write(pen, text, { start: MARGIN, width: WIDTH, top, size: HEADING, bold: true, lines: 1 });
}

function item(pen: Pen, text: string, top: number, bottom: number): number {
  if (top + heightOf(SMALL) > bottom) return top;
  pen.document.circle(leftOf(pen, MARGIN + 3, 0), top + SMALL * 0.78, 1.5).fill(SOFT);
  return write(pen, text, { start: MARGIN + 12, width: WIDTH - 12, top, size: SMALL, lines: 1 });
}
