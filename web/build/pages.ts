import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import type { Plugin } from 'vite';
import type { KeyedList } from '../src/docs/keyed-list.ts';
import type { Changelog, Glossary, ScenarioGroup, TestScenarios } from '../src/docs/pages.ts';
import { alphabetical } from './alphabet.ts';
import { keyedList } from './keyed-list.ts';
import { slugOf } from './markdown.ts';
import { type Language, PROJECT } from './reference.ts';

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');

/** The pages that are lists. The build makes one module for each page and language. */
const MODULES = {
  changelog: changelogIn,
  'go-live': goLiveIn,
  glossary: glossaryIn,
  'test-scenarios': testScenariosIn,
};
const NAME = new RegExp(`^\\0?virtual:(${Object.keys(MODULES).join('|')})/(en|ar|ckb)$`);

export function pages(): Plugin {
  return {
    name: 'pages',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const [, name, language] = NAME.exec(id) ?? [];
      if (name === undefined) return null;
      const data = MODULES[name as keyof typeof MODULES](language as Language);
      return `export const page = ${JSON.stringify(data)};\n`;
    },
  };
}

function listIn(name: string, language: Language): KeyedList {
  return keyedList(read(`docs/pages/${language}/${name}.md`), read(`docs/pages/en/${name}.md`));
}

export function goLiveIn(language: Language): KeyedList {
  return listIn('go-live', language);
}

export function testScenariosIn(language: Language): TestScenarios {
  const { title, intro, groups } = listIn('test-scenarios', language);
  const data = JSON.parse(read('docs/pages/test-scenarios.json')) as ScenarioGroup[];
  return {
    title,
    intro,
    groups: groups.map((group, at) => ({
      ...group,
      items: group.items.map((item) => ({
        ...item,
        scenario: data[at]!.scenarios.find(({ key }) => key === item.key)!,
      })),
    })),
  };
}

/** The releases of CHANGELOG.md, the newest first. The labels number the releases: v1.0.0, v1.0.1 … */
function released(): { version: string; label: string; day: string }[] {
  const found = [...read('CHANGELOG.md').matchAll(/^## (\S+) \((\d{4}-\d\d-\d\d)\)$/gm)];
  return found.map(([, version, day], index) => ({
    version: version!,
    label: `v1.0.${found.length - 1 - index}`,
    day: day!,
  }));
}

/** Returns the label of the newest release. The site shows this label. */
export function releaseLabel(): string {
  return released()[0]!.label;
}

/** The releases, with their labels and days. */
export function changelogIn(language: Language): Changelog {
  const text = read(`docs/pages/${language}/changelog.md`);
  const [head, ...sections] = text.split(/^## /m);
  const known = new Map(released().map((release) => [release.version, release]));
  const [, title, intro] = /^# (.+)\n\n([\s\S]*)$/.exec(head!)!;
  return {
    title: title!,
    intro: marked.parseInline(intro!.trim(), { async: false }),
    releases: sections.map((section) => {
      const [version = ''] = section.split('\n', 1);
      return {
        version,
        id: version.toLowerCase(),
        label: known.get(version)?.label ?? null,
        day: known.get(version)?.day ?? null,
        html: marked.parse(section.slice(version.length), { async: false }),
      };
    }),
  };
}

/**
 * Returns the terms of docs/guides/terms.md, each with its definition from docs/pages/<language>/glossary.md. The terms
 * are in the alphabetical order of the reader's language.
 */
export function glossaryIn(language: Language): Glossary {
  const { title, groups } = listIn('glossary', language);
  const definitions = new Map(groups[0]!.items.map(({ key, html }) => [key, html]));
  const terms = [
    ...read('docs/guides/terms.md').matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|[^|]*\|$/gm),
  ]
    .map(([, , en, ar, ckb]) => ({ en: en!, ar: ar!, ckb: ckb! }))
    .filter(({ en }) => en !== 'English')
    .map((words) => ({ id: slugOf(words.en), words, html: definitions.get(words.en) ?? '' }));
  return { title, terms: alphabetical(terms, ({ words }) => words[language], language) };
}
