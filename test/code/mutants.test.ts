import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MUTANTS } from '../../scripts/mutants.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');

it('every mutant still fits its file, and its tests are there', () => {
  const wrong = MUTANTS.flatMap(({ name, file, from, tests = [] }) => {
    const path = join(ROOT, file);
    const places = existsSync(path) ? readFileSync(path, 'utf8').split(from).length - 1 : 0;
    const missing = tests.filter((test) => !existsSync(join(ROOT, test)));
    return places === 1 && missing.length === 0 ? [] : [`${name}: ${places} places in ${file} ${missing}`];
  });
  expect(wrong).toEqual([]);
});
