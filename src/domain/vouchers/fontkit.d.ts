/** The types of fontkit that the service uses. The PDF writer reads fonts with this library. */
declare module 'fontkit' {
  export interface Glyph {
    id: number;
    codePoints: number[];
    advanceWidth: number;
  }
  export interface GlyphRun {
    glyphs: Glyph[];
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
    readonly advanceWidth: number;
  }
  /** The glyphs of a document, each at its own position. */
  export interface Subset {
    glyphs: number[];
    includeGlyph: (id: number) => number;
  }
  export interface Font {
    layout: (text: string) => GlyphRun;
    getGlyph: (id: number, codePoints?: number[]) => Glyph;
    createSubset: () => Subset;
  }
  export function create(file: Uint8Array): Font;
}
