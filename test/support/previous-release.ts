import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');
/** From this schema version on, a program starts on a newer schema if the schema allows this program version. */
const FIRST_WITH_THE_RULE = 12;

export interface Release {
  commit: string;
  version: string;
}

const git = (...parameters: string[]) =>
  execFileSync('git', parameters, {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/**
 * Returns the last release, which is the last commit that changed the version. If the working tree itself is a release,
 * the function returns the release before it. If there is no such release, the function returns the reason.
 */
export function findRelease(): Release | string {
  let log: string[];
  let isUnchanged: boolean;
  try {
    log = git('log', '--format=%H %P', '-G^  "version": ', '--', 'package.json').split('\n');
    isUnchanged = git('status', '--porcelain') === '';
  } catch {
    return 'git or the history of the repository is not there';
  }
  if (isUnchanged && log[0]?.startsWith(git('rev-parse', 'HEAD'))) log.shift();
  const [commit, parent] = log[0]?.split(' ') ?? [];
  // The first commit of a shallow clone seems to change everything.
  if (!parent && git('rev-parse', '--is-shallow-repository') === 'true')
    return 'the clone is shallow and does not have the last release';
  if (!commit) return 'there is no release in the history';
  const { version } = JSON.parse(git('show', `${commit}:package.json`));
  const migrations = git('ls-tree', '--name-only', `${commit}:migrations`).split('\n').length;
  return migrations < FIRST_WITH_THE_RULE
    ? `release ${version} does not start on a newer schema: the rule began later`
    : { commit, version };
}

/**
 * Writes a release into a new folder and builds it. The release uses the modules of the working tree, so these must
 * contain its dependencies in compatible versions. This is true as long as dependencies are only added or upgraded.
 */
export function unpackRelease({ commit }: Release): string {
  const folder = mkdtempSync(join(tmpdir(), 'ihc-release-'));
  const archive = join(folder, 'release.tar');
  git('archive', '--format=tar', '-o', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.js'], { cwd: folder, stdio: 'ignore' });
  return folder;
}

export function newestMigrationOf(folder: string): number {
  return readdirSync(join(folder, 'migrations')).filter((file) => file.endsWith('.sql')).length;
}
