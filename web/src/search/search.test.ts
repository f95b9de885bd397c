import { describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../../src/http/common/errors.ts';
import { LANGUAGES, referenceIn } from '../../build/reference.ts';
import { guideEntries, indexIn } from '../../build/search.ts';
import { entriesOf } from '../reference/openapi.ts';
import { type Find, openIndex } from './find.ts';
import { fold, keyOf, termsOfQuery, termsOfWord } from './fold.ts';
import { grouped } from './groups.ts';
import { excerptOf, markedPieces } from './marks.ts';

describe('folding', () => {
  it.each([
    ['أحمد إلغاء آخر ٱلحجز', 'احمد الغاء اخر الحجز'],
    ['مستشفى', 'مستشفي'],
    ['غرفة', 'غرفه'],
    ['مسؤول', 'مسوول'],
    ['دائم', 'دايم'],
    ['قَسِيمَةٌ', 'قسيمه'],
    ['قســـيمة', 'قسيمة'],
    ['كوردي', 'کوردی'],
    ['هۆتێلەکە', 'هوتیلهکه'],
    ['ڕۆژ', 'روژ'],
    ['کڵایەنت', 'کلایەنت'],
    ['هوتێله‌کان', 'هۆتێلەکان'],
    ['ھەڵوەشاندنەوە', 'هەلوەشاندنەوە'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['Café PRICE', 'cafe price'],
    ['\u200Fالحجز\u200E', 'الحجز'],
  ])('%s is found by %s', (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  it('keeps letters apart that are different sounds', () => {
    const letters = [...'ابتثجحخدذرزسشصضطظعغفقلمنهوپچژگڤ'];
    expect(new Set(letters.map(fold)).size).toBe(letters.length);
  });

  it('splits names, and has them in one piece too', () => {
    for (const name of ['guestName', 'guest_name', 'GUEST_NAME', 'GuestName'])
      expect(termsOfWord(name), name).toEqual(['guest', 'name', 'guestname']);
    for (const query of ['guestName', 'guest_name', 'guest name', 'Guest-Name'])
      expect(termsOfQuery(query), query).toEqual(['guest', 'name']);
    for (const name of ['price check', 'priceCheck', 'price-check', 'PRICE_CHECK'])
      expect(keyOf(name), name).toBe('pricecheck');
    expect(termsOfQuery('HTL-2026-0091')).toEqual(['htl', '2026', '0091']);
    expect(termsOfWord('OpenAPI')).toEqual(['open', 'api', 'openapi']);
  });

  it('finds Arabic words with and without their article', () => {
    expect(termsOfWord('الحجز')).toEqual(['الحجز', 'حجز']);
    for (const query of ['الحجز', 'والحجز', 'بالحجز', 'للحجز', 'حجز'])
      expect(termsOfQuery(query), query).toEqual(['حجز']);
    // These words begin with the letters of the article, but have no article: "adult", and a word of three letters.
    expect(termsOfQuery('بالغ')).toEqual(['بالغ']);
    expect(termsOfQuery('الف')).toEqual(['الف']);
  });
});

describe('marks', () => {
  it('mark the written words, with their signs', () => {
    expect(markedPieces('إلغاء الحجز الآن', ['حجز'])).toEqual([
      { text: 'إلغاء ', isMarked: false },
      { text: 'الحجز', isMarked: true },
      { text: ' الآن', isMarked: false },
    ]);
    expect(markedPieces('use guestName', ['name'])[1]).toEqual({ text: 'guestName', isMarked: true });
    expect(markedPieces('nothing', ['other'])).toEqual([{ text: 'nothing', isMarked: false }]);
  });

  it('stand in an excerpt of whole words', () => {
    const text = `${'before '.repeat(40)}needle ${'after '.repeat(40)}`;
    const excerpt = excerptOf(text, ['needle']);
    expect(excerpt).toMatch(/^… before .*needle.* after …$/);
    expect(excerpt.length).toBeLessThan(170);
    expect(excerptOf('short text', ['text'])).toBe('short text');
  });
});

/**
 * If a query is the full name of a result, the result must be among this many first results. Other results may have the
 * same name.
 */
const CLOSE = 3;

const indexes = LANGUAGES.map((language) => [language, indexIn(language)] as const);

describe.each(indexes.map(([language, index]) => [language, openIndex(index, true)] as const))(
  'the search in %s',
  (language, find) => {
    const entries = entriesOf(referenceIn(language));
    const missed = (queries: [string, string][]) =>
      queries.filter(([query, href]) => placeOf(find, query, href) >= CLOSE).map(([query]) => query);

    it('finds every operation by id, path and summary', () => {
      const english = new Map(
        entriesOf(referenceIn('en')).map(({ operation }) => [operation.operationId, operation.summary]),
      );
      const queries = entries.flatMap(({ path, method, operation: { operationId: id, summary } }) =>
        [id, `${method} ${path}`, summary, english.get(id)!].map((query): [string, string] => [
          query,
          `/reference/${id}`,
        ]),
      );
      expect(queries.length).toBeGreaterThan(100);
      expect(missed(queries)).toEqual([]);
      // Several operations have the same path. Each must be among the first results.
      for (const { path, operation } of entries)
        expect(placeOf(find, path, `/reference/${operation.operationId}`), path).toBeLessThan(4);
    });

    it('finds every error code, however it is written', () => {
      for (const write of [same, spaced, small])
        expect(missed(REFUSAL_CODES.map((code) => [write(code), `/errors/${code}`]))).toEqual([]);
      for (const code of REFUSAL_CODES) expect(find(code)[0]!.href).toBe(`/errors/${code}`);
    });

    it('finds fields by their words', () => {
      for (const query of ['guest name', 'guestName', 'guest_name'])
        expect(
          find(query)
            .slice(0, 5)
            .map(({ title }) => title),
          query,
        ).toContain('guestName');
    });

    it('finds what a response has by the operation', () => {
      expect(find('qr_svg_url').map(({ href }) => href)).toContain('/reference/createBooking');
    });

    it('finds pages, scenarios and terms by their English names', () => {
      for (const [query, href] of [
        ['changelog', '/changelog'],
        ['glossary', '/glossary'],
        ['stop sell', '/test-scenarios#stop-sell'],
        ['no-show', '/glossary#no-show'],
        ['1.4.0', '/changelog#1.4.0'],
      ] as const)
        expect(placeOf(find, query, href), query).toBeLessThan(CLOSE);
    });

    it('finds every guide by its title and its English title', () => {
      const english = guideEntries('en');
      const queries = guideEntries(language).flatMap(({ title, href }, at): [string, string][] => [
        [title, href],
        [english[at]!.title, href],
      ]);
      expect(missed(queries)).toEqual([]);
    });
  },
);

describe('the search', () => {
  const [english, arabic] = indexes.map(([, index]) => index);
  const find = openIndex(arabic!, true);

  it('forgives spellings of other keyboards', () => {
    const expected = find('القسيمة').map(({ href }) => href);
    expect(expected.length).toBeGreaterThan(0);
    for (const query of ['قسيمه', 'قَسِيمة', 'قسیمة', 'بالقسيمة'])
      expect(
        find(query)
          .map(({ href }) => href)
          .slice(0, 3),
        query,
      ).toEqual(expected.slice(0, 3));
  });

  it('finds words that look like words with an article', () => {
    for (const query of ['إلغاء', 'الغاء', 'الإلغاء', 'الالغاء'])
      expect(
        find(query).some(({ title }) => title.includes('الإلغاء')),
        query,
      ).toBe(true);
  });

  it('has no sandbox in production', () => {
    const production = openIndex(english!, false);
    expect(openIndex(english!, true)('resetSandbox')[0]!.href).toBe('/reference/resetSandbox');
    expect(production('resetSandbox').map(({ href }) => href)).not.toContain('/reference/resetSandbox');
    expect(production('console').map(({ href }) => href)).not.toContain('/console');
  });

  it('shows results by kind, definitions and releases last', () => {
    const groups = grouped(find('إلغاء'));
    expect(groups.at(-1)!.kind).toBe('change');
    expect(groups.at(-2)!.kind).toBe('term');
    expect(groups[0]!.results.length).toBeGreaterThan(0);
    const all = groups.flatMap(({ results }) => results.map(({ href }) => href));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeLessThan(33);
  });

  it('finds nothing for nothing', () => {
    expect(['', '  ', '/', '؟'].map((query) => find(query))).toEqual([[], [], [], []]);
  });
});

function placeOf(find: Find, query: string, href: string): number {
  const place = find(query).findIndex((one) => one.href === href);
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

const same = (code: string) => code;
const spaced = (code: string) => code.toLowerCase().replaceAll('_', ' ');
const small = (code: string) => code.toLowerCase().replaceAll('_', '-');
