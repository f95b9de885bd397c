import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const WEIGHTS = { wght: { min: 400, max: 700 } };

/** All characters from `first` to `last`. */
function between(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/**
 * The characters to include in the font files. Names of guests can contain any Latin or Arabic letter, so letters that
 * the texts of the site do not use are included too. For other characters, the browser uses a font of the device.
 */
const ALPHABETS = {
  latin: `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’“”„•…‹›€−×→←`,
  // Letters of Arabic, Persian and Kurdish, their marks, both sets of digits, and the signs that join letters or set
  // the direction.
  arabic: `${between(0x60c, 0x6ff)}${between(0x200c, 0x200f)}`,
};
export type Alphabet = keyof typeof ALPHABETS;

/** Returns the font file of an alphabet. The file contains all weights from regular to bold. ADR 31 lists the sizes. */
export async function subsetOf(alphabet: Alphabet): Promise<Buffer> {
  const file = `@fontsource-variable/vazirmatn/files/vazirmatn-${alphabet}-wght-normal.woff2`;
  return subsetFont(readFileSync(require.resolve(file)), ALPHABETS[alphabet], {
    targetFormat: 'woff2',
    variationAxes: WEIGHTS,
  });
}

/**
 * Adds the fonts to the site. Every page needs the Latin font, so the browser loads it with the page. The page also
 * contains the addresses of both fonts. web/src/browser/fonts.ts reads these addresses and loads the fonts that the
 * reader's language needs.
 */
export function fonts(): Plugin {
  const addresses: Partial<Record<Alphabet, string>> = {};
  return {
    name: 'fonts',
    apply: 'build',
    async buildStart() {
      for (const alphabet of Object.keys(ALPHABETS) as Alphabet[]) {
        const source = await subsetOf(alphabet);
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        const fileName = `assets/channel-${alphabet}-${hash}.woff2`;
        addresses[alphabet] = `/${fileName}`;
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          href: addresses.latin,
        },
        injectTo: 'head',
      },
      { tag: 'meta', attrs: { name: 'ihc-font-latin', content: addresses.latin }, injectTo: 'head' },
      { tag: 'meta', attrs: { name: 'ihc-font-arabic', content: addresses.arabic }, injectTo: 'head' },
    ],
  };
}
