import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMigrations } from './migrate.ts';
import { PROJECT_DIRECTORY } from './project-directory.ts';
import { knowsMigration, oldestReleaseWith } from './releases.ts';

describe('the releases that can run on a schema', () => {
  it('are all releases of the changelog', () => {
    const changelog = readFileSync(join(PROJECT_DIRECTORY, 'CHANGELOG.md'), 'utf8');
    const releases = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map((match) => match[1]!);
    expect(releases.length).toBeGreaterThan(6);
    const newest = readMigrations().length;
    for (const release of releases)
      expect([release, knowsMigration(release, newest + 1)]).toEqual([release, false]);
  });

  it('begin with the oldest that knows the migration', () => {
    expect(oldestReleaseWith(21)).toBe('1.6.0');
    expect(oldestReleaseWith(20)).toBe('1.5.0');
    expect(oldestReleaseWith(13)).toBe('1.2.0');
    expect(oldestReleaseWith(readMigrations().length + 1)).toBe(null);
  });

  it('know their own migrations and no later one', () => {
    expect([knowsMigration('1.3.0', 17), knowsMigration('1.3.0', 18)]).toEqual([true, false]);
    expect(knowsMigration('9.0.0', 1_000)).toBe(true);
  });
});
