import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../src/http/common/errors.ts';
import { catalogueIn } from '../../web/build/errors.ts';
import { findCode } from '../../web/src/errors/catalogue.ts';
import { errorsAr } from '../../web/src/errors/words/ar.ts';
import { errorsCkb } from '../../web/src/errors/words/ckb.ts';
import { errorsEn } from '../../web/src/errors/words/en.ts';
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

/**
 * Goes through the addresses as the back button does, without loading the site again, and returns what each page shows.
 * In the browser, because a hundred round trips take longer than the pages.
 */
const shownAt = (codes: string[]) => `(async () => {
  const shown = [];
  for (const code of ${JSON.stringify(codes)}) {
    history.pushState(null, '', '/errors/' + code);
    dispatchEvent(new PopStateEvent('popstate'));
    for (let frame = 0; frame < 500 && !document.title.startsWith(code + ' · '); frame += 1)
      await new Promise((done) => setTimeout(done, 10));
    const text = (selector) => document.querySelector(selector)?.innerText ?? '';
    shown.push({ code, title: document.title, heading: text('h1'), text: text('article') });
  }
  return shown;
})()`;

describe.skipIf(!hasProgram('chromium')).each([
  ['en', en, errorsEn, 1280],
  ['ar', ar, errorsAr, 360],
  ['ckb', ckb, errorsCkb, 768],
] as const)('the error codes in %s', (language, words, own, width) => {
  it('have pages that open by their addresses', async () => {
    const catalogue = catalogueIn(language);
    const { page, expectClean, end } = await visit(site.browser, site.origin, { language, width });
    await page.goto(`/errors/${REFUSAL_CODES[0]}`);
    await page.getByRole('heading', { level: 1, name: REFUSAL_CODES[0]! }).waitFor();
    const shown = (await page.evaluate(shownAt(REFUSAL_CODES))) as Record<string, string>[];
    expect(shown.map(({ heading }) => heading)).toEqual(REFUSAL_CODES);
    for (const { code, title, text } of shown) {
      expect(title).toBe(`${code} · ${words.name}`);
      const { meaningText, status } = findCode(catalogue, code!)!;
      for (const part of [meaningText, String(status), own.causes, own.steps, own.example])
        expect(text, code).toContain(part);
      expect(text, code).toContain(`"doc_url": "${site.origin}/errors/${code}"`);
    }
    await page.goto('/errors/price-changed');
    await expect.poll(() => page.evaluate('location.pathname')).toBe('/errors/PRICE_CHANGED');
    await page.locator('article a[href="/reference/createBooking"]').waitFor();
    await expectAccessible(page, `PRICE_CHANGED in ${language}`);
    await expectNoSideScroll(page, `PRICE_CHANGED in ${language}`);
    await keepScreenshot(page, `error-${language}`);

    await page.goto('/errors/NO_SUCH_CODE');
    await page.getByRole('heading', { level: 1, name: own.unknown }).waitFor();
    await page.getByText('NO_SUCH_CODE').waitFor();
    const links = page.locator('.error-group a');
    expect(await links.count()).toBe(REFUSAL_CODES.length);
    if (language === 'ar') await expectAccessible(page, 'the list of codes');
    await expectNoSideScroll(page, `the list of codes in ${language}`);
    await keepScreenshot(page, `errors-${language}`);

    await page.getByRole('searchbox', { name: own.filter }).fill('rate limit');
    await page.getByText(own.found(1)).waitFor();
    await page.getByRole('searchbox', { name: own.filter }).press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'RATE_LIMIT_EXCEEDED' }).waitFor();
    await page.getByRole('searchbox').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('searchbox', { name: own.filter }).fill('xyz');
    await page.getByRole('button', { name: own.showAll }).click();
    expect(await links.count()).toBe(REFUSAL_CODES.length);
    expectClean();
    await end();
  });
});
