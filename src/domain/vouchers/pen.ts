// Writes text into a PDF, from the left or from the right.

import type PDFDocument from 'pdfkit';
import { fontName } from './fonts.ts';
import type { Direction } from './language.ts';
import { type VisualRun, visualLines, visualRuns } from './visual-lines.ts';

type Document = InstanceType<typeof PDFDocument>;

export interface Pen {
  document: Document;
  direction: Direction;
  pageWidth: number;
}

/** Where a text is placed. `start` is measured from the side where reading begins: left, or right in Arabic. */
export interface Place {
  start: number;
  top: number;
  width: number;
  size: number;
  bold?: boolean;
  colour?: string;
  lines?: number;
}

/** The line distance that the taller script needs. Arabic letters reach higher and lower than Latin letters. */
const LEADING = 1.5;
const BASELINE = 1.08;
/** Arabic text is enlarged, because at the same size Arabic letters look smaller than Latin letters. */
const ARABIC_SCALE = 1.15;

/** Writes a text within its width and returns where it ends. */
export function write(pen: Pen, text: string, place: Place): number {
  const { start, top, width, size, bold = false, colour = '#16211f', lines: limit } = place;
  const measure = (run: VisualRun) => widthOf(pen, run, size, bold);
  const lines = visualLines(text, pen.direction, width, measure, limit);
  pen.document.fillColor(colour);
  lines.forEach((runs, index) => {
    const taken = runs.reduce((sum, run) => sum + measure(run), 0);
    let x = pen.direction === 'ltr' ? start : pen.pageWidth - start - taken;
    const baseline = top + size * (BASELINE + LEADING * index);
    for (const run of runs)
      for (const word of wordsOf(run)) {
        choose(pen, run, size, bold).text(word, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
        x += pen.document.widthOfString(word);
      }
  });
  return top + lines.length * size * LEADING;
}

/** The width of a text on one line. */
export function textWidth(pen: Pen, text: string, look: { size: number; bold?: boolean }): number {
  const { size, bold = false } = look;
  return visualRuns(text, pen.direction).reduce((sum, run) => sum + widthOf(pen, run, size, bold), 0);
}

export function heightOf(size: number, lines = 1): number {
  return size * LEADING * lines;
}

/** The left edge of a box that is `start` away from the page's reading side. */
export function leftOf(pen: Pen, start: number, width: number): number {
  return pen.direction === 'ltr' ? start : pen.pageWidth - start - width;
}

function widthOf(pen: Pen, run: VisualRun, size: number, bold: boolean): number {
  choose(pen, run, size, bold);
  return wordsOf(run).reduce((sum, word) => sum + pen.document.widthOfString(word), 0);
}

function choose(pen: Pen, run: VisualRun, size: number, bold: boolean): Document {
  return pen.document.font(fontName(run.script, bold), run.script === 'arabic' ? size * ARABIC_SCALE : size);
}

/**
 * Splits a run into words, from left to right. Words do not join, so each word is drawn separately and shaped only
 * once.
 */
function wordsOf(run: VisualRun): string[] {
  const words = run.text.split(/(?<= )|(?= )/);
  return run.script === 'arabic' ? words.reverse() : words;
}
