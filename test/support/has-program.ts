import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installedChromium } from './chromium.ts';
import { findPostgresTools } from './postgres-tools.ts';

/** Programs that some tests use and the service does not need, and the Debian package of each. */
export const PACKAGES = {
  bash: 'bash',
  chromium: 'chromium',
  cpulimit: 'cpulimit',
  curl: 'curl',
  fish: 'fish',
  git: 'git',
  openssl: 'openssl',
  pg_basebackup: 'postgresql',
  pgbouncer: 'pgbouncer',
  php: 'php-cli',
  promtool: 'prometheus',
  python3: 'python3',
  'redis-server': 'redis-server',
  'systemd-analyze': 'systemd',
  tar: 'tar',
  zsh: 'zsh',
} as const;

export type Program = keyof typeof PACKAGES;

/**
 * Returns whether a program is installed. A test that needs a program is written as `it.skipIf(!hasProgram('curl'))`,
 * with the name of the program in the test file. The end of the run then lists the skipped tests with the reason.
 */
export function hasProgram(name: Program): boolean {
  if (name === 'chromium') return installedChromium() !== null;
  if (name === 'pg_basebackup') return findPostgresTools() !== null;
  return pathOf(name) !== null;
}

/**
 * Returns the path of a program, or null. Debian puts servers into /usr/sbin, which the PATH of an ordinary user does
 * not contain.
 */
export function pathOf(name: Program): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
