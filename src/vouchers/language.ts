export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Direction = 'ltr' | 'rtl';

export const DIRECTIONS: Record<Language, Direction> = { en: 'ltr', ar: 'rtl' };

/** The language that was asked for, else the one the reader's device prefers. */
export function chooseLanguage(asked: unknown, acceptLanguage: string | undefined): Language {
  if (asked === 'en' || asked === 'ar') return asked;
  return /^\s*ar\b/i.test(acceptLanguage ?? '') ? 'ar' : 'en';
}

export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'ar' : 'en';
}
