import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run test:fast`: types, lint and the tests that need no database, browser or build. */
const PROJECT = resolve(fileURLToPath(import.meta.url), '../..');
const COMMANDS = [
  ['tsc', '--noEmit'],
  ['tsc', '--noEmit', '-p', 'web'],
  ['biome', 'ci', '.'],
  ['vitest', 'run', '--config', 'vitest.fast.config.ts', ...process.argv.slice(2)],
];

const failed = COMMANDS.filter(([command, ...parameters]) => {
  console.log(`\n── ${command} ${parameters.join(' ')}`);
  const bin = join(PROJECT, 'node_modules/.bin', command!);
  return spawnSync(bin, parameters, { cwd: PROJECT, stdio: 'inherit' }).status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
