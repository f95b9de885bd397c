import type { Font } from 'fontkit';
import { expect, it } from 'vitest';
import { registerFonts } from './fonts.ts';

const fonts = new Map<string, Font>();
registerFonts({ registerFont: (name: string, font: Font) => fonts.set(name, font) } as never);

/** What a reader of the document would copy, in the order of reading. */
const copied = (text: string) =>
  String.fromCodePoint(
    ...fonts
      .get('arabic')!
      .layout(text)
      .glyphs.flatMap((glyph) => glyph.codePoints)
      .reverse(),
  );

it.each(['بيت', 'نبت', 'تين', 'رز', 'زر', 'جحخ', 'خحج', 'شس', 'يرجى', 'استقبال'])(
  '%s is copied with its own dots',
  (word) => expect(copied(word)).toBe(word),
);

it('gives letters that share a glyph places of their own in a document', () => {
  const font = fonts.get('arabic')!;
  const [skeleton, same] = ['ر', 'ز'].map((letter) => font.layout(letter).glyphs.at(-1)!);
  expect(skeleton!.id % 65_536).toBe(same!.id % 65_536);
  const subset = font.createSubset();
  expect(subset.includeGlyph(skeleton!.id)).not.toBe(subset.includeGlyph(same!.id));
  expect(subset.includeGlyph(skeleton!.id)).toBe(subset.includeGlyph(skeleton!.id));
});
