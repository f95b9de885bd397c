import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../platform/db/project-directory.ts';

/** Reads the version from package.json. It is written nowhere else. */
export function readVersion(): string {
  return JSON.parse(readFileSync(join(PROJECT_DIRECTORY, 'package.json'), 'utf8')).version;
}
