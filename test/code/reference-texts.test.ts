import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { referenceIn, textsIn, textsOf } from '../../web/build/reference.ts';

/**
 * Checks that the translations of the reference are complete, and that they and those of the error catalogue name the
 * same things as the English texts. test/code/terms.test.ts checks their words and spelling.
 */

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const LANGUAGES = ['ar', 'ckb'] as const;
const english = textsOf(referenceIn('en'));

/** What a reader must find in every language, as often and as it is: names in code, and addresses of links. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`[^`]+`|\]\([^)]+\)/g)].map(([name]) => name).sort();
}

/** Texts whose translation names other things, with the names of both. */
function differing(pairs: (readonly [name: string, text: string, translation: string])[]): string[] {
  return pairs
    .map(
      ([name, text, translation]) => [name, namesIn(text).join(' '), namesIn(translation).join(' ')] as const,
    )
    .filter(([, names, translated]) => names !== translated)
    .map(([name, names, translated]) => `${name.slice(0, 80)}: ${names} | ${translated}`);
}

describe.each(LANGUAGES)('the reference in %s', (language) => {
  const texts = textsIn(language);

  it('has every text of the OpenAPI document', () => {
    expect(english.length).toBeGreaterThan(300);
    expect(english.filter((text) => !texts[text]?.trim())).toEqual([]);
  });

  it('has no text that the document no longer has', () => {
    const known = new Set(english);
    expect(Object.keys(texts).filter((text) => !known.has(text))).toEqual([]);
  });

  it('is translated: no text is the English one', () => {
    expect(Object.entries(texts).filter(([text, translation]) => text === translation)).toEqual([]);
  });

  it('has the names of the English text', () => {
    expect(differing(Object.entries(texts).map(([text, translation]) => [text, text, translation]))).toEqual(
      [],
    );
  });
});

/** The sections of the catalogue by code. */
function catalogueIn(language: 'en' | (typeof LANGUAGES)[number]): Map<string, string> {
  const [, ...sections] = readFileSync(join(ROOT, `docs/errors/${language}.md`), 'utf8').split(/^## /m);
  return new Map(sections.map((section) => [/^\w+/.exec(section)![0], section]));
}

describe.each(LANGUAGES)('the error catalogue in %s', (language) => {
  it('has the names and links of the English text', () => {
    const [codes, translated] = [catalogueIn('en'), catalogueIn(language)];
    expect(differing([...codes].map(([code, text]) => [code, text, translated.get(code) ?? '']))).toEqual([]);
  });
});

describe('control: a difference is found', () => {
  it.each([
    ['Send `cursor`', 'أرسل `curser`'],
    ['Send `cursor`', 'أرسل cursor'],
    ['See [events](/guides/events)', 'اقرأ [الأحداث](/guides/event)'],
  ])('%s', (text, translation) => {
    expect(differing([['control', text, translation]])).toHaveLength(1);
  });
});
