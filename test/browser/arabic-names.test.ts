import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepScreenshot, visit } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';

const FONT_FILE = /\/assets\/channel-arabic-\w+\.woff2$/;
const OURS = 'Vazirmatn';
/** Marks the first Arabic word in an element. The browser tells fonts only of an element's own text. */
const MARK = `(within) => {
  for (const element of document.querySelectorAll(within)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const found = /\\p{Script=Arabic}{2,}/u.exec(texts.currentNode.data);
      if (found === null || texts.currentNode.parentNode.checkVisibility() === false) continue;
      const mark = document.createElement('span');
      mark.id = 'arabic';
      const letters = texts.currentNode.splitText(found.index);
      letters.splitText(found[0].length);
      letters.before(mark);
      mark.append(letters);
      return;
    }
  }
  throw new Error('no Arabic text in ' + within);
}`;

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

/** Returns the fonts with which the browser has drawn the marked word. */
async function fontsOfArabic(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#arabic' });
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId });
  await browser.detach();
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ' of the system'}`);
}

describe.skipIf(!hasProgram('chromium'))('Arabic letters, where the system has no Arabic font', () => {
  it.each([
    ['in a code block of an English guide', 'en', '/guides/price-changes', 'pre'],
    ['in a code block of an Arabic guide', 'ar', '/guides/price-changes', 'pre'],
    ['in a code block of a Kurdish guide', 'ckb', '/guides/price-changes', 'pre'],
    ['in the English reference', 'en', '/reference/getHotel', '.reference pre'],
    ['on the English landing page', 'en', '/', 'main'],
    ['in the English glossary', 'en', '/glossary', 'main'],
  ])('are drawn in our typeface: %s', async (_, language, path, within) => {
    const { page, expectClean, end } = await visit(site.browser, site.origin, { language });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(`(${MARK})(${JSON.stringify(within)})`);
    await expect.poll(() => fontsOfArabic(page)).toEqual([OURS]);
    await page.locator('#arabic').scrollIntoViewIfNeeded();
    await keepScreenshot(page, `arabic-names-${language}${path.replaceAll('/', '-')}`, false);
    expectClean();
    await end();
  });

  it.each(['/changelog', '/guides/errors'])('are not loaded for English text alone: %s', async (path) => {
    const { page, end } = await visit(site.browser, site.origin, { language: 'en' });
    const loaded: string[] = [];
    page.on('request', (request) => FONT_FILE.test(request.url()) && loaded.push(request.url()));
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(loaded).toEqual([]);
    await page.goto('/guides/price-changes', { waitUntil: 'networkidle' });
    expect(loaded).toHaveLength(1);
    await end();
  });
});
