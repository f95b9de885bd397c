import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsAr } from '../../web/src/docs/words/ar.ts';
import { docsCkb } from '../../web/src/docs/words/ckb.ts';
import { docsEn } from '../../web/src/docs/words/en.ts';
import { ar } from '../../web/src/i18n/ar.ts';
import { ckb } from '../../web/src/i18n/ckb.ts';
import { en } from '../../web/src/i18n/en.ts';
import { searchAr } from '../../web/src/search/words/ar.ts';
import { searchCkb } from '../../web/src/search/words/ckb.ts';
import { searchEn } from '../../web/src/search/words/en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';

/** A busy machine draws late. */
const PRESS_AT_ONCE = `
  const seen = new MutationObserver(() => {
    if (document.querySelector('.search-button') === null) return;
    seen.disconnect();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  });
  seen.observe(document, { childList: true, subtree: true });
`;
const TICK_BEFORE_LISTENING = `
  const listen = window.addEventListener;
  window.addEventListener = (kind, ...rest) => {
    if (kind === 'storage' && document.querySelector('#tick-tls')) localStorage.setItem('ihc.go-live', 'tls');
    return listen.call(window, kind, ...rest);
  };
`;
let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

const focused = (page: Page) => expect.poll(() => page.evaluate('document.activeElement.id'));
const address = (page: Page) => page.evaluate('location.pathname + location.hash') as Promise<string>;

describe.skipIf(!hasProgram('chromium'))('the search', () => {
  it.each([
    ['en', en, searchEn, 1200, 'cancellation policy', 'Cancellation'],
    ['ar', ar, searchAr, 360, 'سياسه الالغاء', 'الإلغاء'],
    ['ckb', ckb, searchCkb, 768, 'سیاسەتی هەلوەشاندنەوە', 'هەڵوەشاندنەوە'],
  ] as const)(
    'is used with the keyboard alone: %s',
    async (language, words, search, width, spelt, marked) => {
      const { page, expectClean, end } = await visit(site.browser, site.origin, {
        language,
        width,
        height: 800,
      });
      await page.goto('/guides/quick-start');
      const button = page.getByRole('button', { name: words.searchSite });
      await button.focus();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: search.title });
      await field.waitFor();
      const options = page.locator('.search-result');
      await page.getByText(search.suggested).waitFor();
      const first = await options.first().getAttribute('href');
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);

      // A slash opens it too. What is chosen is named to screen readers, and marked words are those that are written.
      await page.keyboard.press('/');
      await page.keyboard.type(spelt);
      await page.locator('.search-result mark', { hasText: marked }).first().waitFor();
      await expectAccessible(page, `search in ${language}`);
      await expectNoSideScroll(page, `search in ${language}`);
      await keepScreenshot(page, `search-dialog-${language}`);
      await page.keyboard.press('ArrowDown');
      const active = await field.getAttribute('aria-activedescendant');
      expect(await options.nth(1).getAttribute('id')).toBe(active);
      expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      expect(await options.last().getAttribute('aria-selected')).toBe('true');

      for (const [query, href] of [
        ['PRICE_CHANGED', '/errors/PRICE_CHANGED'],
        ['createBooking', '/reference/createBooking'],
        ['guest name', '/reference/createBooking#body.guestName'],
        ['two at the same time', '/guides/idempotency#two-at-the-same-time'],
      ]) {
        await field.fill(query!);
        await page.locator(`.search-result[href="${href}"]`).waitFor();
      }
      await page.keyboard.press('Enter');
      await focused(page).toBe('two-at-the-same-time');
      expect(await address(page)).toBe('/guides/idempotency#two-at-the-same-time');

      // What was opened is offered first the next time. Words that nothing has are told.
      await page.keyboard.press('Control+k');
      await page.getByText(search.recent).waitFor();
      expect(await options.first().getAttribute('href')).not.toBe(first);
      await field.fill('qqqqqqq');
      await page.getByText(search.nothing('qqqqqqq')).waitFor();
      expectClean();
      await end();
    },
  );
});

it.skipIf(!hasProgram('chromium'))(
  'the search opens for a key that is pressed as soon as its button is there',
  async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin);
    await page.addInitScript(PRESS_AT_ONCE);
    await page.goto('/changelog');
    await page.getByRole('combobox', { name: searchEn.title }).waitFor();
    expectClean();
    await end();
  },
);

describe.skipIf(!hasProgram('chromium'))('letters that are typed while the search loads', () => {
  it.each([
    ['en', en, searchEn, 'cancellation', ' policy', 'Cancellation'],
    ['ar', ar, searchAr, 'سياسة', ' الإلغاء', 'الإلغاء'],
    ['ckb', ckb, searchCkb, 'سیاسەتی', ' هەڵوەشاندنەوە', 'هەڵوەشاندنەوە'],
  ] as const)('are not lost: %s', async (language, words, search, typed, rest, marked) => {
    const { page, expectClean, end } = await visit(site.browser, site.origin, { language });
    await page.goto('/changelog', { waitUntil: 'networkidle' });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/**', async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    const first = page.getByRole('textbox', { name: words.searchSite });
    expect(await first.inputValue()).toBe(typed);
    expect(await page.getByRole('combobox', { name: search.title }).count()).toBe(0);
    await expectAccessible(page, `search that loads, in ${language}`);
    await keepScreenshot(page, `search-loads-${language}`);
    release();
    const field = page.getByRole('combobox', { name: search.title });
    await field.waitFor();
    expect(await field.inputValue()).toBe(typed);
    await page.keyboard.type(rest);
    expect(await field.inputValue()).toBe(typed + rest);
    await page.locator('.search-result mark', { hasText: marked }).first().waitFor();
    // What was typed is gone when the search is opened again.
    await page.keyboard.press('Control+k');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    expect(await field.inputValue()).toBe('');
    expectClean();
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('the documents', () => {
  it('have places that stay when the language changes, and links that do not load the page', async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin, { width: 1440 });
    await page.goto('/guides/rate-limits');
    const second = page.getByRole('navigation', { name: docsEn.onThisPage }).getByRole('link').nth(1);
    const place = (await second.getAttribute('href'))!.slice(1);
    await second.click();
    await focused(page).toBe(place);
    await page.evaluate('window.isSamePage = true');
    await page.getByRole('combobox', { name: en.language }).selectOption('ckb');
    await page.getByRole('navigation', { name: docsCkb.onThisPage }).waitFor();
    expect(await address(page)).toBe(`/guides/rate-limits#${place}`);
    await page.locator('.neighbour.next').click();
    await expect.poll(() => address(page)).toBe('/guides/going-live');
    await page.locator('article a[href="/go-live"]').click();
    await page.getByRole('progressbar').waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await page.goBack();
    await page.locator('article a[href="/go-live"]').waitFor();

    // A link from outside to a place, and to a guide that became a page.
    await page.goto(`/guides/rate-limits#${place}`);
    await focused(page).toBe(place);
    await page.goto('/guides/sandbox-scenarios');
    await expect.poll(() => address(page)).toBe('/test-scenarios');
    // Names that every object of JavaScript has, and a link that was cut in the middle of a letter.
    await page.goto('/guides/constructor');
    await page.locator('.not-found').waitFor();
    await page.goto('/glossary#%E0%A4%A');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto('/changelog#1.3.0');
    await focused(page).toBe('1.3.0');
    expectClean();
    await end();
  });

  it('remember ticks, in two tabs, and filter terms', async () => {
    const { page, context, expectClean, end } = await visit(site.browser, site.origin, { language: 'ar' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/go-live');
    const other = await context.newPage();
    await other.goto('/go-live');
    const box = (one: Page, key: string) => one.locator(`#tick-${key}`);
    await box(page, 'tls').check();
    await expect.poll(() => box(other, 'tls').isChecked()).toBe(true);
    await box(other, 'timeout').check();
    await page.bringToFront();
    await page.reload();
    expect(await box(page, 'timeout').isChecked()).toBe(true);
    const all = await page.getByRole('checkbox').count();
    await page.getByText(docsAr.done(2, all)).waitFor();
    await page.getByRole('button', { name: docsAr.asMarkdown }).click();
    const read = async () => (await page.evaluate('navigator.clipboard.readText()')) as string;
    await expect.poll(async () => (await read()).match(/^- \[x\] /gm)?.length).toBe(2);
    const copied = await read();
    expect(copied).toContain(`](${site.origin}/errors/PRICE_CHANGED)`);
    await page.getByRole('button', { name: docsAr.clear }).click();
    await expect.poll(() => box(other, 'timeout').isChecked()).toBe(false);

    // A tick of another tab that comes when the page is drawn and does not listen yet.
    await other.addInitScript(TICK_BEFORE_LISTENING);
    await other.reload();
    await expect.poll(() => box(other, 'tls').isChecked()).toBe(true);

    await page.goto('/glossary#no-show');
    await focused(page).toBe('no-show');
    await page.getByRole('searchbox').fill('قسيمه');
    await page.locator('#voucher').waitFor();
    await expect.poll(() => page.locator('.term').count()).toBeLessThan(10);
    expectClean();
    await end();
  });

  it('lead from a scenario to the console with its fields', async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin);
    await page.goto('/test-scenarios#sold-out');
    await focused(page).toBe('sold-out');
    await page.locator('#sold-out a[href="/errors/INSUFFICIENT_INVENTORY"]').waitFor();
    const href = (await page.locator('#sold-out .scenario-open').getAttribute('href'))!;
    const given = new URL(href, site.origin);
    expect(given.pathname).toBe('/console/priceCheck');
    expect(given.searchParams.get('hotelId')).toBe('HTL-2026-0001');
    expect(given.searchParams.get('checkIn')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expectClean();
    await end();
  });
});
