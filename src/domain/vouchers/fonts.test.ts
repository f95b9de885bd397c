import * as fontkit from 'fontkit';
import { describe, expect, it } from 'vitest';
import { subsetOf } from '../../../web/build/fonts.ts';
import { registerFonts } from './fonts.ts';

type Font = fontkit.Font;

const fonts = new Map<string, Font>();
registerFonts({ registerFont: (name: string, font: Font) => fonts.set(name, font) } as never);

/** Returns the text that a person would copy from the document, in reading order. */
const copied = (text: string) =>
  String.fromCodePoint(
    ...fonts
      .get('arabic')!
      .layout(text)
      .glyphs.flatMap((glyph) => glyph.codePoints)
      .reverse(),
  );

it.each([
  'بيت',
  'نبت',
  'تين',
  'رز',
  'زر',
  'جحخ',
  'خحج',
  'شس',
  'يرجى',
  'استقبال',
  'ڤاوچەر',
  'هەڵوەشاوە',
  'ژوورێک',
  'پێشوازی',
])('%s is copied with its own dots', (word) => expect(copied(word)).toBe(word));

it('gives letters that share a glyph separate codes in a document', () => {
  const font = fonts.get('arabic')!;
  const [skeleton, same] = ['ر', 'ز'].map((letter) => font.layout(letter).glyphs.at(-1)!);
  expect(skeleton!.id % 65_536).toBe(same!.id % 65_536);
  const subset = font.createSubset();
  expect(subset.includeGlyph(skeleton!.id)).not.toBe(subset.includeGlyph(same!.id));
  expect(subset.includeGlyph(skeleton!.id)).toBe(subset.includeGlyph(skeleton!.id));
});

describe('the letters that Kurdish has and Arabic has not', () => {
  it.each([
    ['paper', () => fonts.get('arabic')!],
    ['paper, bold', () => fonts.get('arabic bold')!],
    ['page', async () => fontkit.create(await subsetOf('arabic')) as Font],
  ])('are in the font of the %s, alone and joined', async (_, load) => {
    const font = await load();
    for (const letter of 'ڕڵۆێەھڤگچپژکی')
      for (const text of [letter, `ب${letter}ب`])
        expect(font.layout(text).glyphs.map((glyph) => glyph.id % 65_536)).not.toContain(0);
  });
});
