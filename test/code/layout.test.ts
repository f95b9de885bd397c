import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { idsOf } from '../../web/build/markdown.ts';
import { sources, uphill } from './source-tree.ts';

/** ARCHITECTURE.md, the code that it describes, and the documents for engineers of this project. */
const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const LINES_LIMIT = 150;
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const architecture = read('ARCHITECTURE.md');

const filesIn = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...filesIn('docs/adr', '.md'),
  ...filesIn('docs/internals', '.md'),
  ...filesIn('docs/operations', '.md'),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'bench/README.md',
].map((file) => ({ file, text: read(file) }));

/** The rows of the table of folders, from top to bottom: what a row is about, and the names in its text. */
function rowsOf(text: string): { paths: string[]; names: string[] }[] {
  const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  return [...text.matchAll(/^\| (`src\/[^|]*) \| ([^|]*) \|$/gm)].map(([, first, second]) => ({
    paths: named(first!),
    names: named(second!),
  }));
}

/** What ARCHITECTURE.md and the folder `src` do not have in common. */
function differences(text: string, present: string[]): string[] {
  const named = rowsOf(text).flatMap(({ paths }) => paths);
  return [
    ...named.filter((path) => !present.includes(path)).map((path) => `${path} does not exist`),
    ...present.filter((path) => !named.includes(path)).map((path) => `${path} is not named`),
  ];
}

const present = readdirSync(join(ROOT, 'src')).map((name) => `src/${name}`);
const foldersIn = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Its types name parts of the whole program, so they may be named from everywhere. */
const CONTEXT = 'src/context.ts';

describe('ARCHITECTURE.md', () => {
  it('is one page', () => {
    expect(architecture.split('\n').length - 1).toBeLessThanOrEqual(LINES_LIMIT);
  });

  it('names every file and folder of src, and no other', () => {
    expect(differences(architecture, present)).toEqual([]);
  });

  it('names the folders below http and domain', () => {
    const rows = rowsOf(architecture);
    for (const path of ['src/http', 'src/domain']) {
      const { names } = rows.find(({ paths }) => paths.includes(path))!;
      expect(names.filter((name) => !name.includes('.')).sort(), path).toEqual(foldersIn(path).sort());
    }
  });

  it('control: a folder too many and a folder too few are found', () => {
    const text = architecture.replace('| `src/desk` |', '| `src/counter` |');
    expect(differences(text, present)).toEqual(['src/counter does not exist', 'src/desk is not named']);
  });

  it('has the order in which files import, types included', () => {
    const order = rowsOf(architecture).map(({ paths }) => paths);
    const found = uphill(
      order,
      sources.filter(({ file }) => file !== CONTEXT),
      CONTEXT,
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it('control: an import of a type or a value from above is found', () => {
    const order = rowsOf(architecture).map(({ paths }) => paths);
    const file = 'src/domain/booking/hold.ts';
    const text = `import type { Context } from '../../context.ts';
import { open } from '../../context.ts';
import type { App } from '../../http/common/wire.ts';
import {
  runBatch,
} from '../../desk/run-batch.ts';
import { dayOf } from '../../kernel/day.ts';
const later = () => import('../../boot/stop.ts');
`;
    expect(uphill(order, [{ file, text }], CONTEXT)).toEqual([
      `${file} imports src/context.ts`,
      `${file} imports src/http/common/wire.ts`,
      `${file} imports src/desk/run-batch.ts`,
      `${file} imports src/boot/stop.ts`,
    ]);
  });
});

/** Text in code marks that looks like a file or folder of the project, and does not exist from the root folder. */
function missingPaths({ file, text }: { file: string; text: string }): string[] {
  const isFile = /^[\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|js|sql|css|md)$/;
  const isBelow = /^(?:src|web|test|scripts|bench|docs|migrations)\/[\w./-]*$/;
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => (isFile.test(path) || isBelow.test(path)) && !path.startsWith('dist/'))
    .filter((path) => !existsSync(join(ROOT, path)))
    .map((path) => `${file}: ${path}`);
}

/** Links to files that do not exist, and to headings that do not. */
function brokenLinks({ file, text }: { file: string; text: string }): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(?:https?:|mailto:)/.test(target))
    .filter((target) => {
      const [path, heading] = target.split('#');
      const there = path === '' ? join(ROOT, file) : resolve(ROOT, dirname(file), path!);
      if (!existsSync(there)) return true;
      return heading !== undefined && !idsOf(readFileSync(there, 'utf8')).includes(heading);
    })
    .map((target) => `${file}: ${target}`);
}

describe('the documents', () => {
  // The changelog says what was true when a release was made.
  const living = documents.filter(({ file }) => file !== 'CHANGELOG.md');

  it('name only files and folders that exist', () => {
    expect(living.length).toBeGreaterThan(60);
    expect(living.flatMap(missingPaths)).toEqual([]);
  });

  it('link only to places that exist', () => {
    expect(documents.flatMap(brokenLinks)).toEqual([]);
  });

  it('have every page of docs/internals in its index', () => {
    const index = read('docs/internals/README.md');
    const pages = readdirSync(join(ROOT, 'docs/internals')).filter((name) => name !== 'README.md');
    expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
  });

  it('control: a path, a file and a heading that do not exist are found', () => {
    const text =
      'See `src/desk/desk.ts`, `desk/desk.ts`, `src/counter/` and [this](README.md), [that](docs/that.md), [there](#there).\n\n## Here\n';
    const one = { file: 'ARCHITECTURE.md', text };
    expect(missingPaths(one)).toEqual(['ARCHITECTURE.md: desk/desk.ts', 'ARCHITECTURE.md: src/counter/']);
    expect(brokenLinks(one)).toEqual(['ARCHITECTURE.md: docs/that.md', 'ARCHITECTURE.md: #there']);
  });
});
