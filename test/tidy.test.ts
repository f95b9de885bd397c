import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');
const SOURCE = join(ROOT, 'src');
const LINES_LIMIT = 300;

/** Folders that hold the domain: an unsuffixed file in them is pure. */
const DOMAIN = ['kernel', 'partners', 'catalog', 'inventory', 'pricing', 'search', 'booking', 'vouchers'];
const SUFFIXED = /\.(store|routes|schema|usecase|test)\.ts$/;

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(src|test|scripts|bench)\/.*\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
const sources = files.filter(({ file }) => file.startsWith('src/') && !file.endsWith('.test.ts'));

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map((match) =>
    relative(SOURCE, resolve(ROOT, dirname(file), match[1]!)),
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
    const pure = sources.filter(({ file }) => DOMAIN.includes(file.split('/')[1]!) && !SUFFIXED.test(file));
    expect(pure.length).toBeGreaterThan(10);
    expect(pure.filter(({ text }) => forbidden.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('SQL is written in stores alone', () => {
    const sql =
      /\b(select|insert into|update|delete from)\b[\s\S]{0,200}\b(from|values|set|where)\b[\s\S]*\$1|\.query\(\s*[`'"{]/i;
    const outside = sources.filter(
      ({ file, text }) => !/\.store\.ts$|^src\/db\//.test(file) && sql.test(text),
    );
    expect(outside.map(({ file }) => file)).toEqual([]);
  });

  it('only config.ts reads the environment; the two programs hand it over', () => {
    const readers = sources.filter(({ text }) => text.includes('process.env'));
    expect(readers.map(({ file }) => file)).toEqual(['src/main.ts', 'src/verify.ts']);
  });

  it('the kernel imports nothing above it, and stores, routes and use cases import only downhill', () => {
    const kernel = sources.filter(({ file }) => file.startsWith('src/kernel/'));
    for (const { file, text } of kernel)
      expect(
        importsOf(file, text).filter((path) => !path.startsWith('kernel/')),
        file,
      ).toEqual([]);
    const rank = (path: string) =>
      /\.routes\.ts$/.test(path) ? 3 : /\.usecase\.ts$/.test(path) ? 2 : /\.store\.ts$/.test(path) ? 1 : 0;
    for (const { file, text } of sources)
      if (rank(file) > 0)
        expect(
          importsOf(file, text).filter((path) => rank(path) > rank(file)),
          file,
        ).toEqual([]);
  });

  it('nothing imports in a circle', () => {
    const graph = new Map(
      sources.map(({ file, text }) => {
        const real = [...text.matchAll(/import (?!type)[^;]*? from '(\.[^']+)'/g)].map((match) =>
          relative(ROOT, resolve(ROOT, dirname(file), match[1]!)),
        );
        return [file, real] as const;
      }),
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
    const odd = /\.(skip|only|todo)\(|\b(TODO|FIXME)\b|^export default/m;
    const found = files.filter(({ file, text }) => file !== 'test/tidy.test.ts' && odd.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});
