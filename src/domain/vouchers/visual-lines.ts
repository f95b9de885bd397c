// Breaks text with two directions into lines that can be drawn from left to right.

import bidiFactory, { type Bidi } from 'bidi-js';
import type { Direction } from './language.ts';

/** The types of the package declare a default export, but the package exports the function itself. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/**
 * A part of a line that is drawn with one font. Arabic text stays in reading order here, because the Arabic font
 * reverses the text.
 */
export interface VisualRun {
  text: string;
  script: 'arabic' | 'latin';
}

type Measure = (run: VisualRun) => number;
type Levels = ReturnType<typeof bidi.getEmbeddingLevels>;

const ARABIC = /[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/;
const ARABIC_LETTER = /\p{Script=Arabic}/u;
const ISOLATE = /[\u2066-\u2069]/;
/** Zero-width joiners are drawn with the font of the letters next to them. */
const JOINER = /[\u200C\u200D]/;
/**
 * Characters that must not be drawn, because the fonts cannot draw them correctly: they would appear as empty boxes, or
 * need layout rules that the fonts do not contain.
 */
const UNDRAWABLE =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/gu;

/** No real word is longer than this number of characters. Longer words are measured letter by letter. */
const LONG_WORD = 40;

/** Splits a line with mixed directions into runs, from left to right. */
export function visualRuns(text: string, direction: Direction): VisualRun[] {
  return runsBetween(text, bidi.getEmbeddingLevels(text, direction), 0, text.length);
}

/**
 * Breaks text into at most `limit` lines. Lines are broken at spaces. A word that is wider than a line is broken
 * between two letters. If the text needs more lines, the last line ends with an ellipsis. Directions are computed for
 * the whole text, because an isolate may span several lines.
 */
export function visualLines(
  text: string,
  direction: Direction,
  width: number,
  measure: Measure,
  limit = Number.POSITIVE_INFINITY,
): VisualRun[][] {
  const levels = bidi.getEmbeddingLevels(text, direction);
  const ranges = breakText(text, width, (start, end) =>
    totalWidth(runsBetween(text, levels, start, end), measure),
  );
  const lines = ranges
    .slice(0, limit)
    .map(({ start, end }) =>
      runsBetween(text, levels, start, start + text.slice(start, end).trimEnd().length),
    );
  if (ranges.length > limit)
    lines[limit - 1] = shortened(text, ranges[limit - 1]!, direction, width, measure);
  return lines;
}

interface Range {
  start: number;
  end: number;
}

function shortened(
  text: string,
  { start, end }: Range,
  direction: Direction,
  width: number,
  measure: Measure,
) {
  for (let last = end; ; last -= 1) {
    const short = `${text.slice(0, last).replace(/[\s\uD800-\uDBFF]+$/, '')}…`;
    const levels = bidi.getEmbeddingLevels(short, direction);
    const runs = runsBetween(short, levels, start, short.length);
    if (last <= start + 1 || totalWidth(runs, measure) <= width) return runs;
  }
}

function breakText(text: string, width: number, widthOf: (start: number, end: number) => number): Range[] {
  const lines: Range[] = [];
  let start = 0;
  let used = 0;
  for (const piece of pieces(text, width, widthOf)) {
    const wide = widthOf(piece.start, piece.end);
    if (used > 0 && used + wide > width) {
      lines.push({ start, end: piece.start });
      start = piece.start;
      used = 0;
    }
    used += wide + widthOf(piece.end, piece.next);
  }
  if (start < text.length) lines.push({ start, end: text.length });
  return lines;
}

/**
 * Returns each word with the spaces after it. A word that is wider than a line is cut into pieces, and each piece fits
 * into a line.
 */
function* pieces(text: string, width: number, widthOf: (start: number, end: number) => number) {
  for (const match of text.matchAll(/(\S+)(\s*)/g)) {
    const end = match.index + match[1]!.length;
    const next = end + match[2]!.length;
    let start = match.index;
    if (match[1]!.length > LONG_WORD || widthOf(start, end) > width) {
      // Measure letter by letter, so that the time is proportional to the length of the word. Joined letters are
      // narrower than separate letters, so each piece fits.
      let used = 0;
      for (let at = start; at < end; ) {
        const after = at + String.fromCodePoint(text.codePointAt(at)!).length;
        const wide = widthOf(at, after);
        if (at > start && used + wide > width) {
          yield { start, end: at, next: at };
          start = at;
          used = 0;
        }
        used += wide;
        at = after;
      }
    }
    yield { start, end, next };
  }
}

function totalWidth(runs: VisualRun[], measure: Measure): number {
  return runs.reduce((sum, run) => sum + measure(run), 0);
}

function runsBetween(text: string, levels: Levels, start: number, end: number): VisualRun[] {
  if (start >= end) return [];
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1);
  const runs: { indices: number[]; script: VisualRun['script']; odd: boolean }[] = [];
  for (const index of visualOrder(text, levels, start, end)) {
    if (ISOLATE.test(text[index]!)) continue;
    const odd = levels.levels[index]! % 2 === 1;
    const script = scriptOf(text[index]!, odd);
    const last = runs.at(-1);
    if (last !== undefined && last.script === script && last.odd === odd) last.indices.push(index);
    else runs.push({ indices: [index], script, odd });
  }
  return runs.map(({ indices, script, odd }) => {
    const reading = odd ? indices.toReversed() : indices;
    const read = reading.map((index) => mirrored.get(index) ?? text[index]!).join('');
    return { text: asDrawn(read, script, odd), script };
  });
}

/**
 * Returns the visual order of one line. The package reorders only this line, but it returns the indices of the whole
 * text. The indices of other lines are cut off.
 */
function visualOrder(text: string, levels: Levels, start: number, end: number): number[] {
  return bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end);
}

/**
 * Returns the script of a character, which decides the font. For a space, the script depends on the direction, because
 * the width of the space should fit the letters beside it.
 */
function scriptOf(character: string, odd: boolean): VisualRun['script'] {
  if (ARABIC.test(character)) return 'arabic';
  return odd && (character === ' ' || JOINER.test(character)) ? 'arabic' : 'latin';
}

/**
 * Returns the text of a run in the order in which it is drawn. The Arabic font itself reverses text with Arabic
 * letters. This function reverses other text, such as a bracket between words.
 */
function asDrawn(text: string, script: VisualRun['script'], odd: boolean): string {
  const drawable = script === 'arabic' ? text : text.replace(UNDRAWABLE, '\uFFFD');
  return odd && !(script === 'arabic' && ARABIC_LETTER.test(text))
    ? [...drawable].reverse().join('')
    : drawable;
}
