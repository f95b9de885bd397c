/**
 * A search treats the two letters of a pair as equal, because keyboards and writers use different letters in the same
 * word.
 */
const SAME: Record<string, string> = {
  ٱ: 'ا',
  ى: 'ی',
  ي: 'ی',
  ێ: 'ی',
  ة: 'ه',
  ە: 'ه',
  ھ: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ك: 'ک',
  ڕ: 'ر',
  ڵ: 'ل',
  ۆ: 'و',
  ۇ: 'و',
};
const LETTERS = new RegExp(`[${Object.keys(SAME).join('')}]`, 'g');
/**
 * Characters that a search ignores: marks on letters, the tatweel, and signs for the direction or for joining letters.
 */
const UNWRITTEN = /\p{M}|\u0640|[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
/** Arabic-Indic and Persian digits. */
const DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/**
 * Converts a text to the form in which the search compares texts. Letters become lower case and lose their marks.
 * Variants of a letter from different languages or keyboards become one letter. The index and the query are both
 * converted.
 */
export function fold(text: string): string {
  return (
    text
      // Separates the hamza from its letter: أ إ آ become ا, ؤ becomes و, ئ becomes ي.
      .normalize('NFKD')
      .replace(UNWRITTEN, '')
      .replace(LETTERS, (letter) => SAME[letter]!)
      .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
      .toLowerCase()
  );
}

/** A word of a text. `_` is part of a word, so that a name such as `guest_name` stays one word. */
const WORD = /[\p{L}\p{N}\p{M}_\u0640\u200B-\u200F]+/gu;

export interface Written {
  word: string;
  at: number;
}

export function writtenWords(text: string): Written[] {
  return [...text.matchAll(WORD)].map((match) => ({ word: match[0], at: match.index }));
}

/** Splits a name into its parts: guestName, guest_name and GUEST_NAME all become `guest` and `name`. */
function partsOf(word: string): string[] {
  return word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[ _]+/)
    .map(fold)
    .filter((part) => part !== '');
}

/** The Arabic article, alone or after a particle: الحجز, والحجز, بالحجز, للحجز. */
const ARTICLE = /^(?:[وفبک]?ال|لل)(?=.{2})/;

/** The index terms of a word: its parts, the joined parts, and each of these forms without the Arabic article. */
export function termsOfWord(word: string): string[] {
  const parts = partsOf(word);
  const terms = parts.length > 1 ? [...parts, parts.join('')] : parts;
  return [...new Set(terms.flatMap(withoutArticles))];
}

/**
 * Returns a term with its article, without its article, and without a second article. Without its article, الإلغاء
 * becomes إلغاء. Folding has removed the hamza, so this word seems to begin with an article again.
 */
function withoutArticles(term: string): string[] {
  const once = term.replace(ARTICLE, '');
  return [term, once, once.replace(ARTICLE, '')];
}

/** The terms of a query, without the Arabic article. The index contains words both with and without the article. */
export function termsOfQuery(query: string): string[] {
  const terms = writtenWords(query).flatMap(({ word }) => partsOf(word));
  return [...new Set(terms.map((term) => term.replace(ARTICLE, '')))];
}

/** The joined parts of a name. `price check`, `priceCheck`, `price-check` and `PRICE_CHECK` have the same key. */
export function keyOf(text: string): string {
  return writtenWords(text)
    .flatMap(({ word }) => partsOf(word))
    .join('');
}
