/** Types for the parts of fontkit that the service uses. The PDF library reads fonts with fontkit. */
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
  /** The glyphs that a document uses. Each glyph has one position in the document's font. */
  export interface Subset {
    glyphs: number[];
    includeGlyph: (id: number) => number;
    /** Writes a font file that contains the glyphs of the subset. */
    encode: () => Uint8Array;
  }
  export interface Font {
    readonly unitsPerEm: number;
    layout: (text: string) => GlyphRun;
    getGlyph: (id: number, codePoints?: number[]) => Glyph;
    createSubset: () => Subset;
  }
  export function create(file: Uint8Array): Font;
}
