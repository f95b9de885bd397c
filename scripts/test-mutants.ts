import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTANTS, type Mutant } from './mutants.ts';

/**
 * Adds one known bug at a time to a copy of the sources and prints which test finds it. If no test finds a bug, a
 * test is missing. Arguments select bugs by a part of their names.
 */
const PROJECT = resolve(fileURLToPath(import.meta.url), '../..');
const COPIED = [
  'src',
  'test',
  'scripts',
  'migrations',
  'docs',
  'web',
  'CHANGELOG.md',
  'openapi.json',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const TESTS = [
  'src/domain/booking',
  'src/desk',
  'test/http/partner/shoppers.test.ts',
  'test/http/partner/changes.test.ts',
  'test/core/model',
];

const copy = mkdtempSync(join(tmpdir(), 'ihc-mutants-'));
for (const name of COPIED) cpSync(join(PROJECT, name), join(copy, name), { recursive: true });
symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
const report = join(copy, 'report.json');

interface Report {
  numTotalTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Returns the first test that fails, or null if all pass. */
function firstFailure(tests = TESTS): string | null {
  rmSync(report, { force: true });
  const vitest = join(copy, 'node_modules/.bin/vitest');
  const options = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...tests];
  const { status } = spawnSync(vitest, options, { cwd: copy, stdio: 'ignore' });
  const { numTotalTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  if (numTotalTests === 0) throw new Error('no test was run');
  for (const { name, assertionResults } of testResults)
    for (const { status: result, fullName } of assertionResults)
      if (result === 'failed') return `${name.slice(copy.length + 1)}: ${fullName}`;
  return status === 0 ? null : 'a test file does not load';
}

function plant({ name, file, from, to }: Mutant): () => void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2)
    throw new Error(`"${name}" does not apply to ${file}: update the mutant`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  return () => writeFileSync(path, text);
}

try {
  const chosen = MUTANTS.filter(
    ({ name }) => process.argv.length < 3 || process.argv.slice(2).some((part) => name.includes(part)),
  );
  for (const tests of new Set(chosen.map((mutant) => mutant.tests ?? TESTS))) {
    const control = firstFailure(tests);
    if (control !== null) throw new Error(`a test fails without any mutant: ${control}`);
  }
  let found = 0;
  for (const mutant of chosen) {
    const mend = plant(mutant);
    const failure = firstFailure(mutant.tests);
    mend();
    if (failure !== null) found += 1;
    console.log(`${failure === null ? 'NOT FOUND' : 'found    '} ${mutant.name}`);
    if (failure !== null) console.log(`          by ${failure}`);
  }
  console.log(`\n${found} found, ${chosen.length - found} not found`);
  process.exitCode = found === chosen.length ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
