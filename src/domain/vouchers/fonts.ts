// Loads the fonts of the PDF, and prepares them for Arabic and Kurdish.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import type PDFDocument from 'pdfkit';
import { FontPart } from './font-part.ts';
import type { VisualRun } from './visual-lines.ts';

const require = createRequire(import.meta.url);
const FILES = [
  ['arabic', 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf'],
  ['arabic bold', 'noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf'],
  ['latin', 'noto-sans/400Regular/NotoSans_400Regular.ttf'],
  ['latin bold', 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
] as const;
const SHAPED_LIMIT = 5_000;
/** The number of possible glyph numbers, because a font file numbers its glyphs with 16 bits. */
const GLYPHS_LIMIT = 65_536;
const loaded = new Map<string, fontkit.Font>();
const widths = new Map<string, number>();

/**
 * Registers the fonts in a document. For the first PDF, the font files are read and parsed. All later PDFs use the
 * parsed fonts.
 */
export function registerFonts(document: InstanceType<typeof PDFDocument>): void {
  if (loaded.size === 0)
    for (const [name, file] of FILES)
      loaded.set(name, remembering(legible(readFileSync(require.resolve(`@expo-google-fonts/${file}`)))));
  // The document also accepts a parsed font, but its TypeScript types do not allow this.
  for (const [name, font] of loaded) document.registerFont(name, font as unknown as Buffer);
}

export function fontName(script: VisualRun['script'], bold: boolean): string {
  return bold ? `${script} bold` : script;
}

/**
 * Returns the width of a word at size 1. The layout measures each word several times. Measuring with the functions of
 * the document took a seventh of the time for a PDF.
 */
export function widthOfWord(name: string, word: string): number {
  const key = `${name} ${word}`;
  let width = widths.get(key);
  if (width === undefined) {
    const font = loaded.get(name)!;
    width = font.layout(word).advanceWidth / font.unitsPerEm;
    if (widths.size >= SHAPED_LIMIT) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/**
 * Makes sure that people can copy and search the text of the PDF. Arabic letters that differ only in their dots share
 * one base glyph. The library maps such a glyph to the first letter that used it and to no other letter, so copied text
 * would have wrong letters. Therefore each letter that uses such a glyph receives a separate glyph number, which is
 * higher than all real glyph numbers. Each letter then has a separate position in the document's font.
 */
function legible(file: Buffer): fontkit.Font {
  const font = fontkit.create(file);
  const part = new FontPart(file);
  const [glyphOf, shape, subsetOf] = [
    font.getGlyph.bind(font),
    font.layout.bind(font),
    font.createSubset.bind(font),
  ];
  const numbers = new Map<string, number>();
  const numbered = (glyph: fontkit.Glyph): fontkit.Glyph => {
    const letter = `${glyph.id} ${glyph.codePoints.join(' ')}`;
    const number = numbers.get(letter) ?? glyph.id + GLYPHS_LIMIT * (numbers.size + 1);
    numbers.set(letter, number);
    return { id: number, codePoints: glyph.codePoints, advanceWidth: glyph.advanceWidth };
  };
  font.getGlyph = (id, codePoints = []) =>
    codePoints.length === 0
      ? glyphOf(id)
      : Object.create(glyphOf(id, codePoints), { codePoints: { value: codePoints } });
  font.layout = (text) => {
    const { glyphs, positions, advanceWidth } = shape(text);
    return { glyphs: glyphs.map(numbered), positions, advanceWidth };
  };
  font.createSubset = () => {
    const subset = subsetOf();
    const places = new Map([[0, 0]]);
    subset.includeGlyph = (number) => {
      const place = places.get(number) ?? subset.glyphs.push(number % GLYPHS_LIMIT) - 1;
      places.set(number, place);
      return place;
    };
    subset.encode = () => part.write(subset.glyphs, subset.includeGlyph);
    return subset;
  };
  return font;
}

/**
 * Shapes each word only once and keeps the result. Vouchers often contain the same words, and shaping Arabic takes a
 * long time. The document calls `layout` for each word together with the space after it. This space is drawn on the
 * right of the word, also in Arabic, because the words of a line are already in the order in which they are drawn.
 */
function remembering(font: fontkit.Font): fontkit.Font {
  const shape = font.layout.bind(font);
  const shaped = new Map<string, fontkit.GlyphRun>();
  const shapeWord = (text: string) =>
    text.length > 1 && text.endsWith(' ') ? joined(shape(text.slice(0, -1)), shape(' ')) : shape(text);
  font.layout = (text) => {
    let run = shaped.get(text);
    if (run === undefined) {
      run = shapeWord(text);
      if (shaped.size >= SHAPED_LIMIT) shaped.clear();
      shaped.set(text, run);
    }
    return copyOf(run);
  };
  return font;
}

function joined(left: fontkit.GlyphRun, right: fontkit.GlyphRun): fontkit.GlyphRun {
  return {
    glyphs: [...left.glyphs, ...right.glyphs],
    positions: [...left.positions, ...right.positions],
    advanceWidth: left.advanceWidth + right.advanceWidth,
  };
}

/**
 * Copies a glyph run for each call. A copy is needed, because the document scales the positions of the run in place.
 * The width is computed from the copied positions.
 */
function copyOf({ glyphs, positions }: fontkit.GlyphRun): fontkit.GlyphRun {
  const own = positions.map((position) => ({ ...position }));
  return {
    glyphs,
    positions: own,
    get advanceWidth() {
      return own.reduce((sum, position) => sum + position.xAdvance, 0);
    },
  };
}
