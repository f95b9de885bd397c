// Writes the part of a font that a PDF contains.

/** The tables that a TrueType font in a PDF needs, in the order in which fontkit writes them. */
const TABLES = ['head', 'hhea', 'loca', 'maxp', 'cvt ', 'prep', 'glyf', 'hmtx', 'fpgm'] as const;
type Table = (typeof TABLES)[number];

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;
/** The flags that a component of a composite glyph can have. */
const [WORDS, SCALE, MORE, TWO_SCALES, MATRIX] = [0x1, 0x8, 0x20, 0x40, 0x80];

/**
 * Writes the part of a TrueType font that a document uses. fontkit can do this too and gives the same bytes. But
 * fontkit decodes every glyph and writes the tables byte by byte, and this took a third of the time for a PDF.
 */
export class FontPart {
  private readonly tables = new Map<string, Buffer>();
  private readonly hasLongOffsets: boolean;

  constructor(file: Buffer) {
    for (
      let entry = HEADER_BYTES;
      entry < HEADER_BYTES + file.readUInt16BE(4) * ENTRY_BYTES;
      entry += ENTRY_BYTES
    ) {
      const [offset, length] = [file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)];
      this.tables.set(file.toString('latin1', entry, entry + 4), file.subarray(offset, offset + length));
    }
    this.hasLongOffsets = this.table('head').readInt16BE(50) === 1;
  }

  /**
   * Writes a font with these glyphs. `includeGlyph` adds a glyph to the list and returns its position there. This
   * function calls `includeGlyph` for each component of a composite glyph.
   */
  write(glyphs: number[], includeGlyph: (glyph: number) => number): Buffer {
    const outlines: Buffer[] = [];
    // The list grows in this loop, because composite glyphs add their components to it.
    for (let index = 0; index < glyphs.length; index += 1)
      outlines.push(this.outline(glyphs[index]!, includeGlyph));
    const own: Partial<Record<Table, Buffer>> = {
      head: this.table('head'),
      hhea: changed(this.table('hhea'), 34, glyphs.length),
      maxp: changed(this.table('maxp'), 4, glyphs.length),
      loca: this.offsetsOf(outlines),
      glyf: Buffer.concat(outlines),
      hmtx: Buffer.concat(glyphs.map((glyph) => this.metrics(glyph))),
    };
    const parts = TABLES.flatMap((name) => {
      const bytes = own[name] ?? this.tables.get(name);
      return bytes === undefined ? [] : [{ name, bytes }];
    });
    return Buffer.concat([directory(parts), ...parts.map(({ bytes }) => bytes)]);
  }

  private table(name: Table): Buffer {
    const bytes = this.tables.get(name);
    if (bytes === undefined) throw new Error(`the font has no table ${name}`);
    return bytes;
  }

  private outline(glyph: number, includeGlyph: (glyph: number) => number): Buffer {
    const bytes = this.table('glyf').subarray(this.offset(glyph), this.offset(glyph + 1));
    const isComposite = bytes.length > 0 && bytes.readInt16BE(0) < 0;
    return isComposite ? withComponents(bytes, includeGlyph) : bytes;
  }

  private offset(glyph: number): number {
    const loca = this.table('loca');
    return this.hasLongOffsets ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  }

  private offsetsOf(outlines: Buffer[]): Buffer {
    const loca = Buffer.alloc((outlines.length + 1) * (this.hasLongOffsets ? 4 : 2));
    let offset = 0;
    for (let index = 0; index <= outlines.length; index += 1) {
      if (this.hasLongOffsets) loca.writeUInt32BE(offset, index * 4);
      else loca.writeUInt16BE(offset / 2, index * 2);
      offset += outlines[index]?.length ?? 0;
    }
    return loca;
  }

  /**
   * Returns the advance width and the left side bearing of a glyph. The last glyphs of a font all have the same advance
   * width, which is stored only once.
   */
  private metrics(glyph: number): Buffer {
    const hmtx = this.table('hmtx');
    const full = this.table('hhea').readUInt16BE(34);
    if (glyph < full) return hmtx.subarray(glyph * 4, glyph * 4 + 4);
    const bearing = full * 4 + (glyph - full) * 2;
    return Buffer.concat([hmtx.subarray(full * 4 - 4, full * 4 - 2), hmtx.subarray(bearing, bearing + 2)]);
  }
}

function changed(table: Buffer, position: number, value: number): Buffer {
  const bytes = Buffer.from(table);
  bytes.writeUInt16BE(value, position);
  return bytes;
}

/** Returns the outline of a composite glyph in which each component has its glyph number in the new font. */
function withComponents(outline: Buffer, includeGlyph: (glyph: number) => number): Buffer {
  const bytes = Buffer.from(outline);
  let [position, flags] = [10, MORE];
  while ((flags & MORE) !== 0) {
    flags = bytes.readUInt16BE(position);
    bytes.writeUInt16BE(includeGlyph(bytes.readUInt16BE(position + 2)), position + 2);
    const scale = (flags & SCALE) !== 0 ? 2 : (flags & TWO_SCALES) !== 0 ? 4 : (flags & MATRIX) !== 0 ? 8 : 0;
    position += 4 + ((flags & WORDS) !== 0 ? 4 : 2) + scale;
  }
  return bytes;
}

/**
 * Writes the list of tables, with which a font file begins. The checksums are zero, because PDF readers ignore them.
 */
function directory(parts: { name: Table; bytes: Buffer }[]): Buffer {
  const exponent = Math.floor(Math.log2(parts.length));
  const bytes = Buffer.alloc(HEADER_BYTES + parts.length * ENTRY_BYTES);
  bytes.write('true', 'latin1');
  const numbers = [parts.length, 2 ** exponent * 16, exponent, (parts.length - 2 ** exponent) * 16];
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number, 4 + index * 2);
  let offset = bytes.length;
  parts.forEach(({ name, bytes: { length } }, index) => {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    bytes.write(name, entry, 'latin1');
    bytes.writeUInt32BE(offset, entry + 8);
    bytes.writeUInt32BE(length, entry + 12);
    offset += length;
  });
  return bytes;
}
