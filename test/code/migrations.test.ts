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

describe('migrations', () => {
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
