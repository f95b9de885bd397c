import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
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

export async function launchBrowser(more: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...FLAGS, ...more] });
}

/**
 * Returns the path of a real Chromium. On Linux x64 it comes with an npm package. Other machines have no such package.
 * They use an installed browser or, where possible, install Debian's.
 */
async function findChromium(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    // With this variable, the package unpacks the shared libraries that Chromium needs.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
    const { default: packed } = await import('@sparticuz/chromium');
    return unpackingAlone(() => packed.executablePath());
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const found = [...INSTALLED, mac].find((path) => existsSync(path));
  if (found !== undefined) return found;
  console.log("no Chromium here and none in an npm package for this machine: installing Debian's");
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  spawnSync('apt-get', install, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (existsSync(INSTALLED[0]!)) return INSTALLED[0]!;
  throw new Error('browser tests need Chromium: install it, for example with apt-get install chromium');
}

/**
 * Lets only one process unpack at a time. Without this, the package returns a file that another process is still
 * unpacking. A folder marks the turn. If its process was killed, the folder is removed after a minute.
 */
async function unpackingAlone(unpack: () => Promise<string>): Promise<string> {
  const turn = join(tmpdir(), 'ihc-chromium-unpacking');
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
