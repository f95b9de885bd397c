import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../../kernel/start-refused.ts';
import { PROJECT_DIRECTORY } from '../../platform/db/project-directory.ts';

/** The sources of the site. The site is built again only when a source has changed. */
export const SOURCES = [
  'web',
  'docs/guides',
  'docs/reference',
  'docs/errors',
  'docs/pages',
  'openapi.json',
  'CHANGELOG.md',
  // The site needs errors.ts for the list of error codes. errors.ts imports money.ts.
  'src/http/common/errors.ts',
  'src/kernel/money.ts',
  // Source files that the pages share with the service.
  'src/domain/vouchers/calendar-words.ts',
  'src/domain/vouchers/mixed-text.ts',
  'src/domain/vouchers/statement-bytes.ts',
  'src/kernel/day.ts',
  'tsconfig.json',
  'package-lock.json',
];
export const SITE_FOLDER = join(PROJECT_DIRECTORY, 'dist/web');
const STAMP = 'dist/web-stamp';

/**
 * Builds the site when it is missing or its sources have changed. If the build tools are not installed, the service
 * keeps the site that came with the installation.
 */
export function ensureSite(say: (line: string) => void, project = PROJECT_DIRECTORY): void {
  const stamp = stampOf(project);
  const stampFile = join(project, STAMP);
  const isBuilt = existsSync(join(project, 'dist/web/index.html')) && existsSync(stampFile);
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) return;
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) return;
  say('building the developer site …');
  const result = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'error'], {
    cwd: project,
    encoding: 'utf8',
  });
  if (result.status !== 0)
    throw new StartRefused(`the developer site could not be built:\n${result.stderr || result.stdout}`);
  writeFileSync(stampFile, stamp);
}

function stampOf(project: string): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesIn(project, source)))
    hash.update(path).update(readFileSync(join(project, path)));
  return hash.digest('hex');
}

function filesIn(project: string, path: string): string[] {
  const full = join(project, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(project, join(path, name)));
}
