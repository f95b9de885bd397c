import { expect } from 'vitest';
import { isolated } from '../../web/src/hotel/isolated.ts';
import type { ReceptionWords } from '../../web/src/hotel/words/reception-en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot } from './browser.ts';
import type { TestCamera } from './camera.ts';
import { bookHotel, openHotelPage } from './hotel-browser.ts';
import type { OpenSite } from './open-site.ts';
import { freshHotel } from './private-hotel.ts';

const GUEST_NAME = 'زينب الكربلائي';
const REQUEST = 'Wheelchair from the entrance to the room, arriving at 23:30 (flight IA-145)';

export interface Reception {
  language: 'en' | 'ar' | 'ckb';
  words: ReceptionWords;
  width: 360 | 1280;
  dark: boolean;
}

/**
 * Tests the work of a reception: a booking arrives and is received, its voucher is scanned, and the guest checks in and
 * out.
 */
export async function walkReception(
  site: OpenSite,
  camera: TestCamera,
  { language, words, width, dark }: Reception,
): Promise<void> {
  const hotel = await freshHotel(site.service);
  const size = { width, height: width === 360 ? 640 : 800 };
  const { page, expectClean, end } = await openHotelPage(site, hotel, { language, dark, ...size });
  await page.getByText(words.none.arrivals).waitFor();
  await page.locator('.connection.live').waitFor();

  const { id, voucherId, qrText } = await bookHotel(site, hotel, { specialRequests: REQUEST });
  const news = page.locator('.news-list');
  await news.locator('.card-name', { hasText: GUEST_NAME }).waitFor();
  await page.waitForFunction("document.title.startsWith('(1) ')");
  await page.getByText(words.announce.confirmed(isolated(GUEST_NAME))).waitFor({ state: 'attached' });
  await expectAccessible(page, `a new booking in ${language}`);
  await expectNoSideScroll(page, `a new booking in ${language}`);
  await keepScreenshot(page, `hotel-reception-${language}`);
  await news.getByRole('button', { name: words.actions.received }).click();
  await page
    .locator('.outcome')
    .getByText(words.outcome.received(isolated(GUEST_NAME)))
    .waitFor();
  await news.waitFor({ state: 'detached' });

  camera.show(qrText);
  await page.locator('.tab-bar a[href="/hotel/scan"]').click();
  await page.locator('.verdict.valid').waitFor();
  expect(page.url()).toBe(`${site.origin}/hotel/booking/${id}`);
  await page.locator('.history li').first().waitFor();
  const fold = (await page.locator('.tab-bar').boundingBox())!;
  for (const name of [words.checkIn, words.room, words.board, words.due, words.requests]) {
    const fact = (await page.locator('.fact', { has: page.getByText(name, { exact: true }) }).boundingBox())!;
    if (width === 360) expect(fact.y + fact.height, `${name} is on the first screen`).toBeLessThan(fold.y);
  }
  await expectAccessible(page, `a booking in ${language}`);
  await expectNoSideScroll(page, `a booking in ${language}`);
  await keepScreenshot(page, `hotel-booking-${language}`);
  expect(await page.locator('.booking').innerText()).toContain(voucherId);

  await page.getByRole('button', { name: words.actions['check-in'], exact: true }).click();
  await page.locator('.status-CHECKED_IN').waitFor();
  await page.locator('.history').getByText('Test front desk').first().waitFor();
  // Scanning the same voucher again shows that it is not valid, because somebody has used it.
  await page.locator('.tab-bar a[href="/hotel/scan"]').click();
  await page.locator('.verdict.used', { hasText: 'Test front desk' }).waitFor();
  await page.getByRole('button', { name: words.actions['check-out'], exact: true }).click();
  await page.getByRole('dialog').getByText(words.checkOutNote).waitFor();
  await expectAccessible(page, `leaving early in ${language}`);
  await expectNoSideScroll(page, `leaving early in ${language}`);
  await keepScreenshot(page, `hotel-check-out-${language}`);
  await page.getByRole('dialog').getByRole('button', { name: words.checkOutYes }).click();
  await page.locator('.status-CHECKED_OUT').waitFor();
  expectClean();
  await end();
}
