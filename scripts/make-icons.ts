import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../test/support/chromium.ts';

/** Draws the icons of the hotel page from web/public/icon.svg. Run it when that file has changed. */
const PUBLIC = resolve(fileURLToPath(import.meta.url), '../../web/public');
const browser = await launchBrowser();
const page = await browser.newPage();
for (const size of [192, 512]) {
  await page.setViewportSize({ width: size, height: size });
  // A phone cuts an icon into its own shape: the colour must reach the edge.
  const svg = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8')
    .replace('rx="7"', '')
    .replace('<svg', '<svg width="100%"');
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path: join(PUBLIC, `hotel/icon-${size}.png`) });
}
await browser.close();
