// Defines the three languages of vouchers and their directions, and chooses the language for a request.

export const LANGUAGES = ['en', 'ar', 'ckb'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Direction = 'ltr' | 'rtl';

export const DIRECTIONS: Record<Language, Direction> = { en: 'ltr', ar: 'rtl', ckb: 'rtl' };

/** A text with its language, which may differ from the voucher's language. */
export interface Written {
  text: string;
  language: Language;
}

/**
 * The languages in which a voucher repeats its most important words. The voucher's language comes first. A Kurdish
 * voucher also has Arabic and English words, because the hotel may be in Karbala, where the reception cannot read
 * Kurdish.
 */
export const REPEATED_IN: Record<Language, Language[]> = {
  en: ['en', 'ar'],
  ar: ['ar', 'en'],
  ckb: ['ckb', 'ar', 'en'],
};

/** Browsers send `ckb` for Sorani, or `ku`, which stands for all Kurdish languages. */
const LANGUAGE_OF_TAG = new Map<string, Language>([
  ['en', 'en'],
  ['ar', 'ar'],
  ['ckb', 'ckb'],
  ['ku', 'ckb'],
]);

/**
 * Returns the requested language if it is supported. Otherwise returns the preferred language of the reader's browser,
 * or English.
 */
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
