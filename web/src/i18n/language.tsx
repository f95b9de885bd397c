import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { recall, remember } from '../browser/storage.ts';
import { ar } from './ar.ts';
import { ckb } from './ckb.ts';
import { en, type Words } from './en.ts';

export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr', words: en },
  ar: { name: 'العربية', direction: 'rtl', words: ar },
  ckb: { name: 'کوردی', direction: 'rtl', words: ckb },
} as const;
export type Language = keyof typeof LANGUAGES;

interface LanguageChoice {
  language: Language;
  words: Words;
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

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const { direction, words } = LANGUAGES[language];
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = direction;
  }, [language, direction]);
  const choose = (chosen: Language) => {
    remember('language', chosen);
    setLanguage(chosen);
  };
  return <LanguageContext value={{ language, words, choose }}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext)!;
}

export function useWords(): Words {
  return useLanguage().words;
}
