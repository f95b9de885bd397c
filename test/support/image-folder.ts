import { copyFileSync, cpSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pruneModules } from '../../scripts/prune-modules.js';
import { PROJECT_DIRECTORY } from '../../src/platform/db/project-directory.ts';

/**
 * Returns the instructions of the Dockerfile, each in one line. `image` contains the last stage, and `build` contains
 * the earlier stages.
 */
export function dockerfile(): { build: string[]; image: string[] } {
  const lines = readFileSync(join(PROJECT_DIRECTORY, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('FROM '));
  return { build: lines.slice(0, last), image: lines.slice(last) };
}

/** Returns the words after an instruction that occurs once. */
export function instruction(lines: string[], name: string): string {
  const found = lines.filter((line) => line.startsWith(`${name} `));
  if (found.length !== 1) throw new Error(`${found.length} lines begin with ${name}`);
  return found[0]!.slice(name.length + 1);
}

/** Makes a folder with exactly the files that the Dockerfile copies into the image. The project must be built. */
export function makeImageFolder(folder: string): void {
  for (const line of dockerfile().image.filter((one) => one.startsWith('COPY '))) {
    const words = line.split(/\s+/).slice(1);
    const to = words.pop()!;
    if (words[0] === '--from=modules') {
      linkPackages(join(folder, to));
      pruneModules(join(folder, to));
      continue;
    }
    for (const source of words.slice(1)) {
      const path = source.replace('/src/', '');
      const target = to.endsWith('/') ? join(folder, to, basename(path)) : join(folder, to);
      // Another test may build dist at the same time, in a separate folder beside dist/server.
      cpSync(join(PROJECT_DIRECTORY, path), target, {
        recursive: true,
        filter: (file) => !/dist\/(bench|server\.\d+)/.test(file),
      });
    }
  }
}

/** Lists the packages that `npm ci --omit=dev --omit=optional` installs. */
export function installedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(PROJECT_DIRECTORY, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path.replace('node_modules/', ''));
}

/** Links the packages, because copying thousands of files is slow. Pruning deletes only the links. */
function linkPackages(modules: string): void {
  for (const name of installedPackages()) {
    const from = join(PROJECT_DIRECTORY, 'node_modules', name);
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true, encoding: 'utf8' })) {
      if (!entry.isFile()) continue;
      const source = join(entry.parentPath, entry.name);
      const target = join(modules, name, source.slice(from.length));
      if (source.slice(from.length).includes('/node_modules/')) continue;
      mkdirSync(dirname(target), { recursive: true });
      linkOrCopy(source, target);
    }
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // The temporary folder may be on another disk.
    copyFileSync(source, target);
  }
}
