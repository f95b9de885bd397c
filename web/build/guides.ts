import { join } from 'node:path';
import type { Plugin } from 'vite';
import { GUIDE_ORDER } from '../src/docs/guide-order.ts';
import { readDocument } from './markdown.ts';
import { type Language, PROJECT } from './reference.ts';

const NAME = /^\0?virtual:guides\/(en|ar|ckb)$/;

export function guideFile(language: Language, slug: string): string {
  return join(PROJECT, 'docs/guides', language, `${slug}.md`);
}

/**
 * Makes one module per language with the titles of all guides, for the menu. The browser loads each guide separately.
 */
export function guides(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const language = NAME.exec(id)?.[1] as Language | undefined;
      if (language === undefined) return null;
      const titles = GUIDE_ORDER.map((slug) => [
        slug,
        readDocument(guideFile(language, slug)).document.title,
      ]);
      return `export const titles = ${JSON.stringify(Object.fromEntries(titles))};\n`;
    },
  };
}
