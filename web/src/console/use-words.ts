import { areaWords } from '../i18n/area-words.ts';
import type { Words } from '../i18n/en.ts';
import { type Language, useLanguage } from '../i18n/language.tsx';
import type { ConsoleWords } from './words/en.ts';

/** The texts that every page needs, and the texts of the console. */
export type AllWords = Omit<Words, keyof ConsoleWords> & ConsoleWords;

const LOAD: Record<Language, () => Promise<AllWords>> = {
  en: async () => ({ ...(await import('../i18n/en.ts')).en, ...(await import('./words/en.ts')).consoleEn }),
  ar: async () => ({ ...(await import('../i18n/ar.ts')).ar, ...(await import('./words/ar.ts')).consoleAr }),
  ckb: async () => ({
    ...(await import('../i18n/ckb.ts')).ckb,
    ...(await import('./words/ckb.ts')).consoleCkb,
  }),
};

const useAreaWords = areaWords(LOAD);

export function useConsoleWords(): AllWords {
  return useAreaWords();
}

export function useConsoleLanguage(): { language: Language; words: AllWords } {
  return { language: useLanguage().language, words: useAreaWords() };
}
