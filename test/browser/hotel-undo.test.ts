import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receptionAr } from '../../web/src/hotel/words/reception-ar.ts';
import { receptionCkb } from '../../web/src/hotel/words/reception-ckb.ts';
import { receptionEn } from '../../web/src/hotel/words/reception-en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { bookHotel, openHotelPage } from '../support/hotel-browser.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel, type HotelTester } from '../support/private-hotel.ts';

const PHONE = { width: 360, height: 640, touch: true };
const UNDO_IN = receptionEn.undoOf.CHECKED_IN!;

let site: OpenSite;
let shift = 0;
beforeAll(async () => {
  site = await openSite([], { clockShift: () => shift });
});
afterAll(() => site?.end());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The second name of a step that the page shows only after the service has responded. */
const responded = (page: Page, count: number) =>
  page
    .locator('.history li')
    .nth(count - 1)
    .waitFor();

async function arrive(page: Page, id: string): Promise<void> {
  await page.goto(`/hotel/booking/${id}`);
  await button(page, receptionEn.actions['check-in']).tap();
  await page.locator('.status-CHECKED_IN').waitFor();
  await responded(page, 2);
}

const actionsOf = async ({ partner }: HotelTester, id: string): Promise<string[]> => {
  const { body } = await site.service.call('GET', `/v1/bookings/${id}`, { headers: partner });
  return body.data.audit_log.map(({ action }: { action: string }) => action);
};

describe.skipIf(!hasProgram('chromium')).each([
  ['ar', receptionAr],
  ['ckb', receptionCkb],
  ['en', receptionEn],
] as const)('undo (%s)', (language, words) => {
  it('takes back a check-out and then the check-in', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const { page, expectClean, end } = await openHotelPage(site, hotel, { ...PHONE, language });
    await page.goto(`/hotel/booking/${id}`);
    await button(page, words.actions['check-in']).tap();
    await button(page, words.actions['check-out']).tap();
    await page.getByRole('dialog').getByRole('button', { name: words.checkOutYes }).tap();
    await page.locator('.status-CHECKED_OUT').waitFor();
    await responded(page, 3);
    await expectAccessible(page, `a stay that ended by mistake in ${language}`);
    await expectNoSideScroll(page, `a stay that ended by mistake in ${language}`);
    await keepScreenshot(page, `hotel-undo-${language}`);
    await button(page, words.undoOf.CHECKED_OUT!).tap();
    await page.locator('.status-CHECKED_IN').waitFor();
    await responded(page, 4);
    await page.locator('.history').getByText(words.historyActions.CORRECTED!).waitFor();
    await button(page, words.undoOf.CHECKED_IN!).tap();
    await page.locator('.status-CONFIRMED').waitFor();
    await responded(page, 5);
    expect(await actionsOf(hotel, id)).toEqual([
      ...['CREATED', 'CHECKED_IN', 'CHECKED_OUT', 'CORRECTED', 'CORRECTED'],
    ]);
    await button(page, words.actions['check-in']).waitFor();
    expect(await page.locator('.outcome.refused').count()).toBe(0);
    expectClean();
    await end();
  }, 90_000);
});

describe.skipIf(!hasProgram('chromium'))('undo', () => {
  it('on two phones at once takes back one step', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const one = await openHotelPage(site, hotel, { ...PHONE, language: 'en' });
    const two = await openHotelPage(site, hotel, { ...PHONE, language: 'en', role: 'MANAGER' });
    const pages = [one.page, two.page];
    await arrive(one.page, id);
    await two.page.goto(`/hotel/booking/${id}`);
    // Both requests are under way before one of them gets its response.
    let sent = 0;
    let release = () => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const { context } of [one, two])
      await context.route('**/undo', async (route) => {
        sent += 1;
        if (sent === 2) release();
        await both;
        await route.continue();
      });
    await Promise.all(pages.map((page) => button(page, UNDO_IN).tap()));
    for (const page of pages) {
      await page.locator('.status-CONFIRMED').waitFor();
      await page.locator('.outcome').waitFor();
      await responded(page, 3);
      expect(await page.locator('.outcome.refused').count()).toBe(0);
    }
    expect(await actionsOf(hotel, id)).toEqual(['CREATED', 'CHECKED_IN', 'CORRECTED']);
    for (const { end } of [one, two]) await end();
  }, 90_000);

  it('of a step that waits for the line withdraws it: it is never sent', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const { page, context, end } = await openHotelPage(site, hotel, { ...PHONE, language: 'en' });
    const steps: string[] = [];
    context.on('response', (response) => steps.push(new URL(response.url()).pathname.split('/').at(-1)!));
    await page.goto(`/hotel/booking/${id}`);
    await button(page, receptionEn.actions['check-in']).waitFor();
    await context.setOffline(true);
    await page.locator('.connection.offline').waitFor();
    await button(page, receptionEn.actions['check-in']).tap();
    await page.getByText(receptionEn.waiting(receptionEn.actions['check-in'])).waitFor();
    await button(page, UNDO_IN).tap();
    await page.locator('.status-CONFIRMED').waitFor();
    expect(await page.getByText(receptionEn.waiting(receptionEn.actions['check-in'])).count()).toBe(0);
    await context.setOffline(false);
    await page.locator('.connection.live').waitFor();
    expect(steps.filter((step) => step === 'check-in' || step === 'undo')).toEqual([]);
    expect(await actionsOf(hotel, id)).toEqual(['CREATED']);
    await end();
  }, 90_000);

  it('made offline and sent late is refused; sent in time it is accepted', async () => {
    const hotel = await freshHotel(site.service);
    const { page, context, end } = await openHotelPage(site, hotel, { ...PHONE, language: 'en' });
    for (const minutes of [1, 11]) {
      const { id } = await bookHotel(site, hotel);
      await arrive(page, id);
      await context.setOffline(true);
      await page.locator('.connection.offline').waitFor();
      await button(page, UNDO_IN).tap();
      await page.getByText(receptionEn.waiting(receptionEn.actions.undo)).waitFor();
      await page.locator('.status-CONFIRMED').waitFor();
      shift = minutes * 60_000;
      await context.setOffline(false);
      if (minutes < 10) {
        await responded(page, 3);
        expect(await actionsOf(hotel, id)).toEqual(['CREATED', 'CHECKED_IN', 'CORRECTED']);
      } else {
        await page.locator('.outcome.refused', { hasText: receptionEn.undoTooLate }).waitFor();
        await page.locator('.status-CHECKED_IN').waitFor();
        expect(await actionsOf(hotel, id)).toEqual(['CREATED', 'CHECKED_IN']);
        await expect.poll(() => button(page, UNDO_IN).count()).toBe(0);
      }
      shift = 0;
    }
    await end();
  }, 120_000);

  it('of nights that are not free any more is refused, and names them', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel, { nights: 1 });
    const { page, end } = await openHotelPage(site, hotel, { ...PHONE, language: 'en' });
    await arrive(page, id);
    await button(page, receptionEn.actions['check-out']).tap();
    const dialog = page.getByRole('dialog');
    const night = (await dialog.locator('.notice').innerText()).match(/[0-9]+ \p{L}+/u)![0];
    await dialog.getByRole('button', { name: receptionEn.checkOutYes }).tap();
    await responded(page, 3);
    await site.service.context.pool.query(
      'update nights n set allotment = 0 from hotels h where h.id = n.hotel_id and h.public_id = $1',
      [hotel.hotel.publicId],
    );
    await button(page, receptionEn.undoOf.CHECKED_OUT!).tap();
    await page.locator('.outcome.refused', { hasText: night }).waitFor();
    expect(await actionsOf(hotel, id)).toEqual(['CREATED', 'CHECKED_IN', 'CHECKED_OUT']);
    await end();
  }, 90_000);
});
