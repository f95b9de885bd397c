import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ar } from '../../web/src/i18n/ar.ts';
import { ckb } from '../../web/src/i18n/ckb.ts';
import { en, type Words } from '../../web/src/i18n/en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { open, send, sendForm } from '../support/console-steps.ts';
import { INSTALL_MILLISECONDS, type OpenSite, openSite } from '../support/open-site.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
}, INSTALL_MILLISECONDS);
afterAll(() => site?.end());

/** Opens the console and creates credentials for a hotel. Returns the client ids of both keys. */
async function createHotel(page: Page, words: Words): Promise<{ partner: string; supply: string }> {
  await page.goto('/console');
  await page.getByRole('button', { name: words.supply.create }).click();
  await page
    .getByText(/HTL-9\d{3}-\d{4}/)
    .first()
    .waitFor();
  const shown = await page.locator('.credentials dd code').allInnerTexts();
  expect(shown).toEqual([
    expect.stringMatching(/^HTL-9\d{3}-\d{4}$/),
    expect.stringMatching(/^sandbox-\w{10}$/),
    expect.stringMatching(/^ihc_test_/),
    expect.stringMatching(/^sandbox-hotel-\w{10}$/),
    expect.stringMatching(/^ihc_test_/),
  ]);
  // The forms list the rooms of the hotel only after they have been read.
  await page.goto('/console#pushAri');
  await page.locator('#field-ratePlanId option').nth(1).waitFor({ state: 'attached' });
  return { partner: shown[1]!, supply: shown[3]! };
}

describe.each([
  ['en', en, 1200],
  ['ar', ar, 360],
] as const)('a tester of a hotel (%s)', (language, words, width) => {
  it('pushes rooms, books one, reads the reservation, acknowledges it and checks the guest in', async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin, { language, width });
    const senders: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/supply/v1/')) senders.push(request.headers()['x-client-id']!);
    });
    await page.goto('/console#pushAri');
    await page.getByText(words.supply.needed).waitFor();
    expect(await page.locator('form button[type=submit]').isDisabled()).toBe(true);
    const { supply } = await createHotel(page, words);

    await page.locator('#field-roomsLeft').fill('1');
    await page.locator('#field-doublePrice').fill('123.00');
    await sendForm(page, words, 'pushAri');
    const results = page.locator('.push-results li');
    await results.first().waitFor();
    expect(await results.count()).toBe(2);
    for (const result of await results.allInnerTexts())
      expect(result).toContain(words.supply.pushStatus.APPLIED);
    await expectAccessible(page, `results of a push in ${language}`);
    await expectNoSideScroll(page, `results of a push in ${language}`);

    await page.locator('.next a').click();
    await sendForm(page, words, 'search');
    await page.locator('.results').waitFor();
    expect(await page.locator('.results > li').count()).toBe(1);
    await page.goto('/console#createBooking');
    await page.locator('#field-ratePlanId option').nth(1).waitFor({ state: 'attached' });
    await sendForm(page, words, 'createBooking');
    await page.locator('.voucher').waitFor();

    await page.goto('/console#readReservations');
    await sendForm(page, words, 'readReservations');
    await page.locator('.reservations li').waitFor();
    const event = await page.locator('.reservations li').innerText();
    expect(event).toContain(words.supply.event(1));
    expect(event).toContain(words.supply.eventKind['booking.confirmed']);
    expect(event).toContain('زينب الكربلائي');
    await expectAccessible(page, `reservations in ${language}`);
    await expectNoSideScroll(page, `reservations in ${language}`);
    await keepScreenshot(page, `reservations-${language}`);
    await page.locator('.next a').click();
    expect(await page.locator('#field-upTo').inputValue()).toBe('1');
    await sendForm(page, words, 'acknowledge');
    await page.locator('.acknowledged').waitFor();
    expect(await page.locator('.acknowledged').innerText()).toContain('1');
    await page.locator('.next a').click();
    await sendForm(page, words, 'checkIn');
    await page.locator('.reservation-status', { hasText: words.bookingStatus.CHECKED_IN! }).waitFor();

    expect(senders.length).toBeGreaterThanOrEqual(4);
    expect(new Set(senders)).toEqual(new Set([supply]));
    expectClean();
    await end();
  });
});

describe('the operations of a hotel', () => {
  it('show what they answer, and a refusal in words', async () => {
    const { page, end } = await visit(site.browser, site.origin, { language: 'ckb', width: 1200 });
    await createHotel(page, ckb);
    await send(page, ckb, 'supplyHotels');
    await page.locator('.things code', { hasText: /^HTL-9/ }).waitFor();
    await send(page, ckb, 'supplyProducts');
    await page.locator('.things code', { hasText: 'DBL BB' }).waitFor();
    await send(page, ckb, 'readAri');
    await page.locator('.facts .good').waitFor();
    await open(page, ckb, 'checkOut');
    await page.locator('#field-bookingId').fill('IHC-2026-AAAAAA');
    await sendForm(page, ckb, 'checkOut');
    await page.getByRole('alert').getByText(ckb.error.BOOKING_NOT_FOUND!).waitFor();
    await end();
  });
});
