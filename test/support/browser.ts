import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

const RESULTS = resolve(fileURLToPath(import.meta.url), '../../../test-results');
const SCREENSHOT_ATTEMPTS = 4;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Fails if the browser console had an error or a request went to another host. */
  expectClean: () => void;
  end: () => Promise<void>;
}

export interface VisitOptions {
  language?: string;
  width?: number;
  height?: number;
  dark?: boolean;
  /** Dots per pixel. Phones have 2 or 3. */
  scale?: number;
  /** Whether the page has a touch screen, as on a phone. */
  touch?: boolean;
}

let visits = 0;

/** Returns a new address for each visit, because the service limits the requests of an address. */
function nextAddress(): string {
  visits += 1;
  return `198.18.${visits >> 8}.${visits & 255}`;
}

/**
 * Opens a browser page and records all errors. A service that trusts the proxy 127.0.0.1 sees a new address for each
 * visit.
 */
export async function visit(browser: Browser, origin: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    locale: options.language ?? 'en',
    viewport: { width: options.width ?? 1200, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    // While text fades in, its contrast is too low for a moment.
    reducedMotion: 'reduce',
    baseURL: origin,
    hasTouch: options.touch ?? false,
    deviceScaleFactor: options.scale ?? 1,
    extraHTTPHeaders: { 'x-forwarded-for': nextAddress() },
  });
  const wrong: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (message) => {
      // The console causes refusals on purpose. The browser logs each of them as a failed resource.
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

/**
 * Saves a screenshot of the page in test-results, for people to check. This is done only on request, because it takes
 * time.
 */
export async function keepScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env.IHC_TEST_SCREENSHOTS !== '1') return;
  mkdirSync(RESULTS, { recursive: true });
  for (let attempt = 1; ; attempt += 1)
    try {
      await page.screenshot({ path: join(RESULTS, `${name}.png`), fullPage });
      return;
    } catch (error) {
      // Chromium sometimes cannot capture a page on a busy machine. The same call succeeds a moment later.
      if (attempt === SCREENSHOT_ATTEMPTS || !String(error).includes('Unable to capture screenshot'))
        throw error;
      await page.waitForTimeout(500);
    }
}

/** Fails on serious accessibility problems, for example for readers who cannot see or cannot use a mouse. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    // Requests only violations, because describing every element that passes took longer than checking it.
    const result = await runner.run({ resultTypes: ['violations'] });
    return result.violations
      .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
      .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`);
  });
  expect(violations, where).toEqual([]);
}

/** Fails if the page is wider than the window. */
export async function expectNoSideScroll(page: Page, where: string): Promise<void> {
  const [wide, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [
    number,
    number,
  ];
  expect(wide, `${where} is wider than its window`).toBeLessThanOrEqual(window);
}
