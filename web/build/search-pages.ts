import { ar } from '../src/i18n/ar.ts';
import { ckb } from '../src/i18n/ckb.ts';
import { en } from '../src/i18n/en.ts';
import { withoutHtml } from './keyed-list.ts';
import { changelogIn, glossaryIn, goLiveIn, testScenariosIn } from './pages.ts';
import type { Language } from './reference.ts';
import type { NewEntry } from './search.ts';

const WORDS = { en, ar, ckb };
const PAGES = [
  ['/reference', 'reference'],
  ['/guides', 'guides'],
  ['/errors', 'errors'],
  ['/test-scenarios', 'testScenarios'],
  ['/go-live', 'goLive'],
  ['/glossary', 'glossary'],
  ['/changelog', 'changelog'],
  ['/status', 'statusPage'],
  ['/support', 'support'],
] as const;

export function pageEntries(language: Language): NewEntry[] {
  const words = WORDS[language];
  const page = (href: string, key: (typeof PAGES)[number][1] | 'console'): NewEntry => ({
    kind: 'page',
    href,
    title: words[key],
    under: '',
    text: '',
    names: [en[key], href],
  });
  return [
    { ...page('/console', 'console'), sandbox: true },
    ...PAGES.map(([href, key]) => page(href, key)),
    ...scenarioEntries(language),
    ...checklistEntries(language),
    ...termEntries(language),
    ...releaseEntries(language),
  ];
}

function scenarioEntries(language: Language): NewEntry[] {
  const english = testScenariosIn('en').groups.flatMap(({ items }) => items);
  const { title: page, groups } = testScenariosIn(language);
  return groups
    .flatMap(({ items }) => items)
    .map(({ key, title, html, scenario }, at) => ({
      kind: 'guide',
      href: `/test-scenarios#${key}`,
      title,
      under: page,
      text: withoutHtml(html),
      names: [english[at]!.title],
      more: scenario.reason ?? '',
    }));
}

function checklistEntries(language: Language): NewEntry[] {
  const english = goLiveIn('en').groups;
  const { title: page, groups } = goLiveIn(language);
  return groups.map(({ id, title, items }, at) => ({
    kind: 'guide',
    href: `/go-live#${id}`,
    title,
    under: page,
    text: items.map(({ html }) => withoutHtml(html)).join(' '),
    names: [english[at]!.title],
  }));
}

/** The terms of the glossary. A search finds a term by its words in all three languages. */
function termEntries(language: Language): NewEntry[] {
  return glossaryIn(language).terms.map(({ id, words, html }) => {
    const { [language]: title, ...others } = words;
    return {
      kind: 'term',
      href: `/glossary#${id}`,
      title: title!,
      under: Object.values(others).join(' · '),
      text: withoutHtml(html),
      names: Object.values(words),
    };
  });
}

function releaseEntries(language: Language): NewEntry[] {
  const { title, releases } = changelogIn(language);
  return releases
    .filter(({ day }) => day !== null)
    .map(({ version, id, html }) => ({
      kind: 'change',
      href: `/changelog#${id}`,
      title: version,
      under: title,
      text: withoutHtml(html).replace(/\s+/g, ' ').trim(),
      names: [],
    }));
}
