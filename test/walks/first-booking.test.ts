import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATH } from '../../web/src/console/operations.ts';
import { expectAccessible, keepScreenshot, visit } from '../support/browser.ts';
import { expectStatus, isFocused, tabTo, valueIn } from '../support/console-steps.ts';
import { en } from '../support/console-words.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

describe.skipIf(!hasProgram('chromium'))('the console', () => {
  it('goes from no credentials to a voucher and a cancellation with the keyboard alone', async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin);
    await page.goto('/console?limit=20');
    await page.getByRole('button', { name: en.createCredentials }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(en.skip);
    await tabTo(page, '.credentials .primary');
    await page.keyboard.press('Enter');
    await page
      .getByText(/sandbox-\w{10}/)
      .first()
      .waitFor();
    await expect.poll(() => isFocused(page, '#field-destination')).toBe(true);
    expect(await valueIn(page, 'limit')).toBe('20');
    for (const [index, { id }] of PATH.entries()) {
      if (id === 'createBooking') expect(await valueIn(page, 'prebookToken')).toMatch(/^pb_/);
      await tabTo(page, 'form .send');
      await page.keyboard.press('Enter');
      await expectStatus(page, 200);
      await expect.poll(() => isFocused(page, '#response-title'), { message: id }).toBe(true);
      if (index === PATH.length - 1) break;
      await tabTo(page, '.next a');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url()).toContain(`/console/${PATH[index + 1]!.id}`);
      await expect.poll(() => isFocused(page, 'form :is(input, select)'), { message: id }).toBe(true);
    }
    expect(await page.locator('.voucher .stamp').innerText()).toBe(en.bookingStatus.CANCELLED);
    // Steps that are done are one line with their result.
    const lines = await page.locator('.path .done .step-line').allInnerTexts();
    expect(lines).toHaveLength(PATH.length - 1);
    expect(lines[0]).toMatch(/2 hotels, from .\d+,\d{3} IQD/);
    await expectAccessible(page, 'the end of the path');
    await keepScreenshot(page, 'console-path-en');
    expectClean();
    await end();
  });
});
