import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);
const wasmBinary = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer } });

/**
 * Returns the text of the only QR code in an image. The image is a PNG or has another format that the reader supports.
 */
export async function readQr(image: Uint8Array): Promise<string> {
  const found = await readBarcodes(image, { formats: ['QRCode'], tryInvert: false });
  if (found.length !== 1) throw new Error(`${found.length} QR codes in the image`);
  return found[0]!.text;
}

export interface Square {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws squares as an image, like a printer with the given number of dots per unit. */
export function printed(squares: Square[], dotsPerUnit: number): Uint8Array {
  const dots = squares.map(({ x, y, width, height }) => ({
    left: Math.round(x * dotsPerUnit),
    top: Math.round(y * dotsPerUnit),
    right: Math.round((x + width) * dotsPerUnit),
    bottom: Math.round((y + height) * dotsPerUnit),
  }));
  const [left, top] = [Math.min(...dots.map((dot) => dot.left)), Math.min(...dots.map((dot) => dot.top))];
  const border = 40;
  const width = Math.max(...dots.map(({ right }) => right)) - left + 2 * border;
  const height = Math.max(...dots.map(({ bottom }) => bottom)) - top + 2 * border;
  const pixels = Buffer.alloc(width * height, 255);
  for (const dot of dots)
    for (let row = dot.top; row < dot.bottom; row += 1) {
      const start = (row - top + border) * width - left + border;
      pixels.fill(0, start + dot.left, start + dot.right);
    }
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
}

/** Returns the squares of the QR code in a PDF, in points. All rows of squares have the same height. */
export function squaresOfPdf(pdf: Buffer): Square[] {
  const text = streamsOf(pdf).join('\n');
  const squares = [...text.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map(
    ([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  );
  const counts = new Map<number, number>();
  for (const { height } of squares) counts.set(height, (counts.get(height) ?? 0) + 1);
  const [height] = [...counts].sort(([, one], [, other]) => other - one)[0]!;
  return squares.filter((square) => square.height === height);
}

/** Returns the squares of the QR code in an SVG, which are lines of width 1. */
export function squaresOfSvg(svg: string): Square[] {
  const path = /<path stroke="#000000" d="([^"]+)"/.exec(svg)![1]!;
  const squares: Square[] = [];
  let [x, y] = [0, 0];
  for (const [, command, numbers] of path.matchAll(/([MmhH])([-\d. ]+)/g)) {
    const [first = 0, second = 0] = numbers!.trim().split(/ /).map(Number);
    if (command === 'M') [x, y] = [first, second];
    else if (command === 'm') [x, y] = [x + first, y + second];
    else {
      squares.push({ x, y: y - 0.5, width: first, height: 1 });
      x += first;
    }
  }
  return squares;
}

function streamsOf(pdf: Buffer): string[] {
  const streams: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('endstream', at);
    if (end < 0) break;
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'));
    } catch {
      // The stream is not compressed.
    }
  }
  return streams;
}
