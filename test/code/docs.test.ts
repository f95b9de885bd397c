import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readVersion } from '../../src/boot/version.ts';
import { REFUSAL_CODES } from '../../src/http/common/errors.ts';
import { CLIENT_EVENT_KINDS } from '../../src/outgoing/events/client-event.ts';
import { alphabetical } from '../../web/build/alphabet.ts';
import { idsOf, readDocument } from '../../web/build/markdown.ts';
import { changelogIn, glossaryIn, goLiveIn, releaseLabel, testScenariosIn } from '../../web/build/pages.ts';
import { LANGUAGES, referenceIn } from '../../web/build/reference.ts';
import { PAGES, SANDBOX_PAGES } from '../../web/src/addresses.ts';
import { GUIDE_ORDER } from '../../web/src/docs/guide-order.ts';
import { isPage } from '../../web/src/docs/is-page.ts';
import type { KeyedList } from '../../web/src/docs/keyed-list.ts';
import type { ScenarioGroup } from '../../web/src/docs/pages.ts';
import { entriesOf } from '../../web/src/reference/openapi.ts';

const DOCS = resolve(fileURLToPath(import.meta.url), '../../../docs');
const guide = (language: string, slug: string) => join(DOCS, 'guides', language, `${slug}.md`);

describe('the guides of the menu', () => {
  it('are those of the folder', () => {
    const files = readdirSync(join(DOCS, 'guides/en')).map((name) => name.replace('.md', ''));
    expect([...GUIDE_ORDER].sort()).toEqual(files.sort());
  });

  it.each(GUIDE_ORDER)('have the headings of the English one in every language: %s', (slug) => {
    const ids = idsOf(readFileSync(guide('en', slug), 'utf8'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain('');
    const levels = (language: string) =>
      readFileSync(guide(language, slug), 'utf8')
        .replace(/^```[\s\S]*?^```$/gm, '')
        .match(/^#+(?= )/gm);
    for (const language of LANGUAGES) {
      expect(levels(language), language).toEqual(levels('en'));
      const { sections } = readDocument(guide(language, slug));
      expect(sections.map(({ id }) => id)).toEqual(['', ...ids]);
      for (const { text } of sections) expect(text, language).not.toBe('');
    }
  });
});

describe('a heading', () => {
  it('has an id that is unique on its page', () => {
    expect(idsOf('# Title\n\n## The `ack` step\n\n## Retry\n\n### Retry\n')).toEqual([
      'the-ack-step',
      'retry',
      'retry--2',
    ]);
  });
});

describe('the changelog for partners', () => {
  const FIELD = /`([a-z]+(?:[_.][a-z]+)+)`/g;
  /** Event types and parts of the document, which are not fields. */
  const isOther = (name: string) =>
    name.startsWith('info.') || (CLIENT_EVENT_KINDS as readonly string[]).includes(name);

  it.each(LANGUAGES)('names only fields that exist: %s', (language) => {
    const changelog = readFileSync(join(DOCS, 'pages', language, 'changelog.md'), 'utf8');
    const document = JSON.stringify(referenceIn('en'));
    const named = [...changelog.matchAll(FIELD)].map(([, name]) => name!).filter((name) => !isOther(name));
    expect(named).toContain('voucher.url');
    for (const name of named)
      for (const part of name.split('.')) expect(document, `${name} in ${language}`).toContain(`"${part}":`);
  });
});

describe('a link in a document', () => {
  it('is followed without loading the page if it leads to a page of the site', () => {
    for (const address of [...PAGES, ...SANDBOX_PAGES])
      expect(isPage(`${address.replace(/:\w+/, 'x')}?a=b#c`), address).toBe(true);
    for (const other of [
      '/v1/openapi.json',
      '/supply/v1/ari',
      'https://example.test',
      '#here',
      '/hotel',
      '/guides/a/b',
    ])
      expect(isPage(other), other).toBe(false);
  });
});

describe('the pages', () => {
  const versions = (text: string) => [...text.matchAll(/^## (\S+)/gm)].map(([, version]) => version);

  it.each(LANGUAGES)(
    'in %s: the changelog has the releases of CHANGELOG.md, and each says something',
    (language) => {
      const { releases, intro } = changelogIn(language);
      const all = readFileSync(join(DOCS, '../CHANGELOG.md'), 'utf8');
      expect(releases.map(({ version }) => version)).toEqual(versions(all));
      expect(intro).not.toBe('');
      for (const { version, day, label, html } of releases) {
        expect(html, version).toContain('<li>');
        expect(label === null, version).toBe(version === 'Unreleased');
        expect(day === null, version).toBe(version === 'Unreleased');
      }
    },
  );

  it('the label of a release counts the releases, and the site shows the newest one', () => {
    const { releases } = changelogIn('en');
    const labels = new Map(releases.map(({ version, label }) => [version, label]));
    expect([labels.get('1.0.0'), labels.get('1.6.0')]).toEqual(['v1.0.0', 'v1.0.6']);
    const [newest] = releases.filter(({ version }) => version !== 'Unreleased');
    expect(releaseLabel()).toBe(newest!.label);
    expect(newest!.version).toBe(readVersion());
  });

  it.each(LANGUAGES)('in %s: the glossary defines every term', (language) => {
    const { terms } = glossaryIn(language);
    const defined = readFileSync(join(DOCS, `pages/${language}/glossary.md`), 'utf8').match(/^- /gm)!;
    expect(terms.length).toBe(defined.length);
    expect(terms.length).toBeGreaterThan(70);
    expect(terms.filter(({ html }) => html === '').map(({ words }) => words.en)).toEqual([]);
    expect(new Set(terms.map(({ id }) => id)).size).toBe(terms.length);
  });

  it.each(['ar', 'ckb'] as const)('in %s have the items of the English ones', (language) => {
    const keys = (one: KeyedList) =>
      one.groups.map(({ id, items }) => [id, ...items.map(({ key, title }) => `${key} ${title !== ''}`)]);
    expect(keys(goLiveIn(language))).toEqual(keys(goLiveIn('en')));
    expect(keys(testScenariosIn(language))).toEqual(keys(testScenariosIn('en')));
  });

  it('have texts for all scenarios and none besides', () => {
    const data = JSON.parse(readFileSync(join(DOCS, 'pages/test-scenarios.json'), 'utf8')) as ScenarioGroup[];
    expect(data.map(({ scenarios }) => scenarios.map(({ key }) => key))).toEqual(
      testScenariosIn('en').groups.map(({ items }) => items.map(({ key }) => key)),
    );
  });

  it('have ids that are unique on their page', () => {
    for (const page of [goLiveIn('en'), testScenariosIn('en')]) {
      const ids = page.groups.flatMap(({ id, items }) => [id, ...items.map(({ key }) => key)]);
      expect(new Set(ids).size, page.title).toBe(ids.length);
    }
  });

  it.each(LANGUAGES)('in %s link only to places that exist', (language) => {
    const operations = entriesOf(referenceIn('en')).map(({ operation }) => operation.operationId);
    const places = new Set([
      ...[...PAGES, ...SANDBOX_PAGES],
      ...operations.map((id) => `/reference/${id}`),
      ...REFUSAL_CODES.map((code) => `/errors/${code}`),
      ...GUIDE_ORDER.flatMap((slug) => {
        const ids = readDocument(guide('en', slug)).sections.map(({ id }) => id);
        return ids.map((id) => `/guides/${slug}${id === '' ? '' : `#${id}`}`);
      }),
    ]);
    const files = ['pages', 'guides'].flatMap((folder) =>
      readdirSync(join(DOCS, folder, language)).map((name) => join(DOCS, folder, language, name)),
    );
    const links = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => `${target}`),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => link !== '/v1/openapi.json' && !places.has(link))).toEqual([]);
  });
});

describe('the order of terms', () => {
  it('is the one of each alphabet', () => {
    const sorted = (words: string[], language: 'en' | 'ar' | 'ckb') =>
      alphabetical(words, (word) => word, language);
    expect(sorted(['tax', 'API', 'date'], 'en')).toEqual(['API', 'date', 'tax']);
    expect(sorted(['ليلة', 'السر', 'حجز', 'إلغاء'], 'ar')).toEqual(['إلغاء', 'حجز', 'السر', 'ليلة']);
    expect(sorted(['گەڕان', 'ڕووداو', 'کلیل', 'ژوور', 'API', 'پلان'], 'ckb')).toEqual([
      'API',
      'پلان',
      'ڕووداو',
      'ژوور',
      'کلیل',
      'گەڕان',
    ]);
  });
});
