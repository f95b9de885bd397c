import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ar } from '../../web/src/i18n/ar.ts';
import { ckb } from '../../web/src/i18n/ckb.ts';
import { en, type Words } from '../../web/src/i18n/en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { chooseHotel, expectStatus, open, send, sendForm } from '../support/console-steps.ts';
import { INSTALL_MILLISECONDS, type OpenSite, openSite } from '../support/open-site.ts';
import { freshCredentials } from '../support/service.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
}, INSTALL_MILLISECONDS);
afterAll(() => site?.end());

/**
 * Opens the console as a returning reader with stored credentials. Creating them in the console would reach the limit
 * of ten credentials per minute and address.
 */
async function enter(words: Words, language: string, width = 1200) {
  const reader = await visit(site.browser, site.origin, { language, width });
  const headers = await freshCredentials(site.service);
  const credentials = { clientId: headers['x-client-id'], apiKey: headers['x-api-key'] };
  await reader.page.goto('/');
  await reader.page.evaluate(
    `localStorage.setItem('ihc.credentials', ${JSON.stringify(JSON.stringify(credentials))})`,
  );
  await reader.page.goto('/console');
  await reader.page.getByRole('button', { name: words.newCredentials }).waitFor();
  return reader;
}

/** The x positions of the two characters of the first "≥3" in the calendar. */
const SIGN_AND_NUMBER = `(() => {
  const text = [...document.querySelectorAll('.marks')]
    .flatMap((marks) => [...marks.childNodes])
    .find((node) => node.nodeType === Node.TEXT_NODE && node.data.includes('≥'));
  return [0, 1].map((offset) => {
    const range = document.createRange();
    range.setStart(text, offset);
    range.setEnd(text, offset + 1);
    return range.getBoundingClientRect().x;
  });
})()`;

const amountsIn = async (page: Page, selector: string) =>
  (await page.locator(selector).allInnerTexts()).map((text) => Number(text.replace(/[^\d.]/g, '')));

describe('the Idempotency-Key of the console', () => {
  it('is new after a stored refusal, so that the next attempt is not a replay', async () => {
    const { page, end } = await enter(en, 'en');
    await open(page, en, 'priceCheck');
    await chooseHotel(page, 'HTL-2026-0091');
    await sendForm(page, en, 'priceCheck');
    await expectStatus(page, 200);
    await open(page, en, 'createBooking');
    const key = () => page.locator('#field-idempotencyKey').inputValue();
    const first = await key();
    await sendForm(page, en, 'createBooking');
    await page.getByRole('alert').getByText(en.error.PRICE_CHANGED!).waitFor();
    const second = await key();
    expect(second).not.toBe(first);
    // For this hotel the console advises to hold the price first and then book.
    await send(page, en, 'prebook');
    await page.getByRole('timer').first().waitFor();
    await send(page, en, 'createBooking');
    await page.locator('.voucher').waitFor();
    expect(await key(), 'a success is stored as well').not.toBe(second);
    // Three booking requests: two bookings and a hold.
    const [looks, bookings] = (await page.locator('.facts span').allInnerTexts()).slice(-2);
    expect(looks).toMatch(/^19\d\d of 2000 search and price requests left/);
    expect(bookings).toMatch(/^1497 of 1500 booking requests left/);
    await end();
  });

  it('changes with the request, and stays for a retry of the same', async () => {
    const { page, end } = await enter(en, 'en');
    await open(page, en, 'createBooking');
    await page.locator('#field-ratePlanId option').nth(1).waitFor({ state: 'attached' });
    const key = () => page.locator('#field-idempotencyKey').inputValue();
    const first = await key();
    await page.locator('#field-guestName').fill('Zaynab');
    const second = await key();
    expect(second).not.toBe(first);
    // This refusal is not stored, so the same request may be sent again with the same key.
    await page.locator('#field-guestPhone').fill('1');
    const third = await key();
    await sendForm(page, en, 'createBooking');
    await expectStatus(page, 400);
    expect(await key()).toBe(third);
    await page.locator('#field-idempotencyKey').fill('my-own');
    expect(await key()).toBe('my-own');
    await end();
  });
});

describe('a reader', () => {
  it('is led from each step to the next, and can go to any step', async () => {
    const { page, expectClean, end } = await enter(en, 'en');
    await sendForm(page, en, 'search');
    await page.locator('.results button').nth(2).click();
    const price = await page.locator('.results .chosen .price bdi').innerText();
    expect(await page.locator('.next').innerText()).toContain(price);
    await page.getByRole('link', { name: en.next(en.operation.priceCheck) }).click();
    await sendForm(page, en, 'priceCheck');
    expect(await page.locator('.bill .total td').innerText()).toBe(price);
    await page.getByRole('link', { name: en.next(en.operation.prebook) }).click();
    expect(await page.evaluate('document.activeElement.textContent')).toBe(en.operation.prebook);
    const steps = page.getByRole('list', { name: en.lifecycle });
    await steps.getByRole('link', { name: en.steps.cancel }).click();
    await page.getByRole('heading', { name: en.operation.cancelBooking }).waitFor();
    await page.goBack();
    await page.getByRole('form', { name: en.operation.prebook }).waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: en.steps.book, exact: true }).click();
    await page.getByRole('form', { name: en.operation.createBooking }).waitFor();
    expectClean();
    await end();
  });

  it('sees that a request is under way, and cannot send it twice', async () => {
    const { page, end } = await enter(en, 'en');
    await open(page, en, 'prebook');
    await chooseHotel(page, 'HTL-2026-0093');
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/prebook')) sent++;
    });
    await page.locator('#field-guestName').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: en.sending }).waitFor();
    expect(await page.getByText(en.noResponse).count()).toBe(0);
    expect(await page.locator('form button[type=submit]').isDisabled()).toBe(true);
    await expectStatus(page, 200);
    expect(await page.getByRole('status').filter({ hasText: en.sending }).count()).toBe(0);
    expect(sent).toBe(1);
    await end();
  });

  it('copies the credentials, and is told so', async () => {
    const { page, context, end } = await enter(en, 'en');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [name, shape] of [
      [en.clientId, /^sandbox-\w{10}$/],
      [en.apiKey, /^ihc_test_\w+$/],
    ] as const) {
      const button = page.getByRole('button', { name: `${en.copy}: ${name}` });
      await button.click();
      await expect.poll(() => button.innerText()).toBe(en.copied);
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(shape);
    }
    await end();
  });

  it('sees a hold in the price check, and the audit log and the money of a booking', async () => {
    const { page, end } = await enter(en, 'en');
    // At this hotel, the hotel collects the payment.
    await open(page, en, 'priceCheck');
    await chooseHotel(page, 'HTL-2026-0006');
    await sendForm(page, en, 'priceCheck');
    await page.getByText(en.lockState.UNLOCKED!).waitFor();
    await send(page, en, 'prebook');
    await page.getByRole('timer').first().waitFor();
    const total = await page.locator('.bill .total td').innerText();
    expect(total).toMatch(/^\d{2,3},\d{3} IQD$/);
    expect(await page.locator('.bill').innerText()).toContain(en.collector.HOTEL!);
    expect(await page.locator('.bill tr', { hasText: en.dueAtHotel }).innerText()).toContain(total);
    await send(page, en, 'priceCheck');
    await page.getByText(en.lockState.LOCKED!).waitFor();
    await page.getByRole('link', { name: en.next(en.operation.createBooking) }).waitFor();
    // Another party keeps the token of the hold. Other dates remove it.
    await page.locator('#field-adults').fill('1');
    expect(await page.locator('#field-prebookToken').inputValue()).toMatch(/^pb_/);
    await page.locator('#field-checkIn').fill('2099-01-01');
    expect(await page.locator('#field-prebookToken').inputValue()).toBe('');
    await page.goto('/console');
    await send(page, en, 'search');
    await expectStatus(page, 200);
    await send(page, en, 'createBooking');
    await page.locator('.voucher').waitFor();
    expect(await page.locator('.voucher').innerText()).toMatch(/\d,\d{3} IQD/);
    expect(await page.locator('.voucher').innerText()).toContain(en.collectedBy);
    await open(page, en, 'modifyBooking');
    await page.locator('#field-guestName').fill('Zaynab al-Karbalai');
    await sendForm(page, en, 'modifyBooking');
    await expectStatus(page, 200);
    await send(page, en, 'getBooking');
    const log = page.getByRole('region', { name: en.auditLog }).getByRole('listitem');
    await log.first().waitFor();
    expect(await log.count()).toBe(2);
    expect(await log.nth(0).innerText()).toContain(en.auditAction.CREATED);
    expect(await log.nth(1).innerText()).toContain('Zaynab al-Karbalai');
    await expectAccessible(page, 'audit log');
    await end();
  });

  it('reads the offers of each hotel from the cheapest on', async () => {
    const { page, end } = await enter(en, 'en');
    await page.locator('#field-destination').selectOption('');
    await sendForm(page, en, 'search');
    await page.locator('.results').waitFor();
    const hotels = await page.locator('.results > li').count();
    expect(hotels).toBeGreaterThan(5);
    for (let hotel = 1; hotel <= hotels; hotel++) {
      const amounts = await amountsIn(page, `.results > li:nth-child(${hotel}) .price bdi`);
      expect(amounts).toEqual([...amounts].sort((one, other) => one - other));
    }
    await end();
  });
});

describe('on a phone', () => {
  it.each([
    ['en', en],
    ['ar', ar],
    ['ckb', ckb],
  ] as const)('the menu opens and closes, and a booking is clicked through: %s', async (language, words) => {
    const { page, expectClean, end } = await enter(words, language, 360);
    const menu = page.getByRole('navigation', { name: words.operations });
    expect(await menu.count()).toBe(0);
    const toggle = page.getByRole('button', { name: words.operations });
    await toggle.click();
    expect(await menu.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page, `the open menu in ${language}`);
    await menu.getByRole('link', { name: words.operation.health }).click();
    expect(await menu.count()).toBe(0);
    await page.getByRole('heading', { name: words.operation.health }).waitFor();
    const steps = page.getByRole('list', { name: words.lifecycle });
    await steps.getByRole('link', { name: words.steps.search }).click();
    for (const id of [
      'search',
      'priceCheck',
      'prebook',
      'createBooking',
      'getBooking',
      'cancelBooking',
    ] as const) {
      await sendForm(page, words, id);
      await expectStatus(page, 200);
      await expectNoSideScroll(page, `${id} in ${language}`);
      await keepScreenshot(page, `phone-${language}-${id}`);
      if (id !== 'cancelBooking') await page.locator('.next a').click();
    }
    await page.goto('/console#availability');
    await sendForm(page, words, 'availability');
    await page.locator('.day').first().waitFor();
    await expectNoSideScroll(page, `availability in ${language}`);
    await keepScreenshot(page, `phone-${language}-availability`);
    expectClean();
    await end();
  });
});

describe('from right to left', () => {
  it('signs stand before their numbers, and the columns of a chosen row stay where they are', async () => {
    const { page, end } = await enter(ar, 'ar');
    await sendForm(page, ar, 'search');
    const columns = () =>
      page
        .locator('.results ul li')
        .evaluateAll((rows) =>
          rows.map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().x)),
        );
    await page.locator('.results button').nth(2).click();
    const [first, ...others] = await columns();
    for (const row of others) expect(row).toEqual(first);
    await send(page, ar, 'availability');
    await page.locator('.day').first().waitFor();
    const [sign, number] = (await page.evaluate(SIGN_AND_NUMBER)) as [number, number];
    expect(sign).toBeLessThan(number);
    await end();
  });

  it('Kurdish readers read Kurdish names, and what has none is marked as English', async () => {
    const { page, end } = await enter(ckb, 'ckb');
    await sendForm(page, ckb, 'search');
    await page.locator('.results h4', { hasText: 'هۆتێلی نێوان دوو حەرەم' }).waitFor();
    const room = page.locator('.results ul li').first().locator('bdi').first();
    expect(await room.getAttribute('lang')).toBe('en');
    await open(page, ckb, 'availability');
    const options = await page.locator('#field-hotelId option').allInnerTexts();
    expect(options.filter((text) => /هۆتێل|سیناریۆ|میوانخانە|سویت|ماڵ/.test(text))).toHaveLength(
      options.length,
    );
    expect(await page.locator('#field-roomTypeId option').first().getAttribute('lang')).toBe('en');
    await send(page, ckb, 'createBooking');
    await page.locator('.voucher h4').waitFor();
    expect(await page.locator('.voucher h4').innerText()).toMatch(/ماڵی حەوانەوەی زائیران|هۆتێل/);
    await end();
  });
});
