import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DRAWING_THREAD, SERVER } from '../../scripts/build-server.js';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');

/**
 * Programs that tests start as processes. They are compiled once for a run, because compiling in each process took
 * seconds per start.
 */
export const TEST_PROGRAMS = {
  folder: 'dist/test-programs',
  sources: [...SERVER.sources, 'test/support'],
  entries: [
    'test/support/cluster-process.ts',
    'test/support/limit-process.ts',
    'test/support/link-process.ts',
    'test/support/race-process.ts',
    DRAWING_THREAD,
  ],
  copied: SERVER.copied,
};

export function compiled(
  name: 'cluster-process' | 'limit-process' | 'link-process' | 'race-process',
): string {
  return join(PROJECT, TEST_PROGRAMS.folder, `${name}.js`);
}
