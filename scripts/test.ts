import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasProgram, PACKAGES, type Program } from '../test/support/has-program.ts';
import { ALL_SETS, TEST_SETS, type TestSet } from './test-sets.ts';

/**
 * `npm test` and the other test commands: types and lint, then one set of tests, or all sets with `all`. It lists the
 * failed and the skipped tests. The last line has the totals.
 */
const PROJECT = resolve(fileURLToPath(import.meta.url), '../..');
const [name, ...vitestOptions] = process.argv.slice(2);
const sets = name === 'all' ? ALL_SETS : [name as TestSet];

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

let passed = 0;
const failures: string[] = [];
const skips: string[] = [];

/**
 * Runs a program. Its output is printed at once. If other programs run at the same time, the output is printed at the
 * end.
 */
function run(command: string, parameters: string[], set: TestSet | null = null): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(join(PROJECT, 'node_modules/.bin', command), parameters, {
      cwd: PROJECT,
      stdio: set === null ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: set === null ? process.env : environmentOf(set),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.once('error', (error) => {
      console.log(String(error));
      done(false);
    });
    child.once('close', (code) => {
      process.stdout.write(output);
      done(code === 0);
    });
  });
}

/**
 * Returns the environment variables for a set. If .ci/run has found an older PostgreSQL, the set `postgres` uses it.
 */
function environmentOf(set: TestSet): NodeJS.ProcessEnv {
  const older = process.env.IHC_TEST_OLDER_POSTGRES_BIN;
  const isOlder = set === 'postgres' && older !== undefined;
  return { ...process.env, IHC_TEST_SET: set, ...(isOlder && { IHC_TEST_POSTGRES_BIN: older }) };
}

async function runChecks(): Promise<void> {
  const checks: [string, string, string[]][] = [
    ['types', 'tsc', ['--noEmit']],
    ['types of the site', 'tsc', ['--noEmit', '-p', 'web']],
    ['lint and format', 'biome', ['ci', '.']],
  ];
  await Promise.all(
    checks.map(async ([what, command, parameters]) => {
      const isGood = await run(command, parameters);
      console.log(`── ${what}: ${isGood ? 'passed' : 'failed, see above'}`);
      if (isGood) passed += 1;
      else failures.push(`${what}: see above`);
    }),
  );
}

/** Returns the programs that a test file needs and that are not installed, with the packages that contain them. */
function missingFor(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return (Object.keys(PACKAGES) as Program[])
    .filter((program) => text.includes(`'${program}'`) && !hasProgram(program))
    .map((program) => `${program} is not installed (package ${PACKAGES[program]})`);
}

function count(set: TestSet, { numPassedTests, testResults }: Report): void {
  passed += numPassedTests;
  for (const { name: file, message, assertionResults } of testResults) {
    const where = `${set}: ${relative(PROJECT, file)}`;
    // If a file does not load or a hook fails, its tests are not reported as failed, although they did not run.
    if (message !== '') failures.push(`${where}: ${message}`);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') failures.push(`${where}: ${fullName}\n${failureMessages.join('\n')}`);
      if (status === 'passed' || status === 'failed' || message !== '') continue;
      const reasons = missingFor(file);
      if (reasons.length > 0) skips.push(`${where}: ${fullName}: ${reasons.join(', ')}`);
      else failures.push(`${where}: ${fullName}: skipped, although nothing that its file names is missing`);
    }
  }
}

async function runSet(set: TestSet): Promise<void> {
  const start = Date.now();
  const directory = mkdtempSync(join(tmpdir(), 'ihc-report-'));
  const file = join(directory, 'vitest.json');
  console.log(`\n── ${set}: ${TEST_SETS[set].join(', ')}`);
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const failedBefore = failures.length;
  const ok = await run('vitest', [...options, ...vitestOptions], set);
  try {
    count(set, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    failures.push(`${set}: no report was written: ${error}`);
  }
  // A run can fail without a failed test, for example by an error between tests.
  if (!ok && failures.length === failedBefore) failures.push(`${set}: the run failed, see above`);
  rmSync(directory, { recursive: true, force: true });
  console.log(`── ${set}: ${Math.round((Date.now() - start) / 1000)} s`);
}

if (!sets.every((set) => set in TEST_SETS)) {
  console.log(`usage: tsx scripts/test.ts all|${Object.keys(TEST_SETS).join('|')} [options of vitest]`);
  process.exit(2);
}
// The checks run while the first set starts its database, which keeps one processor busy at most.
const checks = sets.includes('gate') || sets.includes('fast') ? runChecks() : null;
for (const set of sets) await runSet(set);
await checks;
if (skips.length > 0) console.log(`\n── skipped\n${skips.join('\n')}`);
if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`);
const skipped = skips.length === 0 ? '' : `, ${skips.length} skipped`;
console.log(`\n${passed} passed, ${failures.length} failed${skipped}`);
process.exit(failures.length === 0 ? 0 : 1);
