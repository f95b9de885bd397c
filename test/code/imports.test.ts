import { describe, expect, it } from 'vitest';
import {
  circles,
  crowded,
  importsOf,
  openingOf,
  pages,
  sources,
  storesInHttp,
  unopened,
  uphill,
} from './source-tree.ts';

/** The folders of the pages in the order of imports. ARCHITECTURE.md has the order of src. */
const PAGE_FOLDERS = [
  'shell',
  'pages',
  'errors',
  'landing',
  'design',
  'reference',
  'console',
  'hotel',
  'docs',
  'search',
  'status',
  'support',
  'api',
  'parts',
  'i18n',
  'browser',
];
const FOLDERS_LIMIT = 12;
const FILES_LIMIT = 30;

/** The folders right below src. */
function foldersOf(all: { file: string }[]): string[] {
  const folders = all.map(({ file }) => file.split('/').slice(1, -1)[0] ?? '');
  return [...new Set(folders)].filter((folder) => folder !== '');
}

describe('folders', () => {
  it('are few in src, and have few files', () => {
    expect(foldersOf(sources).length).toBeLessThanOrEqual(FOLDERS_LIMIT);
    expect(crowded([...sources, ...pages], FILES_LIMIT)).toEqual([]);
  });

  it('control: a crowded folder is found', () => {
    expect(foldersOf(['src/main.ts', 'src/cli/a.ts', 'src/cli/b/c.ts'].map((file) => ({ file })))).toEqual([
      'cli',
    ]);
    const files = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ file: `src/kernel/file-${at}.ts`, text: '' }));
    expect(crowded(files(FILES_LIMIT), FILES_LIMIT)).toEqual([]);
    expect(crowded(files(FILES_LIMIT + 1), FILES_LIMIT)).toEqual(['src/kernel']);
  });
});

describe('imports', () => {
  it('of the pages go to the own folder and to folders below, types included', () => {
    const order = PAGE_FOLDERS.map((folder) => [`web/src/${folder}`]);
    const unknown = pages.filter(
      ({ file }) => /^web\/src\/.*\//.test(file) && !PAGE_FOLDERS.includes(file.split('/')[2]!),
    );
    expect(unknown.map(({ file }) => file)).toEqual([]);
    expect(uphill(order, pages)).toEqual([]);
  });

  it('control: an import of a page from above is found', () => {
    const file = 'web/src/parts/row.tsx';
    const text = "import { App } from '../app.tsx';\nimport { get } from '../i18n/en.ts';\n";
    for (const written of [text, text.replaceAll("'", '"')])
      expect(uphill([['web/src/parts'], ['web/src/i18n']], [{ file, text: written }])).toEqual([
        `${file} imports web/src/app.tsx`,
      ]);
  });

  it('form no circle, types included', () => {
    expect(circles([...sources, ...pages])).toEqual([]);
  });

  it('control: circles are found', () => {
    const files = (imports: Record<string, string[]>) =>
      Object.entries(imports).map(([name, from]) => ({
        file: `src/kernel/${name}.ts`,
        text: from.map((one) => `import type { One } from './${one}.ts';\n`).join(''),
      }));
    expect(circles(files({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
    expect(circles(files({ a: ['b'], b: ['c', 'd'], c: ['b'], d: ['d'] }))).toEqual([
      ['src/kernel/d.ts'],
      ['src/kernel/b.ts', 'src/kernel/c.ts'],
    ]);
  });

  it('from the kernel stay in it, and stores, use cases and routes name nothing above them', () => {
    const rank = (path: string) =>
      [/\.store\.ts$/, /\.(usecase|worker)\.ts$/, /\.routes\.ts$/].findIndex((suffix) => suffix.test(path));
    const wrong = sources.flatMap((one) =>
      importsOf(one)
        .filter((path) =>
          one.file.startsWith('src/kernel/')
            ? !path.startsWith('src/kernel/')
            : rank(one.file) >= 0 && rank(path) > rank(one.file),
        )
        .map((path) => `${one.file} imports ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it('from http are only in http, boot and the programs', () => {
    const others = sources.filter(({ file }) => !/^src\/(http|boot)\/|^src\/\w+\.ts$/.test(file));
    const found = others.filter((one) => importsOf(one).some((path) => path.startsWith('src/http/')));
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  it('of stores are not in http', () => {
    expect(storesInHttp(sources)).toEqual([]);
  });

  it('control: a store in http is found, also its type', () => {
    const file = 'src/http/supply/ari.routes.ts';
    const text = `import type { Row } from '../../domain/offers/ari/read-ari.store.ts';\n`;
    const below = {
      file: 'src/domain/offers/read.usecase.ts',
      text: "import { one } from './one.store.ts';\n",
    };
    expect(storesInHttp([{ file, text }, below])).toEqual([
      `${file} imports src/domain/offers/ari/read-ari.store.ts`,
    ]);
  });
});

describe('each source file', () => {
  it('opens with a sentence that says what it is', () => {
    expect(unopened(sources)).toEqual([]);
  });

  it('control: a file without one, and one that repeats its name, are found', () => {
    const file = 'src/kernel/random-text.ts';
    const of = (text: string) => unopened([{ file, text }]);
    const imported = "import { one } from './one.ts';\n\n";
    expect(of(`${imported}export const ONE = 1;\n`)).toEqual([`${file} does not open with a comment`]);
    expect(of(`${imported}/** About a limit. */\nconst LIMIT = 1;\n`)).toHaveLength(1);
    expect(of(`${imported}/** Functions for the random text. */\nexport const ONE = 1;\n`)).toEqual([
      `${file} opens with its name: Functions for the random text.`,
    ]);
    expect(of(`// Characters that nobody can guess.\n\n${imported}`)).toEqual([]);
    expect(of(`${imported}/** Characters that nobody can guess. */\nexport const ONE = 1;\n`)).toEqual([]);
  });

  it('control: the sentence is read from every form of a comment', () => {
    const sentence = 'The first of two.';
    for (const comment of [
      `/** ${sentence} And more. */`,
      `/**\n * The first\n * of two. And\n */`,
      `// ${sentence}`,
    ])
      expect(openingOf(`${comment}\nexport const ONE = 1;\n`)).toBe(sentence);
  });
});
