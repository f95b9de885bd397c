// Writes text into a PDF, from left to right or from right to left.

import type PDFDocument from 'pdfkit';
import { fontName, widthOfWord } from './fonts.ts';
import type { Direction } from './language.ts';
import { type VisualRun, visualLines, visualRuns } from './visual-lines.ts';

type Document = InstanceType<typeof PDFDocument>;

export interface Pen {
  document: Document;
  direction: Direction;
  pageWidth: number;
}

/**
 * The position and the look of a text on the page. `start` is the distance from the side where reading begins. For
 * Arabic, this is the right side.
 */
export interface Place {
  start: number;
  top: number;
  width: number;
  size: number;
  bold?: boolean;
  colour?: string;
  lines?: number;
}

/**
 * The distance between lines. It is large enough for Arabic letters, which reach higher and lower than Latin letters.
 */
const LEADING = 1.5;
const BASELINE = 1.08;
/** The factor by which Arabic text is enlarged. At the same size, Arabic letters look smaller than Latin letters. */
const ARABIC_SCALE = 1.15;

/** Writes a text within its width, and returns the position below its last line. */
export function write(pen: Pen, text: string, place: Place): number {
  const { start, top, width, size, bold = false, colour = '#16211f', lines: limit } = place;
  const measure = (run: VisualRun) => widthOf(run, size, bold);
  const lines = visualLines(text, pen.direction, width, measure, limit);
  pen.document.fillColor(colour);
  lines.forEach((runs, index) => {
    const taken = runs.reduce((sum, run) => sum + measure(run), 0);
    let x = pen.direction === 'ltr' ? start : pen.pageWidth - start - taken;
    const baseline = top + size * (BASELINE + LEADING * index);
    for (const run of runs) {
      const [name, scaled] = fontOf(run, size, bold);
      pen.document.font(name, scaled);
      pen.document.text(wordsOf(run).join(''), x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      x += measure(run);
    }
  });
  return top + lines.length * size * LEADING;
}

/** Returns the width of a text on one line. */
export function textWidth(pen: Pen, text: string, look: { size: number; bold?: boolean }): number {
  const { size, bold = false } = look;
  return visualRuns(text, pen.direction).reduce((sum, run) => sum + widthOf(run, size, bold), 0);
}

export function heightOf(size: number, lines = 1): number {
  return size * LEADING * lines;
}

/** Returns the left edge of a box. `start` is the distance of the box from the side where reading begins. */
export function leftOf(pen: Pen, start: number, width: number): number {
  return pen.direction === 'ltr' ? start : pen.pageWidth - start - width;
}

function widthOf(run: VisualRun, size: number, bold: boolean): number {
  const [name, scaled] = fontOf(run, size, bold);
  return wordsOf(run).reduce((sum, word) => sum + widthOfWord(name, word) * scaled, 0);
}

/** Returns the name and the size of the font of a run. */
function fontOf({ script }: VisualRun, size: number, bold: boolean): [string, number] {
  return [fontName(script, bold), script === 'arabic' ? size * ARABIC_SCALE : size];
}

/**
 * Splits a run into words, from left to right. Letters of different words do not join, so each word can be shaped
 * alone, and only once. The document also shapes one word at a time (`font.layout` in fonts.ts).
 */
function wordsOf(run: VisualRun): string[] {
  const words = run.text.split(/(?<= )|(?= )/);
  return run.script === 'arabic' ? words.reverse() : words;
}
