import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { ensureBuilt, SERVER } from '../scripts/build-server.js';
import { PROJECT_DIRECTORY } from '../src/platform/db/project-directory.ts';
import { emptyLedger } from './ledger.store.ts';
import { generateWorld, type WorldSize } from './world.store.ts';

/**
 * A version of the service that is measured. Its own `generateWorld` and `emptyLedger` write its database, because they
 * change together with its schema. Apart from these, only `npm start` and the HTTP API of a version are used.
 */
export interface Version {
  name: string;
  directory: string;
  generateWorld: (pool: pg.Pool, size: WorldSize) => Promise<void>;
  emptyLedger: (pool: pg.Pool) => Promise<void>;
}

const STORES = {
  folder: 'dist/bench-stores',
  sources: [...SERVER.sources, 'bench'],
  entries: ['bench/world.store.ts', 'bench/ledger.store.ts'],
  copied: [],
};

/** The working tree, with changes that are not committed. */
export const THIS_VERSION: Version = {
  name: 'this version',
  directory: PROJECT_DIRECTORY,
  generateWorld,
  emptyLedger,
};

/** Builds a commit in a temporary folder. The folder is removed when this process exits. */
export async function buildVersion(commit: string, say: (line: string) => void): Promise<Version> {
  const name = git('rev-parse', '--short', `${commit}^{commit}`).trim();
  const directory = mkdtempSync(join(tmpdir(), `ihc-bench-${name}-`));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const archive = join(directory, 'archive.tar');
  git('archive', '--output', archive, name);
  execFileSync('tar', ['-xf', archive, '-C', directory]);
  rmSync(archive);
  if (lockOf(directory) === lockOf(PROJECT_DIRECTORY))
    symlinkSync(join(PROJECT_DIRECTORY, 'node_modules'), join(directory, 'node_modules'));
  else {
    say(`installing the dependencies of ${name}`);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' });
  }
  await ensureBuilt(STORES, () => say(`compiling ${name}`), directory);
  const store = (file: string) => import(pathToFileURL(join(directory, STORES.folder, file)).href);
  const [world, ledger] = [await store('world.store.js'), await store('ledger.store.js')];
  return { name, directory, generateWorld: world.generateWorld, emptyLedger: ledger.emptyLedger };
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: PROJECT_DIRECTORY, encoding: 'utf8' });
}

function lockOf(directory: string): string {
  return readFileSync(join(directory, 'package-lock.json'), 'utf8');
}
