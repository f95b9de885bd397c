import { use } from 'react';
import { keptLoad } from './kept-load.ts';
import { type Language, useLanguage } from './language.tsx';

/**
 * Makes a hook that returns the texts of one area of the site. The hook loads the texts when the area is shown, and
 * only in the reader's language:
 * `export const useErrorWords = areaWords({ en: async () => (await import('./words/en.ts')).errorsEn, … })`.
 */
export function areaWords<Words>(load: Record<Language, () => Promise<Words>>): () => Words {
  const loads = { en: keptLoad(load.en), ar: keptLoad(load.ar), ckb: keptLoad(load.ckb) };
  return () => use(loads[useLanguage().language]());
}
