import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_PAGES, PAGES, SANDBOX_PAGES } from '../../web/src/addresses.ts';
import { en } from '../../web/src/i18n/en.ts';
import { landingAr } from '../../web/src/landing/words/ar.ts';
import { landingCkb } from '../../web/src/landing/words/ckb.ts';
import { landingEn } from '../../web/src/landing/words/en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { NoLimits } from '../support/no-limits.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';

const FIRST_LOAD_LIMIT_BYTES = 200_000;
/** React alone is larger. A smaller sum means that a file was not counted. */
const FIRST_LOAD_LEAST_BYTES = 60_000;
const SHIFT_LIMIT = 0.001;
const WIDTHS = [360, 768, 1440];
const LANGUAGES = ['en', 'ar', 'ckb'] as const;
const WORDS = { en: landingEn, ar: landingAr, ckb: landingCkb };
/** An address of each family that has a variable part. */
const EXAMPLES: Record<string, string> = {
  '/reference/:entry': '/reference/createBooking',
  '/guides/:slug': '/guides/quick-start',
  '/errors/:code': '/errors/PRICE_CHANGED',
  '/console/:operation': '/console/createBooking',
};
const ADDRESSES = [...PAGES, ...SANDBOX_PAGES, ...DEVELOPMENT_PAGES].map(
  (address) => EXAMPLES[address] ?? address,
);

/** Adds up what moves without a cause that the reader gave. */
const WATCH_SHIFTS = `
  globalThis.shifted = 0;
  globalThis.moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      shifted += entry.value;
      moved.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? 'text'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;
const BYTES = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`;

let site: OpenSite;
beforeAll(async () => {
  // More requests than a reader sends, whose browser has most files already.
  site = await openSite([], { limiter: new NoLimits() });
});
afterAll(() => site?.end());

/** Each page in each language. Widths and themes are spread, so that each page has each of them once at least. */
describe
  .skipIf(!hasProgram('chromium'))
  .concurrent.each(LANGUAGES.map((language, index) => ({ language, index })))(
  'every page in $language',
  ({ language, index }) => {
    it('fits, is accessible, does not move and is small', { timeout: 300_000 }, async () => {
      const failures: string[] = [];
      const { page, context, expectClean, end } = await visit(site.browser, site.origin, {
        language,
        height: 800,
      });
      await page.addInitScript(WATCH_SHIFTS);
      // Each visit is a first one, with all files. A window for each would take twice as long.
      const browser = await context.newCDPSession(page);
      await browser.send('Network.enable');
      await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
      for (const [number, path] of ADDRESSES.entries()) {
        const width = WIDTHS[(number + index) % WIDTHS.length]!;
        const dark = (number + index) % 2 === 1;
        const where = `${path} in ${language} at ${width} px${dark ? ', dark' : ''}`;
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
        try {
          await page.goto(path, { waitUntil: 'networkidle' });
          await page.locator('main h1').first().waitFor();
          expect(await page.locator('html').getAttribute('lang'), where).toBe(language);
          const [shifted, moved, bytes] = (await page.evaluate(`[shifted, moved, ${BYTES}]`)) as [
            number,
            string[],
            number,
          ];
          expect(shifted, `${where} moved ${moved.join(' ')}`).toBeLessThan(SHIFT_LIMIT);
          expect(bytes, where).toBeGreaterThan(FIRST_LOAD_LEAST_BYTES);
          expect(bytes, where).toBeLessThan(FIRST_LOAD_LIMIT_BYTES);
          await expectNoSideScroll(page, where);
          // Once per page: it takes longer than everything else here. The languages take turns.
          if (number % LANGUAGES.length === index) await expectAccessible(page, where);
        } catch (error) {
          // All pages are visited, so that one run tells everything.
          failures.push(`${where}: ${error instanceof Error ? error.message : error}`);
        }
        await keepScreenshot(
          page,
          `portal-${language}-${path.slice(1).replaceAll('/', '-') || 'landing'}`,
          false,
        );
      }
      expectClean();
      await end();
      expect(failures).toEqual([]);
    });
  },
);

describe.skipIf(!hasProgram('chromium'))('the opening page', () => {
  it.each(LANGUAGES)(
    'makes a booking and shows its voucher, also after a change of language: %s',
    async (language) => {
      const words = WORDS[language];
      const other = language === 'ar' ? 'ckb' : 'ar';
      const { page, expectClean, end } = await visit(site.browser, site.origin, { language, width: 1440 });
      await page.goto('/');
      await page.getByText(words.recorded('').trim()).first().waitFor();
      const recorded = await page.locator('.stage-voucher header strong').innerText();
      await page.getByRole('button', { name: words.run, exact: true }).click();
      await page.getByText(words.live).waitFor();
      await page.getByRole('link', { name: words.openVoucher }).waitFor();
      await page.locator('.stage-voucher:not(.stale)').waitFor();
      const number = await page.locator('.stage-voucher header strong').innerText();
      expect(number).toMatch(/^IHC-\d{4}-[2-9A-Z]{6}$/);
      expect(number).not.toBe(recorded);
      expect(await page.locator('.stage-steps .done').count()).toBe(4);
      await page.locator('.top select').selectOption(other);
      await page.getByText(WORDS[other].live).waitFor();
      await page.locator('.stage-voucher:not(.stale)').waitFor();
      expect(await page.locator('.stage-voucher header strong').innerText()).toBe(number);
      await keepScreenshot(page, `opening-page-run-${language}`);
      expectClean();
      await end();
    },
  );
});

describe.skipIf(!hasProgram('chromium'))('the frame of the pages', () => {
  it('a menu opens on a phone, closes with Escape and after a choice, and anchors stop below the bar', async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin, { width: 360, height: 740 });
    await page.goto('/');
    const menu = page.getByRole('button', { name: en.openMenu });
    const guides = page.getByRole('navigation', { name: en.menu }).getByRole('link', { name: en.guides });
    await menu.click();
    await guides.waitFor();
    await expectAccessible(page, 'the open menu');
    await page.keyboard.press('Escape');
    await guides.waitFor({ state: 'hidden' });
    await menu.click();
    await guides.click();
    await page.waitForURL('**/guides');
    await guides.waitFor({ state: 'hidden' });
    await page.locator('article h2[id]').first().waitFor();
    const top = (await page.evaluate(`(() => {
      const heading = [...document.querySelectorAll('article h2[id]')][1];
      location.hash = heading.id;
      return new Promise((done) => setTimeout(() => done(heading.getBoundingClientRect().top), 300));
    })()`)) as number;
    const bar = (await page.locator('.top').boundingBox())!;
    expect(top).toBeGreaterThanOrEqual(bar.y + bar.height);
    expectClean();
    await end();
  });

  it('remembers light or dark', async () => {
    const { page, end } = await visit(site.browser, site.origin);
    await page.goto('/');
    await page.getByRole('button', { name: new RegExp(en.theme) }).click();
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await end();
  });

  it('control: text that appears above other text is seen as a shift', async () => {
    const { page, end } = await visit(site.browser, site.origin);
    await page.addInitScript(WATCH_SHIFTS);
    await page.goto('/');
    await page.locator('main h1').waitFor();
    await page.evaluate(`document.querySelector('main').prepend(
      Object.assign(document.createElement('p'), { textContent: 'late', style: 'height: 200px' }))`);
    await expect.poll(() => page.evaluate('shifted')).toBeGreaterThan(SHIFT_LIMIT);
    await end();
  });
});
