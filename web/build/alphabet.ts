import type { Language } from './reference.ts';

/** No system knows the order of Sorani: Arabic rules put its own letters at the end. */
const SORANI = [...'ئابپتجچحخدرڕزژسشعغفڤقکگلڵمنهەوۆیێ'];

/** Sorts as a dictionary of the language does. The Arabic article does not count. */
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

/** Latin words come first, as they do in their code points. */
function soraniKey(word: string): string {
  return [...word.toLowerCase()]
    .map((letter) => {
      const at = SORANI.indexOf(letter);
      return at === -1 ? letter : String.fromCharCode(0x3000 + at);
    })
    .join('');
}
