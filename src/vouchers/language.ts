export const LANGUAGES = ['en', 'ar', 'ckb'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Direction = 'ltr' | 'rtl';

export const DIRECTIONS: Record<Language, Direction> = { en: 'ltr', ar: 'rtl', ckb: 'rtl' };

/** A text in a language that need not be the voucher's own. */
export interface Written {
  text: string;
  language: Language;
}

/**
 * The languages in which a voucher repeats what nobody may misread, its own first. A Kurdish voucher has three: the
 * reception that reads it may be in Karbala, where Kurdish is not read.
 */
export const REPEATED_IN: Record<Language, Language[]> = {
  en: ['en', 'ar'],
  ar: ['ar', 'en'],
  ckb: ['ckb', 'ar', 'en'],
};

/** Browsers call Sorani `ckb`, or `ku` like every Kurdish. */
const LANGUAGE_OF_TAG = new Map<string, Language>([
  ['en', 'en'],
  ['ar', 'ar'],
  ['ckb', 'ckb'],
  ['ku', 'ckb'],
]);

/** The language that was asked for, if we write it, else the one the reader's device prefers, else English. */
export function chooseLanguage(asked: unknown, acceptLanguage = ''): Language {
  return LANGUAGES.find((language) => language === asked) ?? preferredLanguage(acceptLanguage) ?? 'en';
}

function preferredLanguage(acceptLanguage: string): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const wish of acceptLanguage.toLowerCase().split(',')) {
    const [tag, quality] = wish.split(/;\s*q=/);
    const language = LANGUAGE_OF_TAG.get(tag!.trim().split('-')[0]!);
    const weight = quality === undefined ? 1 : Number(quality);
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}
