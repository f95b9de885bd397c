import type { Language } from './reference.ts';

/**
 * The Sorani alphabet in its order. No system library knows this order. With Arabic rules, the letters that Arabic
 * lacks would come last.
 */
const SORANI = [...'ئابپتجچحخدرڕزژسشعغفڤقکگلڵمنهەوۆیێ'];

/** Sorts items in the order of a dictionary of the language. The Arabic article is ignored. */
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

/** Latin words come first, because Latin letters keep their code points. */
function soraniKey(word: string): string {
  return [...word.toLowerCase()]
    .map((letter) => {
      const at = SORANI.indexOf(letter);
      return at === -1 ? letter : String.fromCharCode(0x3000 + at);
    })
    .join('');
}
