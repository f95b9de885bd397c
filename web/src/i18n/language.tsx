import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { prepareFonts } from '../browser/fonts.ts';
import { recall, remember } from '../browser/storage.ts';
import type { Words } from './en.ts';

export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  ckb: { name: 'کوردی', direction: 'rtl' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** Only the reader's language is loaded. */
const LOAD: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./en.ts')).en,
  ar: async () => (await import('./ar.ts')).ar,
  ckb: async () => (await import('./ckb.ts')).ckb,
};

interface Spoken {
  language: Language;
  words: Words;
}

interface LanguageChoice extends Spoken {
  choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

function firstLanguage(): Language {
  const stored = recall('language');
  if (stored !== null && stored in LANGUAGES) return stored as Language;
  for (const wanted of navigator.languages) {
    const code = wanted.toLowerCase().split('-')[0];
    if (code === 'ku' || code === 'ckb') return 'ckb';
    if (code === 'ar' || code === 'en') return code;
  }
  return 'en';
}

/** Returns the language of the first page with its words, and sets the language and direction of the page. */
export async function speakFirst(): Promise<Spoken> {
  const language = firstLanguage();
  direct(language);
  const [words] = await Promise.all([LOAD[language](), prepareFonts(language)]);
  return { language, words };
}

function direct(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].direction;
}

export function LanguageProvider({ first, children }: { first: Spoken; children: ReactNode }) {
  const [spoken, setSpoken] = useState(first);
  useEffect(() => direct(spoken.language), [spoken]);
  const choose = (language: Language) => {
    remember('language', language);
    // In a transition, React shows the page in the old language until all texts in the new language are loaded.
    Promise.all([LOAD[language](), prepareFonts(language)]).then(([words]) =>
      startTransition(() => setSpoken({ language, words })),
    );
  };
  return <LanguageContext value={{ ...spoken, choose }}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext)!;
}

/** The words that every page needs. */
export function useWords(): Words {
  return useLanguage().words;
}
