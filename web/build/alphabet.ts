import type { Language } from './reference.ts';

/**
 * The letters of Sorani in alphabetical order. System libraries do not have this order. With Arabic rules, the letters
 * that do not exist in Arabic would come last.
 */
const SORANI = [...'ئابپتجچحخدرڕزژسشعغفڤقکگلڵمنهەوۆیێ'];

/** Sorts items by their words, in the dictionary order of the language. The Arabic article of a word is ignored. */
export function alphabetical<Item>(
  items: Item[],
  wordOf: (item: Item) => string,
  language: Language,
): Item[] {
  const keyed = items.map((item) => ({ item, word: wordOf(item).replace(/^ال/, '') }));
  const compare =
    language === 'ckb'
      ? (one: string, other: string) => {
          const [a, b] = [soraniKey(one), soraniKey(other)];
          return a < b ? -1 : a > b ? 1 : 0;
        }
      : new Intl.Collator(language).compare;
  return keyed.sort((one, other) => compare(one.word, other.word)).map(({ item }) => item);
}

/** Returns the key by which a word is sorted. Latin letters keep their code points, so Latin words come first. */
function soraniKey(word: string): string {
  return [...word.toLowerCase()]
    .map((letter) => {
      const at = SORANI.indexOf(letter);
      return at === -1 ? letter : String.fromCharCode(0x3000 + at);
    })
    .join('');
}
