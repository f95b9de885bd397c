// Writes the stylesheet of voucher pages, which contains the fonts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../../platform/db/project-directory.ts';

/**
 * The two files of the stylesheet. In the compiled service, both files are in the folder of this file. In the sources,
 * tokens.css is in the folder of the site.
 */
const OWN = new URL('./voucher.css', import.meta.url);
const TOKENS = [
  new URL('./tokens.css', import.meta.url),
  new URL('../../../web/src/styles/tokens.css', import.meta.url),
];
const FONT_FOLDER = join(PROJECT_DIRECTORY, 'dist/web/assets');
const FONT = /^channel-(latin|arabic)-\w+\.woff2$/;
const RANGES: Record<string, string> = {
  latin: 'U+0000-00FF, U+2010-203A, U+20AC, U+2190-2192, U+2212',
  arabic: 'U+060C-06FF, U+200C-200F',
};

/** The stylesheet of vouchers and reception pages: the fonts and tokens of the site, then the rules of voucher.css. */
export function voucherStyle(fontFolder = FONT_FOLDER): string {
  const tokens = readFileSync(TOKENS.find((file) => existsSync(file))!, 'utf8');
  return [...fontFaces(fontFolder), lightOnly(tokens), readFileSync(OWN, 'utf8')].join('\n');
}

/**
 * Replaces each `light-dark()` with its first colour. A voucher always uses the colours of light mode, as on paper. In
 * addition, old phones do not support `light-dark()`.
 */
function lightOnly(tokens: string): string {
  return tokens.replace(/light-dark\(((?:[^(),]|\([^()]*\))+),(?:[^()]|\([^()]*\))+\)/g, '$1');
}

/**
 * The stylesheet contains our own font. A phone's Arabic font may not have the letters that exist in Kurdish but not in
 * Arabic. Letters from two fonts do not join. If the site is not built, there are no font files, and the phone uses one
 * of its own fonts.
 */
function fontFaces(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const alphabet = FONT.exec(name)?.[1];
    if (alphabet === undefined) return [];
    return `@font-face {
  font-display: swap;
  font-family: "Channel";
  font-weight: 400 700;
  src: url("../assets/${name}") format("woff2");
  unicode-range: ${RANGES[alphabet]};
}`;
  });
}
