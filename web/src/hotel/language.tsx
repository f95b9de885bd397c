import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { withNumbersInOrder } from '../../../src/domain/vouchers/mixed-text.ts';
import type { Names } from '../../../src/http/hotel-page/hotel-api.ts';
import { prepareFonts } from '../browser/fonts.ts';
import { recall, remember } from '../browser/storage.ts';
import { shellAr } from './words/shell-ar.ts';
import { shellCkb } from './words/shell-ckb.ts';
import { type ShellWords, shellEn } from './words/shell-en.ts';

export const LANGUAGES = {
  ar: { name: 'العربية', direction: 'rtl' },
  ckb: { name: 'کوردی', direction: 'rtl' },
  en: { name: 'English', direction: 'ltr' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** The words of one area of the page, in each language. */
export type WordsOf<Words> = Record<Language, Words>;

const SHELL: WordsOf<ShellWords> = { ar: shellAr, ckb: shellCkb, en: shellEn };

interface LanguageChoice {
  language: Language;
  choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

/**
 * Returns the language that the person has chosen. Without a choice, the function returns the first of the browser's
 * languages that the page has, or Arabic if the page has none of these languages.
 */
export function firstLanguage(): Language {
  const stored = recall('hotel-language');
  if (stored !== null && stored in LANGUAGES) return stored as Language;
  for (const wanted of navigator.languages) {
    const code = wanted.toLowerCase().split('-')[0];
    if (code === 'ku' || code === 'ckb') return 'ckb';
    if (code === 'ar' || code === 'en') return code;
  }
  return 'ar';
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const { direction } = LANGUAGES[language];
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = direction;
  }, [language, direction]);
  const choose = (chosen: Language) => {
    remember('hotel-language', chosen);
    prepareFonts(chosen).then(() => setLanguage(chosen));
  };
  return <LanguageContext value={{ language, choose }}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext)!;
}

/** The words of an area: `useWordsOf({ ar: roomsAr, ckb: roomsCkb, en: roomsEn })`. */
export function useWordsOf<Words>(words: WordsOf<Words>): Words {
  return words[useLanguage().language];
}

/** The words that every screen needs. */
export function useShellWords(): ShellWords {
  return useWordsOf(SHELL);
}

/**
 * The name of a hotel, a room type or a rate plan in the language of the page. If there is no Kurdish name, a Kurdish
 * page shows the English name. It does not show the Arabic name, because a reader could think that this is the Kurdish
 * name.
 */
export function nameIn(language: Language, names: Names): string {
  const own = { en: names.name_en, ar: names.name_ar, ckb: names.name_ckb ?? names.name_en };
  return withNumbersInOrder(own[language]);
}

/**
 * Returns `en` if `nameIn` returns the English name because there is no Kurdish name. The page then marks the text as
 * English.
 */
export function langOfName(language: Language, names: Names): 'en' | undefined {
  return language === 'ckb' && (names.name_ckb ?? names.name_en) === names.name_en ? 'en' : undefined;
}

/** Shows the name that `nameIn` returns. */
export function Name({ of }: { of: Names }) {
  const { language } = useLanguage();
  return <bdi lang={langOfName(language, of)}>{nameIn(language, of)}</bdi>;
}
