import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ar } from '../../web/src/i18n/ar.ts';
import { ckb } from '../../web/src/i18n/ckb.ts';
import { en } from '../../web/src/i18n/en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

describe.skipIf(!hasProgram('chromium'))('the address in an example', () => {
  it.each(['en', 'ar', 'ckb'])('is the one that the reader uses: %s', async (language) => {
    const { page, end } = await visit(site.browser, site.origin, { language });
    await page.goto('/guides/quick-start');
    const code = page.locator('article pre').first();
    await code.waitFor();
    expect(await code.innerText()).toContain(`B=${site.origin}/v1`);
    expect(await page.locator('body').innerText()).not.toContain('localhost:3000');
    for (const path of ['/', '/console', '/reference/search']) {
      await page.goto(path);
      await page.getByText(site.origin).first().waitFor();
    }
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('an address that does not exist', () => {
  it.each([
    ['en', en],
    ['ar', ar],
    ['ckb', ckb],
  ] as const)('is told in words, with a way home: %s', async (language, words) => {
    const { page, end } = await visit(site.browser, site.origin, { language, width: 360, height: 740 });
    const response = await page.goto('/hotels/karbala');
    expect(response!.status()).toBe(404);
    await page.getByRole('heading', { name: words.notFound }).waitFor();
    expect(await page.title()).toContain(words.notFound);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await expectNoSideScroll(page, `404 in ${language}`);
    await expectAccessible(page, `404 in ${language}`);
    await keepScreenshot(page, `not-found-${language}`);
    await page.getByRole('link', { name: words.home }).click();
    await page.getByRole('link', { name: words.startNow }).first().waitFor();
    await end();
  });

  it('is told in the language that the reader has chosen on the site', async () => {
    const { page, end } = await visit(site.browser, site.origin, { language: 'en' });
    await page.goto('/');
    await page.getByRole('combobox', { name: en.language }).selectOption('ckb');
    await page.goto('/nothing');
    await page.getByRole('heading', { name: ckb.notFound }).waitFor();
    await end();
  });

  it('is told without scripts as well', async () => {
    const context = await site.browser.newContext({
      javaScriptEnabled: false,
      locale: 'ar',
      baseURL: site.origin,
    });
    const page = await context.newPage();
    await page.goto('/nothing');
    await page.getByRole('heading', { name: ar.notFound }).waitFor();
    expect(await page.getByRole('link', { name: ar.home }).getAttribute('href')).toBe('/');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await context.close();
  });
});
