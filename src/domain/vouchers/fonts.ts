// The fonts of the PDF, shaped for Arabic and Kurdish.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import type PDFDocument from 'pdfkit';
import type { VisualRun } from './visual-lines.ts';

const require = createRequire(import.meta.url);
const FILES = [
  ['arabic', 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf'],
  ['arabic bold', 'noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf'],
  ['latin', 'noto-sans/400Regular/NotoSans_400Regular.ttf'],
  ['latin bold', 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
] as const;
const SHAPED_LIMIT = 5_000;
/** A font file numbers its glyphs with 16 bits. */
const GLYPHS_LIMIT = 65_536;
const loaded = new Map<string, fontkit.Font>();

/** Fonts are read and parsed for the first PDF, and kept for all later ones. */
export function registerFonts(document: InstanceType<typeof PDFDocument>): void {
  if (loaded.size === 0)
    for (const [name, file] of FILES)
      loaded.set(
        name,
        remembering(legible(fontkit.create(readFileSync(require.resolve(`@expo-google-fonts/${file}`))))),
      );
  // The document also accepts a font that is already parsed, but its types do not say so.
  for (const [name, font] of loaded) document.registerFont(name, font as unknown as Buffer);
}

export function fontName(script: VisualRun['script'], bold: boolean): string {
  return bold ? `${script} bold` : script;
}

/**
 * Arabic letters that differ only in their dots share one base glyph. The library maps a glyph to the letter that used
 * it first. So text that is copied or searched in the document would have wrong letters. Here each letter of a glyph
 * gets its own number, above the real glyph numbers. So each letter has its own position in the document's font.
 */
function legible(font: fontkit.Font): fontkit.Font {
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
    return subset;
  };
  return font;
}

/** Shapes each word once. Vouchers contain the same words, and shaping Arabic is most of the cost of a PDF. */
function remembering(font: fontkit.Font): fontkit.Font {
  const shape = font.layout.bind(font);
  const shaped = new Map<string, fontkit.GlyphRun>();
  font.layout = (text) => {
    let run = shaped.get(text);
    if (run === undefined) {
      run = shape(text);
      if (shaped.size >= SHAPED_LIMIT) shaped.clear();
      shaped.set(text, run);
    }
    return copyOf(run);
  };
  return font;
}

/**
 * Copies a glyph run for each call, because the document scales positions in place. The width is computed from the
 * copy.
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
