import { areaWords } from '../i18n/area-words.ts';
import { keptLoad } from '../i18n/kept-load.ts';
import type { Language } from '../i18n/language.tsx';
import type { Document } from './document.ts';

/** One file for each guide and language. A file is loaded when the reader opens the guide. */
const FILES = import.meta.glob<{ document: Document }>('../../../docs/guides/*/*.md');
const loaded = new Map<string, () => Promise<Document>>();

export const useGuideTitles = areaWords({
  en: async () => (await import('virtual:guides/en')).titles,
  ar: async () => (await import('virtual:guides/ar')).titles,
  ckb: async () => (await import('virtual:guides/ckb')).titles,
});

/** Loads a guide. Returns null if there is no guide with this slug. */
export function loadGuide(language: Language, slug: string): Promise<Document> | null {
  const file = `../../../docs/guides/${language}/${slug}.md`;
  const load = FILES[file];
  if (load === undefined) return null;
  if (!loaded.has(file))
    loaded.set(
      file,
      keptLoad(async () => (await load()).document),
    );
  return loaded.get(file)!();
}
