import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { expect, it } from 'vitest';
import { FontPart } from './font-part.ts';

const require = createRequire(import.meta.url);

it.each([
  [
    'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
    'فندق قصر كربلاء لا ﷲ',
    'هەڵوەشاوە ژوورێک ڤاوچەر',
  ],
  ['noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf', 'مُؤكَّد', 'پێشوازی'],
  ['noto-sans/400Regular/NotoSans_400Regular.ttf', 'Karbala 12:00', 'éàüñÅ ½ ffi Привет'],
  ['noto-sans/700Bold/NotoSans_700Bold.ttf', 'IHC-2027-7KMQ2X', 'Ǻ ế ﬁ'],
])('%s: has the bytes that fontkit writes, also for glyphs that consist of others', (name, ...texts) => {
  const file = readFileSync(require.resolve(`@expo-google-fonts/${name}`));
  const font = fontkit.create(file);
  const part = new FontPart(file);
  for (const text of ['', ...texts]) {
    const [theirs, ours] = [font.createSubset(), font.createSubset()];
    const { glyphs } = font.layout(text);
    for (const { id } of glyphs) for (const subset of [theirs, ours]) subset.includeGlyph(id);
    const written = part.write(ours.glyphs, (glyph) => ours.includeGlyph(glyph));
    expect(written.equals(theirs.encode())).toBe(true);
    expect(ours.glyphs).toEqual(theirs.glyphs);
  }
});

it('writes the components of a composite glyph too', () => {
  const file = readFileSync(
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  );
  const font = fontkit.create(file);
  const subset = font.createSubset();
  subset.includeGlyph(font.layout('é').glyphs[0]!.id);
  expect(subset.glyphs).toHaveLength(2);
  new FontPart(file).write(subset.glyphs, (glyph) => subset.includeGlyph(glyph));
  expect(subset.glyphs.length).toBeGreaterThan(3);
});
