import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Flags that stop background requests of the browser. Web security stays on, as in a reader's browser. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * One browser process per list of flags. The test files of a worker share these processes, because a start takes a
 * second.
 */
const launched = new Map<string, Promise<Browser>>();

export async function sharedBrowser(flags: string[] = []): Promise<Browser> {
  const key = flags.join(' ');
  const known = await launched.get(key);
  if (known?.isConnected()) return known;
  const started = launchBrowser(flags);
  launched.set(key, started);
  return started;
}

export async function launchBrowser(more: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...FLAGS, ...more] });
}

const isPacked = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the location of Chromium: an npm package on Linux x64, and otherwise the path of an installed browser.
 * Returns null if there is no Chromium.
 */
export function installedChromium(): 'npm package' | string | null {
  if (isPacked) return 'npm package';
  return INSTALLED.find((path) => existsSync(path)) ?? null;
}

async function findChromium(): Promise<string> {
  if (!isPacked) {
    const found = installedChromium();
    if (found === null) throw new Error('install Chromium, for example with apt-get install chromium');
    return found;
  }
  // With this variable, the package unpacks the shared libraries that Chromium needs.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  // The package unpacks into the folder for temporary files. Files of another user in that folder could not be used.
  const usual = process.env.TMPDIR;
  const folder = join(tmpdir(), `ihc-chromium-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.env.TMPDIR = folder;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    return await unpackingAlone(join(folder, 'unpacking'), async () => {
      const path = await packed.executablePath();
      nameFonts(join(folder, 'fonts'));
      return path;
    });
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
}

/**
 * Writes a font configuration. The configuration in the package names folders that do not exist here, and without any
 * font, every page crashes.
 */
function nameFonts(folder: string): void {
  const lines = [`<dir>${folder}</dir>`, `<cachedir>${join(folder, 'cache')}</cachedir>`];
  writeFileSync(join(folder, 'fonts.conf'), `<fontconfig>${lines.join('')}</fontconfig>\n`);
  process.env.FONTCONFIG_PATH = folder;
}

/**
 * Lets only one process unpack at a time. Without this, the package returns a file that another process is still
 * unpacking. A folder is the lock. If the process that made the folder was killed, the folder is removed after a
 * minute.
 */
async function unpackingAlone(turn: string, unpack: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      mkdirSync(turn);
      break;
    } catch {
      const since = statSync(turn, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && Date.now() - since > 60_000) rmSync(turn, { recursive: true, force: true });
      await sleep(100);
    }
  }
  try {
    return await unpack();
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}
