import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receptionCkb } from '../../web/src/hotel/words/reception-ckb.ts';
import { receptionEn } from '../../web/src/hotel/words/reception-en.ts';
import { shellEn } from '../../web/src/hotel/words/shell-en.ts';
import { expectAccessible, keepScreenshot, visit } from '../support/browser.ts';
import { testCamera } from '../support/camera.ts';
import { hasProgram } from '../support/has-program.ts';
import { bookHotel, linkOf, openHotelPage } from '../support/hotel-browser.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel } from '../support/private-hotel.ts';
import { walkReception } from '../support/reception-walk.ts';

const FIRST_LOAD_BYTES = 150_000;
const GUEST_NAME = 'زينب الكربلائي';

const camera = testCamera();
let site: OpenSite;
beforeAll(async () => {
  site = await openSite(camera.flags);
});
afterAll(() => site?.end());

describe.skipIf(!hasProgram('chromium'))('a reception', () => {
  it.each([
    { language: 'ckb', words: receptionCkb, width: 360, dark: true },
    { language: 'en', words: receptionEn, width: 1280, dark: false },
  ] as const)('sees a booking arrive, and its guest come and leave ($language)', (desk) =>
    walkReception(site, camera, desk),
  );

  it('is told that a voucher is forged or for another hotel, and can type the six characters', async () => {
    const [own, other] = [await freshHotel(site.service), await freshHotel(site.service)];
    const booked = await bookHotel(site, own);
    const foreign = await bookHotel(site, other);
    const { page, end } = await openHotelPage(site, own, { language: 'en', width: 360, height: 640 });
    camera.show(foreign.qrText);
    await page.locator('.tab-bar a[href="/hotel/scan"]').click();
    await page.locator('.verdict.refused', { hasText: shellEn.errors.VOUCHER_OF_OTHER_HOTEL! }).waitFor();
    await expectAccessible(page, 'a voucher of another hotel');
    camera.show(booked.qrText.replace('/vouchers/', '/voucher/'));
    await page.getByRole('button', { name: 'Scan another one' }).click();
    await page.locator('.verdict.refused', { hasText: shellEn.errors.VOUCHER_FORGED! }).waitFor();
    await page.getByLabel(receptionEn.findLabel).fill('abc');
    await page.keyboard.press('Enter');
    await page.getByText(receptionEn.findWrong).waitFor();
    await page.getByLabel(receptionEn.findLabel).fill(booked.voucherId.slice(-6).toLowerCase());
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/hotel/booking/${booked.id}`);
    await end();
  });

  it('types the six characters where there is no camera', async () => {
    const hotel = await freshHotel(site.service);
    const { page, end } = await openHotelPage(site, hotel, { language: 'en', width: 360, height: 640 });
    await page.evaluate(
      "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
    );
    await page.locator('.tab-bar a[href="/hotel/scan"]').click();
    await page.getByRole('alert').getByText('may not use the camera').waitFor();
    await page.getByLabel(receptionEn.findLabel).waitFor();
    await end();
  });

  it('works by keyboard: opens a booking, and reports with a reason that it cannot be honoured', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel, { from: 5 });
    const { page, expectClean, end } = await openHotelPage(site, hotel, { language: 'en', width: 1280 });
    await pressOn(page, page.getByRole('button', { name: receptionEn.actions.received }));
    await page.locator('.outcome').waitFor();
    await page.goto(`/hotel/booking/${id}`);
    const button = page.getByRole('button', { name: receptionEn.actions['cannot-honour'] });
    await pressOn(page, button);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(GUEST_NAME).waitFor();
    await expectAccessible(page, 'the second look');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pressOn(page, button);
    expect(await dialog.getByRole('button', { name: receptionEn.honourYes }).isDisabled()).toBe(true);
    await tabTo(page, dialog.getByLabel(receptionEn.honourReason));
    await page.keyboard.type('The lift is broken');
    await pressOn(page, dialog.getByRole('button', { name: receptionEn.honourYes }));
    await page.locator('.status-CANCELLED').waitFor();
    await page.locator('.booking-more').getByText('The lift is broken').first().waitFor();
    expectClean();
    await end();
  });

  it('reads the Kurdish name of a room type, or the English name with a mark, never the Arabic name', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const { page, end } = await openHotelPage(site, hotel, { language: 'ckb', width: 360, role: 'MANAGER' });
    const rooms = async (state: string) => {
      await page.goto('/hotel');
      const card = page.locator('.card .card-room bdi').first();
      await card.waitFor();
      await keepScreenshot(page, `hotel-names-${state}-day-ckb-360`);
      const found = [await textAndLanguage(card)];
      await page.goto(`/hotel/booking/${id}`);
      found.push(await textAndLanguage(page.locator('.facts dd > bdi').first()));
      await keepScreenshot(page, `hotel-names-${state}-booking-ckb-360`);
      await page.goto('/hotel/rooms');
      found.push(await textAndLanguage(page.locator('.rooms-tonight-name bdi').first()));
      found.push(await textAndLanguage(page.locator('.rooms-choice bdi').first()));
      await keepScreenshot(page, `hotel-names-${state}-rooms-ckb-360`);
      return found;
    };
    expect(await rooms('given')).toEqual(Array(4).fill(['ژووری دوو کەسیی ستاندارد', null]));
    await site.service.context.pool.query('update room_types set name_ckb = null where hotel_id = $1', [
      hotel.hotel.id,
    ]);
    await site.service.context.feed.catchUp();
    expect(await rooms('missing')).toEqual(Array(4).fill(['Standard double room', 'en']));
    await end();
  });

  it.each(['ar', 'ckb'] as const)('loads less than 150 kB before the day is shown (%s)', async (language) => {
    const hotel = await freshHotel(site.service);
    await bookHotel(site, hotel);
    const { page, end } = await visit(site.browser, site.origin, { language, width: 360, height: 640 });
    await page.goto(await linkOf(site, hotel));
    await page.locator('.card').first().waitFor();
    await page.evaluate('document.fonts.ready.then(() => 0)');
    const urls = (await page.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => name)",
    )) as string[];
    const paths = new Set([
      '/hotel',
      ...urls.map((url) => new URL(url).pathname).filter((path) => !path.includes('/api/')),
    ]);
    // Both fonts are counted, Latin and Arabic.
    expect([...paths].filter((path) => path.endsWith('.woff2'))).toHaveLength(2);
    let bytes = 0;
    for (const path of paths) {
      const response = await site.service.app.inject({ url: path, headers: { 'accept-encoding': 'br' } });
      expect(response.statusCode, path).toBe(200);
      bytes += response.rawPayload.length;
    }
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES);
    await end();
  });
});

/** Moves the focus by the Tab key, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  // A button that has just appeared rests, and has no focus then.
  while (await target.isDisabled()) await page.waitForTimeout(100);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not reach this element');
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function textAndLanguage(name: Locator): Promise<[string, string | null]> {
  await name.waitFor();
  return [await name.innerText(), await name.getAttribute('lang')];
}
