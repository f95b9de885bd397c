import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translatedReference } from '../../web/build/reference-modules.ts';
import { en } from '../../web/src/i18n/en.ts';
import { anchorsOf } from '../../web/src/reference/anchors.ts';
import { referenceEn as words } from '../../web/src/reference/words/en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';

const { entries } = translatedReference('en');
/** All their fields are opened, one by one. The others have the same kinds of fields. */
const WITH_ALL_FIELDS = ['createBooking', 'test'];

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

const focused = 'document.activeElement.id';

/** Moves to each anchor as a link does. Returns those that did not get the focus inside the window. */
const lostAnchors = (anchors: string[]) => `(async () => {
  const lost = [];
  for (const anchor of ${JSON.stringify(anchors)}) {
    location.hash = anchor;
    const end = performance.now() + 2_000;
    while (document.activeElement.id !== anchor && performance.now() < end)
      await new Promise((resume) => requestAnimationFrame(resume));
    const { top } = document.activeElement.getBoundingClientRect();
    if (document.activeElement.id !== anchor || top < 0 || top > innerHeight) lost.push(anchor);
  }
  return lost;
})()`;

describe.skipIf(!hasProgram('chromium'))('the reference', () => {
  it('opens every entry and field by its address, without a reload', async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin, { width: 1440 });
    await page.goto('/reference');
    expect(entries.length).toBeGreaterThan(35);
    const topics = Object.keys(words.topics);
    expect(await page.evaluate(lostAnchors(topics))).toEqual([]);
    for (const entry of entries) {
      await page.locator(`.reference-side a[href="/reference/${entry.id}"]`).click();
      await page.getByRole('heading', { level: 1, name: entry.summary as string, exact: true }).waitFor();
      expect(await page.title()).toContain(entry.summary as string);
      const anchors = anchorsOf(entry);
      expect(new Set(anchors).size, entry.id).toBe(anchors.length);
      if (WITH_ALL_FIELDS.includes(entry.id)) expect(await page.evaluate(lostAnchors(anchors))).toEqual([]);
    }
    await page.goto('/reference/nothing');
    await page.getByRole('heading', { name: en.notFound }).waitFor();
    expectClean();
    await end();
  });

  it.each([
    [360, 'ar', true],
    [768, 'ckb', false],
    [1440, 'en', false],
  ] as const)(
    'comes back to a field by a link, by back and by an old address: %i px',
    async (width, language, dark) => {
      const { page, expectClean, end } = await visit(site.browser, site.origin, { width, language, dark });
      await page.goto('/reference/createBooking#response.200.data.price.nightly.date');
      await expect.poll(() => page.evaluate(focused)).toBe('response.200.data.price.nightly.date');
      await expectAccessible(page, `createBooking in ${language}`);
      await page.goto('/reference/createBooking#guestName');
      await expect.poll(() => page.evaluate(focused)).toBe('body.guestName');
      await page.locator('.ref-topics a').first().click();
      await expect.poll(() => page.evaluate(focused)).toBe('authentication');
      await expectNoSideScroll(page, `the overview at ${width}`);
      await page.goBack();
      await expect.poll(() => page.evaluate(focused)).toBe('body.guestName');
      await page.goto('/reference#search');
      await expect.poll(() => page.evaluate('location.pathname')).toBe('/reference/search');
      await page.locator('#sample').getByText(`${site.origin}/v1/search`).waitFor();
      await expectNoSideScroll(page, `reference at ${width}`);
      await keepScreenshot(page, `reference-${width}-${language}`);
      expectClean();
      await end();
    },
  );

  it('sends a request in place with credentials made there, and remembers the booking', async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin, { width: 1440 });
    const sample = page.locator('#sample');
    await page.goto('/reference/createBooking');
    await page.getByRole('tab', { name: 'PHP' }).click();
    await sample.getByText('YOUR_CLIENT_ID').waitFor();
    await page.getByRole('button', { name: words.createKeys }).click();
    await sample.getByText(/sandbox-\w{10}/).waitFor();
    await page.getByRole('button', { name: words.tryIt }).click();
    const body = page.getByRole('textbox', { name: words.jsonBody });
    const whole = await body.inputValue();
    await body.fill('{ "hotelId": ');
    await page.getByText(words.noJson).waitFor();
    expect(await page.getByRole('button', { name: words.send }).isDisabled()).toBe(true);
    await body.fill(whole.replace('OTA-42', 'OTA-43'));
    await sample.getByText("'channelReference' => 'OTA-43'").waitFor();
    await page.getByRole('button', { name: words.send }).click();
    const response = page.locator('#response-example');
    await response.getByRole('status').getByText('200').waitFor();
    expect(await page.evaluate("document.activeElement.matches('.responses')")).toBe(true);
    const booking = JSON.parse(await response.locator('.code').innerText()).data;
    expect(booking.channel_reference).toBe('OTA-43');

    await page.goto('/reference/getBooking');
    await sample.getByText(`/v1/bookings/${booking.booking_id}`).waitFor();
    expect(await page.getByRole('tab', { name: 'PHP' }).getAttribute('aria-selected')).toBe('true');
    await page.goto('/reference/getAri');
    await page.getByRole('button', { name: words.createHotelKeys }).click();
    await sample.getByText(/sandbox-hotel-/).waitFor();
    await page.getByRole('button', { name: words.tryIt }).click();
    await page.getByRole('button', { name: words.send }).click();
    await response.getByRole('status').getByText('200').waitFor();
    await keepScreenshot(page, 'reference-tried');
    expectClean();
    await end();
  });
});
