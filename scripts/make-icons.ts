import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../test/support/chromium.ts';

/** Draws the icons from web/public/icon.svg. Run it when that file has changed. */
const PUBLIC = resolve(fileURLToPath(import.meta.url), '../../web/public');
const svg = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8').replace('<svg', '<svg width="100%"');
/** Phones cut icons to different shapes, so the colour must reach the edge. */
const square = svg.replace('rx="7"', '');
/** Some phones cut a circle of 80 % of the width. The logo must fit into this circle. */
const maskable = square.replace(/<g transform="[^"]*"/, '<g transform="translate(4.8 4.1) scale(.7)"');

const browser = await launchBrowser();
const page = await browser.newPage();
await draw(square, 192, 'hotel/icon-192.png');
await draw(square, 512, 'hotel/icon-512.png');
await draw(maskable, 512, 'hotel/icon-maskable-512.png');
await draw(square, 180, 'apple-touch-icon.png');
writeFileSync(join(PUBLIC, 'favicon.ico'), iconFile(await draw(svg, 32)));
await browser.close();

async function draw(source: string, size: number, file?: string): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html{background:transparent}body{margin:0}svg{display:block}</style>${source}`,
  );
  const path = file === undefined ? {} : { path: join(PUBLIC, file) };
  return page.screenshot({ ...path, omitBackground: true });
}

/** Returns an ICO file with one PNG image: a header of 6 bytes, an entry of 16, then the image. */
function iconFile(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
