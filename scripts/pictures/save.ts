import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { PROJECT_DIRECTORY } from '../../src/platform/db/project-directory.ts';

/** The limit for a picture, because the README must load quickly. */
const LIMIT_BYTES = 120_000;

/** Saves a screenshot as WebP, which has a third of the size of PNG. The browser converts it. */
export async function saveWebp(browser: Browser, png: Buffer, file: string, quality = 0.82): Promise<void> {
  const page = await browser.newPage();
  const data = (await page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${quality});
  })()`)) as string;
  await page.close();
  save(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'), file, LIMIT_BYTES);
}

export function save(bytes: Buffer, file: string, limit: number): void {
  if (bytes.length > limit) throw new Error(`${file} has ${bytes.length} bytes, more than ${limit}`);
  const path = join(PROJECT_DIRECTORY, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}
