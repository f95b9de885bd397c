import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MONTHS, WEEKDAYS } from '../../src/domain/vouchers/calendar-words.ts';

/** Checks the texts against docs/guides/terms.md, which says what is tested and how. */

type Language = 'Arabic' | 'Kurdish';
/** English has forbidden variants only. Its terms are the usual words, and endings change them. */
type Written = Language | 'English';
interface Text {
  file: string;
  text: string;
}
interface Term {
  concept: string;
  words: Record<Language, string>;
  isUsed: boolean;
}
interface Variant {
  language: Written;
  variant: string;
  write: string;
}

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const LANGUAGES: Language[] = ['Arabic', 'Kurdish'];
const WRITTEN: Written[] = ['English', ...LANGUAGES];
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const rows = read('docs/guides/terms.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const terms: Term[] = [
  ...rows
    .filter((cells) => cells.length === 5 && cells[0] !== 'Concept')
    .map(([concept, , arabic, kurdish, use]) => ({
      concept: concept!,
      words: { Arabic: arabic!, Kurdish: kurdish! },
      isUsed: use !== 'not used yet',
    })),
  // The words for hotels and guests.
  ...rows
    .filter((cells) => cells.length === 3 && cells[1] !== 'Arabic')
    .map(([concept, arabic, kurdish]) => ({
      concept: concept!,
      words: { Arabic: arabic!, Kurdish: kurdish! },
      isUsed: true,
    })),
];
const variants: Variant[] = rows
  .filter((cells) => cells.length === 4 && cells[0] !== 'Language')
  .flatMap(([language, not, write]) =>
    not!.split(' / ').map((variant) => ({ language: language as Written, variant, write: write! })),
  );

const texts: Record<Written, Text[]> = {
  English: [
    ...[
      'web/src/i18n/en.ts',
      'web/src/landing/words/en.ts',
      'web/src/errors/words/en.ts',
      'web/src/console/words/en.ts',
      'web/src/console/words/path-en.ts',
      'web/src/console/words/supply-en.ts',
      'web/src/console/words/events-en.ts',
      'web/src/docs/words/en.ts',
      'web/src/search/words/en.ts',
      'web/src/reference/words/en.ts',
      'web/src/status/words/en.ts',
      'web/src/support/words/en.ts',
      'docs/errors/en.md',
      'openapi.json',
    ].map(whole),
    ...guides('en'),
  ],
  Arabic: [
    ...[
      'web/src/i18n/ar.ts',
      'web/src/landing/words/ar.ts',
      'web/src/design/words/ar.ts',
      'web/src/errors/words/ar.ts',
      'web/src/console/words/ar.ts',
      'web/src/console/words/path-ar.ts',
      'web/src/i18n/ar-counts.ts',
      'web/src/console/words/supply-ar.ts',
      'web/src/console/words/events-ar.ts',
      'web/src/console/words/path-ar.ts',
      'src/domain/vouchers/words-ar.ts',
      'src/outgoing/hotel-notices/notice-words-ar.ts',
      'web/src/hotel/words/reception-ar.ts',
      'web/src/hotel/words/rooms-ar.ts',
      'web/src/hotel/words/scan-ar.ts',
      'web/src/hotel/words/shell-ar.ts',
      'web/src/hotel/words/account-ar.ts',
      'web/src/docs/words/ar.ts',
      'web/src/search/words/ar.ts',
      'web/src/reference/words/ar.ts',
      'web/src/status/words/ar.ts',
      'web/src/support/words/ar.ts',
    ].map(whole),
    whole('src/http/partner/rates/policy-timeline.view.ts'),
    calendarIn('ar'),
    sectionOf('src/http/guest-pages/voucher-html.ts', 'ar'),
    sectionOf('src/http/guest-pages/reception-html.ts', 'ar'),
    whole('docs/errors/ar.md'),
    whole('docs/reference/ar.json'),
    ...guides('ar'),
  ],
  Kurdish: [
    ...[
      'web/src/i18n/ckb.ts',
      'web/src/landing/words/ckb.ts',
      'web/src/design/words/ckb.ts',
      'web/src/errors/words/ckb.ts',
      'web/src/console/words/ckb.ts',
      'web/src/console/words/path-ckb.ts',
      'web/src/console/words/supply-ckb.ts',
      'web/src/console/words/events-ckb.ts',
      'src/domain/vouchers/words-ckb.ts',
      'src/outgoing/hotel-notices/notice-words-ckb.ts',
      'web/src/hotel/words/reception-ckb.ts',
      'web/src/hotel/words/rooms-ckb.ts',
      'web/src/hotel/words/scan-ckb.ts',
      'web/src/hotel/words/shell-ckb.ts',
      'web/src/hotel/words/account-ckb.ts',
      'web/src/docs/words/ckb.ts',
      'web/src/search/words/ckb.ts',
      'web/src/reference/words/ckb.ts',
      'web/src/status/words/ckb.ts',
      'web/src/support/words/ckb.ts',
    ].map(whole),
    calendarIn('ckb'),
    sectionOf('src/http/guest-pages/voucher-html.ts', 'ckb'),
    sectionOf('src/http/guest-pages/reception-html.ts', 'ckb'),
    whole('docs/errors/ckb.md'),
    whole('docs/reference/ckb.json'),
    ...guides('ckb'),
  ],
};

function whole(file: string): Text {
  return { file, text: read(file) };
}

function calendarIn(language: 'ar' | 'ckb'): Text {
  const text = [...MONTHS[language], ...WEEKDAYS[language]].join('\n');
  return { file: 'src/domain/vouchers/calendar-words.ts', text };
}

/** One language of the page for a voucher that does not exist. That file has all languages. */
function sectionOf(file: string, lang: string): Text {
  const section = new RegExp(`<section lang="${lang}"[\\s\\S]*?</section>`).exec(read(file));
  return { file, text: section![0] };
}

/** The guides and pages without code blocks: there, guests have Arabic names in every language. */
function guides(lang: string): Text[] {
  return ['guides', 'pages'].flatMap((folder) =>
    readdirSync(join(ROOT, 'docs', folder, lang)).map((name) => {
      const file = `docs/${folder}/${lang}/${name}`;
      return { file, text: read(file).replace(/^```[\s\S]*?^```$/gm, '') };
    }),
  );
}

/** The text without vowel signs, lengthening and direction marks. They do not change a word. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u064B-\u065F\u0670\u0640\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g, '');
}

const PARTICLES = '[وفبلك]{0,3}(?:ال)?';
const PRONOUNS = '(?:ا|ك|ه|ها|نا|هم|كم)?';

function patternOf(phrase: string, language: Written): RegExp {
  const words = plain(phrase)
    .split(' ')
    .map((word) => {
      const stem = word.replace('*', '');
      const ending = word.endsWith('*') ? '\\p{L}*' : '';
      return language === 'Arabic'
        ? `${PARTICLES}${stem.replace(/^ال/, '')}${ending || PRONOUNS}`
        : stem + ending;
    });
  return new RegExp(`(?<!\\p{L})${words.join('\\s+')}(?!\\p{L})`, 'iu');
}

/** Allows endings in Kurdish, which adds them to the last word of a term. */
function isIn({ text }: Text, term: string, language: Language): boolean {
  return patternOf(language === 'Kurdish' ? `${term}*` : term, language).test(plain(text));
}

function violations(language: Written, some: Text[]): string[] {
  const forbidden = variants
    .filter((one) => one.language === language)
    .map((one) => ({ ...one, pattern: patternOf(one.variant, language) }));
  return some.flatMap(({ file, text }) =>
    plain(text)
      .split('\n')
      .flatMap((line) =>
        forbidden
          .filter(({ pattern }) => pattern.test(line))
          .map(({ variant, write }) => `${file}: ${variant}, write ${write}: ${line.trim()}`),
      ),
  );
}

const MISSPELT: Record<Language, RegExp> = {
  Arabic: /[ڕڵۆێەڤگچپژکیھ]|اً|[٠-٩۰-۹]/,
  Kurdish: /[كيىةثذصضطظھ]|ه(?!\p{L})|[٠-٩۰-۹]/u,
};

function misspelt(language: Language, some: Text[]): string[] {
  return some.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => MISSPELT[language].test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

describe('the terms', () => {
  it('are all there, each concept once', () => {
    expect(terms.length).toBeGreaterThan(40);
    expect(variants.length).toBeGreaterThan(40);
    expect(new Set(terms.map(({ concept }) => concept)).size).toBe(terms.length);
    for (const { concept, words } of terms)
      for (const language of LANGUAGES) expect(words[language], concept).not.toBe('');
    expect(variants.filter(({ language }) => !WRITTEN.includes(language))).toEqual([]);
  });

  it.each(LANGUAGES)('in %s are the words of the texts', (language) => {
    const missing = terms.filter(
      ({ words, isUsed }) => isUsed && !texts[language].some((text) => isIn(text, words[language], language)),
    );
    expect(missing.map(({ words }) => words[language])).toEqual([]);
  });

  it.each(LANGUAGES)('in %s that are not used yet really are not', (language) => {
    const used = terms.filter(
      ({ words, isUsed }) => !isUsed && texts[language].some((text) => isIn(text, words[language], language)),
    );
    expect(used.map(({ words }) => words[language])).toEqual([]);
  });

  it.each(LANGUAGES)('in %s are not themselves forbidden', (language) => {
    const written = terms.map(({ concept, words }) => ({ file: concept, text: words[language] }));
    expect(violations(language, written)).toEqual([]);
  });
});

describe('the texts', () => {
  it.each(WRITTEN)('in %s have no forbidden variant', (language) => {
    expect(texts[language].length).toBeGreaterThan(10);
    expect(violations(language, texts[language])).toEqual([]);
  });

  it.each(LANGUAGES)('in %s are spelt with the letters of the language', (language) => {
    expect(misspelt(language, texts[language])).toEqual([]);
  });
});

describe('control: what is forbidden is found', () => {
  it.each([
    ['English', 'Answers carry a header'],
    ['English', 'What your server answered.'],
    ['Arabic', 'يُبرز الضيف القسيمة'],
    ['Arabic', 'وللضيوف'],
    ['Arabic', 'استخدم المفتاح الحيّ'],
    ['Arabic', 'في تشرين الأول أو أكتوبر'],
    ['Kurdish', 'پسووڵەکەت لە پێشوازی'],
    ['Kurdish', 'بانگ بکە'],
    ['Kurdish', 'هوتێلەکان'],
  ] as const)('%s: %s', (language, text) => {
    expect(violations(language, [{ file: 'control', text }])).toHaveLength(1);
  });

  it.each([
    ['English', 'An amendment, and a picture of the hotel'],
    ['Arabic', 'يضيف النظام حقلًا، وأُضيف إلى المتنوع'],
    ['Kurdish', 'بانگهێشتی میوان، ڕێککەوتوویت'],
  ] as const)('%s: %s is allowed', (language, text) => {
    expect(violations(language, [{ file: 'control', text }])).toEqual([]);
  });

  it('and so are letters of the other language', () => {
    expect(misspelt('Arabic', [{ file: 'control', text: 'کربلاء' }])).toHaveLength(1);
    expect(misspelt('Kurdish', [{ file: 'control', text: 'هۆتێله' }])).toHaveLength(1);
    expect(misspelt('Kurdish', [{ file: 'control', text: 'كوردي' }])).toHaveLength(1);
  });
});
