import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * The rule of docs/adr/0019-upgrades-without-downtime.md: a migration works with the previous release and says so, or it
 * says why it cannot.
 */
const FOLDER = resolve(fileURLToPath(import.meta.url), '../../../migrations');
/** The last migration before the rule. */
const RULELESS = 12;

/** What is wrong with a migration of this number, or null. */
function problemOf(version: number, sql: string): string | null {
  if (version <= RULELESS) return null;
  const oldest = [...sql.matchAll(/^-- Oldest program: ([0-9]+)$/gm)].map((match) => Number(match[1]));
  const isBreaking = /^-- Needs this program: \S/m.test(sql);
  if (oldest.length + Number(isBreaking) !== 1)
    return 'needs one line: "-- Oldest program: N", or "-- Needs this program: reason"';
  if (isBreaking) return null;
  const isPrevious = oldest[0]! >= RULELESS && oldest[0]! < version;
  return isPrevious ? null : `the oldest program must be from ${RULELESS} to ${version - 1}`;
}

/** What `sha256sum` says of the migrations of the last release. A release adds its own. */
const RELEASED = readFileSync(resolve(FOLDER, '../test/code/released-migrations.sha256'), 'utf8');

/** The released migrations whose content is another one: a database that has them refuses the service. */
function changedSince(released: string, read: (file: string) => Buffer): string[] {
  const lines = released.trimEnd().split('\n');
  const files = lines.map((line) => line.split('  ') as [string, string]);
  return files.flatMap(([sum, file]) =>
    createHash('sha256').update(read(file)).digest('hex') === sum ? [] : [file],
  );
}

describe('migrations', () => {
  it('that were released stay as they are, comments included', () => {
    expect(changedSince(RELEASED, (file) => readFileSync(join(FOLDER, file)))).toEqual([]);
    expect(RELEASED.split('\n').length).toBeGreaterThan(20);
  });

  it('control: a changed comment is found', () => {
    const read = (file: string) => {
      const sql = readFileSync(join(FOLDER, file));
      return file.startsWith('0016') ? Buffer.concat([sql, Buffer.from('-- more\n')]) : sql;
    };
    expect(changedSince(RELEASED, read)).toEqual(['0016_supply.sql']);
  });

  it('after the rule say which programs work with them', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
    expect(files.length).toBeGreaterThan(RULELESS);
    const problems = files.flatMap((file) => {
      const problem = problemOf(Number(file.slice(0, 4)), readFileSync(join(FOLDER, file), 'utf8'));
      return problem === null ? [] : [`${file} ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  it.each([
    [12, 'select 1', true],
    [13, 'select 1', false],
    [13, '-- Oldest program: 11\n', false],
    [13, '-- Oldest program: 12\n', true],
    [13, '-- Oldest program: 13\n', false],
    [14, '-- Oldest program: 13\n', true],
    [13, '-- oldest program: 12\n', false],
    [13, 'select 1 -- Oldest program: 12\n', false],
    [13, '-- Needs this program: \n', false],
    [13, '-- Needs this program: the old column is gone\n', true],
    [13, '-- Oldest program: 12\n-- Needs this program: both\n', false],
  ])('control: number %d with %j: %s', (version, sql, isRight) => {
    expect(problemOf(version, sql) === null).toBe(isRight);
  });
});
