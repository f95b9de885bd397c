import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm test`: types, lint and format, then all tests. The last line counts what passed and failed. */
const PROJECT = resolve(fileURLToPath(import.meta.url), '../..');
const BIN = join(PROJECT, 'node_modules/.bin');
const directory = mkdtempSync(join(tmpdir(), 'ihc-report-'));
const report = join(directory, 'vitest.json');

let passed = 0;
let failed = 0;

function run(name: string, command: string, parameters: string[]): boolean {
  console.log(`\n── ${name}`);
  const result = spawnSync(join(BIN, command), parameters, { cwd: PROJECT, stdio: 'inherit' });
  return result.status === 0;
}

function count(ok: boolean): void {
  if (ok) passed += 1;
  else failed += 1;
}

count(run('types (tsc)', 'tsc', ['--noEmit']));
count(run('types of the site (tsc)', 'tsc', ['--noEmit', '-p', 'web']));
count(run('lint and format (biome)', 'biome', ['ci', '.']));
const ok = run('unit, database, HTTP and start tests (vitest)', 'vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
try {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  failed += numFailedTests + numPendingTests;
  // A run can fail without a failed test, for example if a file does not load or an error occurs between tests.
  if (!ok && numFailedTests === 0) failed += 1;
} catch {
  failed += 1;
}
rmSync(directory, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
