import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files that no program reads at run time. Licences are kept, also in Markdown. */
const UNREAD = /\.(map|[cm]?ts|md|markdown|html|png|(test|spec)\.[cm]?js)$/i;
const LICENCE = /^(licen[cs]e|notice|copying)/i;
/** Top-level folders of a package that the code of the package does not import. */
const UNREAD_FOLDERS = [
  'test',
  'tests',
  '__tests__',
  'benchmark',
  'benchmarks',
  'example',
  'examples',
  'docs',
  '.github',
];
const FONT = /\.(ttf|otf|woff2?)$/i;
/** The fonts for voucher PDFs. The site has its own font files. */
const USED_FONTS = [
  'NotoNaskhArabic_400Regular.ttf',
  'NotoNaskhArabic_700Bold.ttf',
  'NotoSans_400Regular.ttf',
  'NotoSans_700Bold.ttf',
];

/**
 * Deletes files that the service never reads from installed packages. This halves their size, which matters because the
 * image is downloaded over slow connections.
 *
 * @param {string} modules A folder node_modules without development dependencies.
 */
export function pruneModules(modules) {
  for (const name of readdirSync(modules)) {
    const path = join(modules, name);
    if (name.startsWith('@')) pruneModules(path);
    else if (name.startsWith('.')) rmSync(path, { recursive: true, force: true });
    else prunePackage(path);
  }
}

function prunePackage(folder) {
  if (existsSync(join(folder, 'node_modules'))) pruneModules(join(folder, 'node_modules'));
  for (const name of UNREAD_FOLDERS) rmSync(join(folder, name), { recursive: true, force: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' }))
    if (entry.isFile() && isUnread(entry.name)) rmSync(join(entry.parentPath, entry.name), { force: true });
}

function isUnread(name) {
  if (FONT.test(name)) return !USED_FONTS.includes(name);
  return UNREAD.test(name) && !LICENCE.test(name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) pruneModules(process.argv[2]);
