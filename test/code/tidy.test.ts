import { describe, expect, it } from 'vitest';
import { TEST_SETS } from '../../scripts/test-sets.ts';
import { filesLike, impure, pureOf, sources } from './source-tree.ts';

const THIS = 'test/code/tidy.test.ts';
const LINES_LIMIT = 300;

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

const files = filesLike(/\.ts$/);

describe('tidy', () => {
  it('files stay short', () => {
    const long = sources.filter(
      ({ file, text }) => text.split('\n').length > LINES_LIMIT && !file.endsWith('demo-hotels.ts'),
    );
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it('pure files have no clock, no randomness, no waiting and no SQL', () => {
    expect(pureOf(sources, PURE).length).toBeGreaterThan(150);
    expect(impure(sources, PURE)).toEqual([]);
  });

  it('control: a pure file that waits is found, and one with a suffix may wait', () => {
    const waits = (file: string) => ({ file, text: 'export async function wait() {}\n' });
    const all = ['domain/a.ts', 'domain/a.usecase.ts', 'domain/a.worker.ts', 'kernel/b.ts', 'desk/c.ts'];
    expect(
      impure(
        all.map((file) => waits(`src/${file}`)),
        PURE,
      ),
    ).toEqual(['src/domain/a.ts', 'src/kernel/b.ts']);
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

  it('tests see and end the connections of their own database only: files that run at the same time share a server', () => {
    const statement = /from pg_stat_activity(?![\s\S]{0,200}\bdatname\b)/;
    const found = files.filter(
      ({ file, text }) => file.startsWith('test/') && file !== THIS && statement.test(text),
    );
    expect(found.map(({ file }) => file)).toEqual([]);
    expect(statement.test("select 1 from pg_stat_activity where wait_event_type = 'Lock'"), 'control').toBe(
      true,
    );
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
