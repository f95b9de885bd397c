/** Letters that are the same for a search, because keyboards and writers differ in them. */
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
/** Marks on letters, the lengthening stroke, and signs that set the direction or join letters. */
const UNWRITTEN = /\p{M}|\u0640|[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
/** Arabic-Indic and Persian digits. */
const DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/**
 * The form in which texts are compared: small letters, without marks, and with one letter for those that are written
 * differently in Arabic and Kurdish or by different keyboards. The index and the query both use it.
 */
export function fold(text: string): string {
  return (
    text
      // Takes the hamza off its seat: أ إ آ become ا, ؤ becomes و, ئ becomes ي.
      .normalize('NFKD')
      .replace(UNWRITTEN, '')
      .replace(LETTERS, (letter) => SAME[letter]!)
      .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
      .toLowerCase()
  );
}

/** Words as they are written. `_` is part of a word, so that a name stays one word for its joined form. */
const WORD = /[\p{L}\p{N}\p{M}_\u0640\u200B-\u200F]+/gu;

export interface Written {
  word: string;
  at: number;
}

export function writtenWords(text: string): Written[] {
  return [...text.matchAll(WORD)].map((match) => ({ word: match[0], at: match.index }));
}

/** guestName, guest_name and GUEST_NAME are two words each. */
function partsOf(word: string): string[] {
  return word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[ _]+/)
    .map(fold)
    .filter((part) => part !== '');
}

/** The Arabic article, also after a particle: الحجز, والحجز, بالحجز, للحجز. */
const ARTICLE = /^(?:[وفبک]?ال|لل)(?=.{2})/;

/** What the index has for a word: its parts, a name of several parts also as one, and words without their article. */
export function termsOfWord(word: string): string[] {
  const parts = partsOf(word);
  const terms = parts.length > 1 ? [...parts, parts.join('')] : parts;
  return [...new Set(terms.flatMap(withoutArticles))];
}

/** Twice: الإلغاء is first إلغاء, which without its hamza looks like a word with an article itself. */
function withoutArticles(term: string): string[] {
  const once = term.replace(ARTICLE, '');
  return [term, once, once.replace(ARTICLE, '')];
}

/** What a query looks for. The article is left out: texts are found with and without it. */
export function termsOfQuery(query: string): string[] {
  const terms = writtenWords(query).flatMap(({ word }) => partsOf(word));
  return [...new Set(terms.map((term) => term.replace(ARTICLE, '')))];
}

/** A name in one piece. It is equal for `price check`, `priceCheck`, `price-check` and `PRICE_CHECK`. */
export function keyOf(text: string): string {
  return writtenWords(text)
    .flatMap(({ word }) => partsOf(word))
    .join('');
}
