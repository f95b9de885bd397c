// Writes the stylesheet of voucher pages, which contains the fonts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../../platform/db/project-directory.ts';

/** In the compiled service, these files are beside this one. In the sources, the tokens belong to the site. */
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

/** Keeps the first colour of each pair. A voucher is always light, as on paper, and old phones do not support pairs. */
function lightOnly(tokens: string): string {
  return tokens.replace(/light-dark\(((?:[^(),]|\([^()]*\))+),(?:[^()]|\([^()]*\))+\)/g, '$1');
}

/**
 * We send our own font, because a phone's Arabic font may lack letters that only Kurdish uses, and letters of two fonts
 * do not join. Without a built site, the phone uses its own font.
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
