import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TEST_SETS } from '../../scripts/test-sets.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const SOURCE = join(ROOT, 'src');
const THIS = 'test/code/tidy.test.ts';
const LINES_LIMIT = 300;

/**
 * Folders in the order of imports. A file imports values only from its own folder and from folders later in the list.
 */
const SOURCE_FOLDERS = [
  '.',
  'cli',
  'boot',
  'http',
  'operations',
  'sandbox',
  'desk',
  'snapshot',
  'outgoing',
  'domain',
  'platform',
  'kernel',
];
const WEB_FOLDERS = [
  '.',
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
const FILES_LIMIT = 30;

/** A file without a suffix in these folders is pure. */
const PURE = [
  'operations/hotel-files/',
  'operations/status/',
  'snapshot/search/',
  'outgoing/events/',
  'outgoing/hotel-notices/',
  'outgoing/webhooks/',
  'domain/',
  'kernel/',
];
const SUFFIXED = /\.(store|routes|schema|usecase|worker|test)\.ts$/;

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(src|test|scripts|bench|web\/src)\/.*\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
const sources = files.filter(({ file }) => file.startsWith('src/') && !file.endsWith('.test.ts'));
const pages = readdirSync(join(ROOT, 'web/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({
    file: `web/src/${file}`,
    text: readFileSync(join(ROOT, 'web/src', file), 'utf8'),
  }));

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map((match) =>
    relative(SOURCE, resolve(ROOT, dirname(file), match[1]!)),
  );
}

/** Lists the files whose values a file imports. Type imports are not counted: types do not exist at run time. */
function valuesOf(file: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export) (?!type\b)(?:([^;]*?) from )?'(\.[^']+)'/gm)]
    .filter(([, names]) => names === undefined || !/^\{\s*(type [^,}]+,?\s*)+\}$/.test(names))
    .map((match) => relative(ROOT, resolve(ROOT, dirname(file), match[2]!)));
}

/** The folder of a file: the first level below the root. */
function folderOf(root: string, path: string): string {
  return dirname(relative(root, path)).split('/')[0]!;
}

function uphill(root: string, order: string[], all: { file: string; text: string }[]): string[] {
  return all.flatMap(({ file, text }) =>
    valuesOf(file, text)
      .filter((path) => path.startsWith(`${root}/`) && /\.tsx?$/.test(path))
      .filter((path) => order.indexOf(folderOf(root, path)) < order.indexOf(folderOf(root, file)))
      .map((path) => `${file} imports ${path}`),
  );
}

describe('tidy', () => {
  it('files stay short', () => {
    const long = sources.filter(
      ({ file, text }) => text.split('\n').length > LINES_LIMIT && !file.endsWith('demo-hotels.ts'),
    );
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it('pure files have no clock, no randomness, no waiting and no SQL', () => {
    const forbidden =
      /\basync\b|\bawait\b|new Date\(\)|Date\.now|performance\.now|Math\.random|randomBytes|from 'pg'/;
    const pure = sources.filter(
      ({ file }) => PURE.some((folder) => file.startsWith(`src/${folder}`)) && !SUFFIXED.test(file),
    );
    expect(pure.length).toBeGreaterThan(10);
    expect(pure.filter(({ text }) => forbidden.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('SQL is written only in stores', () => {
    const sql =
      /\b(select|insert into|update|delete from)\b[\s\S]{0,200}\b(from|values|set|where)\b[\s\S]*\$1|\.query\(\s*[`'"{]/i;
    const outside = sources.filter(
      ({ file, text }) => !/\.store\.ts$|^src\/platform\/db\//.test(file) && sql.test(text),
    );
    expect(outside.map(({ file }) => file)).toEqual([]);
  });

  it('only config.ts reads the environment; the two programs hand it over', () => {
    const readers = sources.filter(({ text }) => text.includes('process.env'));
    expect(readers.map(({ file }) => file)).toEqual(['src/cli.ts', 'src/main.ts']);
  });

  it('the kernel imports nothing above it, and stores, routes and use cases import only downhill', () => {
    const kernel = sources.filter(({ file }) => file.startsWith('src/kernel/'));
    for (const { file, text } of kernel)
      expect(
        importsOf(file, text).filter((path) => !path.startsWith('kernel/')),
        file,
      ).toEqual([]);
    const rank = (path: string) =>
      /\.routes\.ts$/.test(path)
        ? 3
        : /\.(usecase|worker)\.ts$/.test(path)
          ? 2
          : /\.store\.ts$/.test(path)
            ? 1
            : 0;
    for (const { file, text } of sources)
      if (rank(file) > 0)
        expect(
          importsOf(file, text).filter((path) => rank(path) > rank(file)),
          file,
        ).toEqual([]);
  });

  it('folders import downhill', () => {
    const known = (root: string, order: string[], all: { file: string }[]) =>
      all.filter(({ file }) => !order.includes(folderOf(root, file))).map(({ file }) => file);
    expect(known('src', SOURCE_FOLDERS, sources), 'folders without a rank').toEqual([]);
    expect(known('web/src', WEB_FOLDERS, pages), 'folders without a rank').toEqual([]);
    expect(uphill('src', SOURCE_FOLDERS, sources)).toEqual([]);
    expect(uphill('web/src', WEB_FOLDERS, pages)).toEqual([]);
  });

  it('control: an import from above is found', () => {
    const text =
      "import { buildApp } from '../../http/app.ts';\nimport type { App } from '../../http/common/wire.ts';\n";
    expect(uphill('src', SOURCE_FOLDERS, [{ file: 'src/domain/booking/hold.ts', text }])).toEqual([
      'src/domain/booking/hold.ts imports src/http/app.ts',
    ]);
  });

  it('only http, boot and the programs import from http, even types', () => {
    const rooms = sources.filter(({ file }) => !/^src\/(http|boot)\/|^src\/\w+\.ts$/.test(file));
    const doors = rooms.flatMap(({ file, text }) =>
      importsOf(file, text)
        .filter((path) => path.startsWith('http/'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(doors).toEqual([]);
  });

  it('doors call use cases, not stores', () => {
    const doors = sources.filter(({ file }) => file.startsWith('src/http/'));
    const found = doors.flatMap(({ file, text }) =>
      valuesOf(file, text)
        .filter((path) => path.endsWith('.store.ts'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(found).toEqual([]);
  });

  it('folders stay small', () => {
    const counts = new Map<string, number>();
    for (const { file } of [...sources, ...pages])
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > FILES_LIMIT)).toEqual([]);
  });

  it('nothing imports in a circle', () => {
    const graph = new Map(
      [...sources, ...pages].map(({ file, text }) => [file, valuesOf(file, text)] as const),
    );
    const done = new Set<string>();
    const visit = (file: string, path: string[]): void => {
      expect(path, 'a circle').not.toContain(file);
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
  });

  it('nothing is skipped, left over or exported by default', () => {
    const odd = /\.(skip|only|todo|runIf)\(|\b(TODO|FIXME)\b|^export default/m;
    const found = files.filter(({ file, text }) => file !== THIS && odd.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  it('a test is skipped only because a program is missing', () => {
    const other = /skipIf\((?![^\n]*hasProgram\b)|['"`]skipped:/;
    const tests = files.filter(({ file }) => /^(test|src|web)\//.test(file) && file !== THIS);
    const found = tests.filter(({ text }) => other.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  it('every test belongs to a command, and to one of those that run without another PostgreSQL', () => {
    const { fast: _, postgres: __, ...sets } = TEST_SETS;
    const folders = Object.values(sets).flat();
    const tests = files.filter(({ file }) => file.endsWith('.test.ts')).map(({ file }) => file);
    const commandsOf = (file: string) => folders.filter((folder) => file.startsWith(`${folder}/`));
    expect(tests.length).toBeGreaterThan(200);
    expect(tests.filter((file) => commandsOf(file).length !== 1)).toEqual([]);
    expect(commandsOf('test/elsewhere/a.test.ts'), 'control').toEqual([]);
  });
});
