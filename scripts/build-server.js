import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compiles TypeScript with esbuild. This file is plain JavaScript because `npm start` runs it before anything is
 * compiled.
 *
 * @typedef {object} Program
 * @property {string} folder The folder of the compiled files, relative to the project.
 * @property {string[]} sources Folders and files that the compiled program depends on.
 * @property {string[]} entries Files to compile, together with what they import.
 * @property {string[]} copied Files that the program reads at run time; they are copied beside the compiled files.
 */

const PROJECT = resolve(fileURLToPath(import.meta.url), '../..');

/**
 * The program of the threads that draw vouchers. Every program that contains the service needs this file beside its own
 * files.
 */
export const DRAWING_THREAD = 'src/domain/vouchers/drawing-thread.worker.ts';

/** @type {Program} */
export const SERVER = {
  folder: 'dist/server',
  sources: [
    'src',
    'web/src/i18n',
    'web/src/addresses.ts',
    'web/src/styles/tokens.css',
    'package-lock.json',
    'scripts/build-server.js',
  ],
  entries: ['src/main.ts', 'src/cli.ts', 'src/http/site/build-site.ts', DRAWING_THREAD],
  copied: ['src/http/guest-pages/voucher.css', 'web/src/styles/tokens.css'],
};

/**
 * Compiles a program if it is missing or if its sources have changed. If there are no sources or no development
 * dependencies, the existing build is used.
 *
 * @param {Program} program
 * @param {(line: string) => void} say
 */
export async function ensureBuilt(program, say, project = PROJECT) {
  const folder = join(project, program.folder);
  const stampFile = join(folder, 'stamp');
  const isBuilt = existsSync(stampFile);
  if (!existsSync(join(project, program.entries[0]))) {
    if (isBuilt) return;
    throw new Error(`${program.folder} is missing: run npm run build in a checkout with the sources`);
  }
  const stamp = stampOf(program, project);
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) return;
  const esbuild = await import('esbuild').catch(() => null);
  if (esbuild === null) {
    if (isBuilt) return;
    throw new Error('esbuild is not installed: run npm ci, or npm run build before npm ci --omit=dev');
  }
  say(`compiling ${program.folder} …`);
  await compile(esbuild, program, project, stamp);
}

/** Packages that are bundled, because they have hundreds of small modules. Loading them took 0.2 s of every start. */
const BUNDLED = ['typebox'];

/** All other packages stay where npm installed them. */
const externalPackages = {
  name: 'external-packages',
  setup: (build) =>
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || BUNDLED.includes(path.split('/')[0]) ? undefined : { path, external: true },
    ),
};

/**
 * Compiles into a temporary folder, then moves the files one by one and writes the stamp last. Two starts at the same
 * time therefore do not disturb each other. Chunks of an older build stay, because a running process may still load
 * them.
 */
async function compile(esbuild, program, project, stamp) {
  const fresh = join(project, `${program.folder}.${process.pid}`);
  const entries = program.entries.map((entry) => join(project, entry));
  await esbuild.build({
    entryPoints: entries,
    outdir: fresh,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [externalPackages],
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    absWorkingDir: project,
  });
  for (const file of program.copied) copyFileSync(join(project, file), join(fresh, basename(file)));
  const folder = join(project, program.folder);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(fresh)) renameSync(join(fresh, file), join(folder, file));
  rmSync(fresh, { recursive: true });
  writeFileSync(join(folder, 'stamp'), stamp);
}

function stampOf(program, project) {
  const hash = createHash('sha256');
  for (const file of program.sources.flatMap((source) => filesIn(project, source)))
    hash.update(file).update(readFileSync(join(project, file)));
  return hash.digest('hex');
}

/** Returns all files below a path, except tests, which are not part of the program. */
function filesIn(project, path) {
  const full = join(project, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true, encoding: 'utf8' });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .sort();
}
