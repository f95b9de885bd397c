/** What we use of the library that the PDF writer reads fonts with. */
declare module 'fontkit' {
  export interface GlyphRun {
    glyphs: object[];
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
    readonly advanceWidth: number;
  }
  export interface Font {
    layout: (text: string) => GlyphRun;
  }
  export function create(file: Uint8Array): Font;
}
