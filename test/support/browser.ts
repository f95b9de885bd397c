import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const RESULTS = resolve(fileURLToPath(import.meta.url), '../../../test-results');
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Our own flags: a browser that asks nobody anything by itself, and has its security as a reader has it. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: FLAGS });
}

/**
 * A real Chromium. On x64 it comes with an npm package; there is none for other machines, which use the one they have
 * or, where that is possible, install Debian's.
 */
async function findChromium(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    // It brings its own libraries when it believes to be where they are missing.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
    const { default: packed } = await import('@sparticuz/chromium');
    return packed.executablePath();
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

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Nothing went wrong on the way: no error in the console, no request to another host. */
  expectClean: () => void;
  end: () => Promise<void>;
}

export interface VisitOptions {
  language?: string;
  width?: number;
  height?: number;
  dark?: boolean;
}

/** A reader with a window, who listens for everything that goes wrong. */
export async function visit(browser: Browser, origin: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    locale: options.language ?? 'en',
    viewport: { width: options.width ?? 1200, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    baseURL: origin,
  });
  const wrong: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (message) => {
      // The console tries refusals on purpose; the browser logs every one of them as a failed resource.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) wrong.push(`a request to ${request.url()}`);
    });
  };
  context.on('page', watch);
  const page = await context.newPage();
  return {
    page,
    context,
    expectClean: () => expect(wrong).toEqual([]),
    end: () => context.close(),
  };
}

/** Kept as the output of a test run, to be looked at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(RESULTS, { recursive: true });
  await page.screenshot({ path: join(RESULTS, `${name}.png`), fullPage: true });
}

/** What a reader who cannot see, or cannot use a mouse, would stumble over. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    const result = await runner.run();
    return result.violations
      .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
      .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`);
  });
  expect(violations, where).toEqual([]);
}

/** Nothing sticks out of a narrow window. */
export async function expectNoSideScroll(page: Page, where: string): Promise<void> {
  const [wide, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [
    number,
    number,
  ];
  expect(wide, `${where} is wider than its window`).toBeLessThanOrEqual(window);
}
