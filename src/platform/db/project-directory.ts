import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder that contains package.json. The search begins at this file and goes upwards, because the same code runs
 * from `src/` in tests and from `dist/server/` in production.
 */
export const PROJECT_DIRECTORY = findUpward(dirname(fileURLToPath(import.meta.url)));

function findUpward(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('package.json was not found above the running program');
  return findUpward(parent);
}
