import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isolated } from '../../web/src/hotel/isolated.ts';
import { roomsAr } from '../../web/src/hotel/words/rooms-ar.ts';
import { roomsCkb } from '../../web/src/hotel/words/rooms-ckb.ts';
import { type RoomsWords, roomsEn } from '../../web/src/hotel/words/rooms-en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { openHotelPage } from '../support/hotel-browser.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel, type HotelTester } from '../support/private-hotel.ts';
import { inDays } from '../support/stay.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

/** What a partner is told about a stay that begins tonight: the price, or why there is none. */
async function offered({ partner, stay }: HotelTester, from = 0): Promise<string> {
  const body = await stay({ from, nights: 1 });
  const response = await site.service.call('POST', '/v1/price-check', { headers: partner, body });
  return response.body.data?.subtotal ?? response.body.error.details.reasons[0].code;
}

async function openRooms(page: Page, words: RoomsWords): Promise<void> {
  await page.goto('/hotel/rooms');
  await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
  await page.locator('.rooms').waitFor();
}

const PATIENCE = { timeout: 30_000 };

/** No news of changes arrives, as on a slow line. */
const hearNothing = (page: Page) => page.route('**/hotel/api/events**', (route) => route.abort());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.skipIf(!hasProgram('chromium'))('a phone in Arabic', () => {
  it('closes tonight with one tap, so that partners cannot book it, and takes it back', async () => {
    const tester = await freshHotel(site.service);
    const { page, expectClean, end } = await openHotelPage(site, tester, {
      ...{ language: 'ar', width: 360, height: 640, role: 'FRONT_DESK' },
    });
    await openRooms(page, roomsAr);
    const before = await offered(tester);
    expect(before).toMatch(/^\d/);
    const name = await page.locator('.rooms-tonight-name > bdi').nth(1).innerText();
    await expectAccessible(page, 'rooms in Arabic');
    await expectNoSideScroll(page, 'rooms in Arabic');
    await keepScreenshot(page, 'hotel-rooms-ar-360');

    await button(page, `${roomsAr.closeTonight}: ${roomsAr.allRoomTypes}`).click();
    await button(page, roomsAr.undo).waitFor();
    expect(await offered(tester)).toBe('STOP_SELL');
    await expectAccessible(page, 'a closed night');
    await keepScreenshot(page, 'hotel-rooms-closed-ar-360');
    await button(page, roomsAr.undo).click();
    await page.getByText(roomsAr.undone).waitFor();
    expect(await offered(tester)).toBe(before);

    // One room type only, and its details with the name of the person.
    await button(page, `${roomsAr.closeTonight}: ${name}`).click();
    await button(page, `${roomsAr.openTonight}: ${name}`).waitFor();
    expect(await page.getByText(roomsAr.state.CLOSED, { exact: true }).count()).toBeGreaterThan(0);
    await page.getByRole('radio', { name }).check();
    await page.locator('.rooms-day-open').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Test front desk').waitFor();
    await dialog.getByText(roomsAr.onlyManagers).waitFor();
    expect(await button(page, roomsAr.change).count()).toBe(0);
    await expectAccessible(page, 'a night in Arabic');
    await expectNoSideScroll(page, 'a night in Arabic');
    await keepScreenshot(page, 'hotel-night-ar-360');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expectClean();
    await end();
  });

  it('shows the last state offline, and says that changes need a connection', async () => {
    const tester = await freshHotel(site.service);
    const { page, context, end } = await openHotelPage(site, tester, {
      ...{ language: 'ar', width: 360, dark: true, role: 'MANAGER' },
    });
    await openRooms(page, roomsAr);
    await context.setOffline(true);
    const close = button(page, `${roomsAr.closeTonight}: ${roomsAr.allRoomTypes}`);
    await close.click();
    await page.getByText(roomsAr.needsLine).waitFor();
    await page.getByText(roomsAr.asOf('').split('.')[0]!).first().waitFor();
    await expectAccessible(page, 'rooms offline');
    await keepScreenshot(page, 'hotel-rooms-offline-ar-360-dark');
    await context.setOffline(false);
    await page.locator('.rooms-result').getByRole('button', { name: 'حاول مرة أخرى' }).click();
    await button(page, roomsAr.undo).waitFor();
    expect(await offered(tester)).toBe('STOP_SELL');
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('a wide window', () => {
  it('changes a price for a range by keyboard, with a warning before it is saved, and takes it back', async () => {
    const tester = await freshHotel(site.service);
    const { page, expectClean, end } = await openHotelPage(site, tester, {
      ...{ language: 'en', width: 1280, dark: true, role: 'MANAGER' },
    });
    await openRooms(page, roomsEn);
    await expectNoSideScroll(page, 'the grid');
    await expectAccessible(page, 'the grid');
    await keepScreenshot(page, 'hotel-rooms-en-1280-dark');
    const before = await offered(tester, 1);

    const opener = button(page, roomsEn.change);
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(roomsEn.roomType).focus();
    await page.keyboard.type('Double');
    await dialog.getByLabel(roomsEn.plan).selectOption({ label: roomsEn.boards.BED_AND_BREAKFAST });
    await dialog.getByLabel(roomsEn.form.from).fill(inDays(1));
    await dialog.getByLabel(roomsEn.form.to).fill(inDays(3));
    await page.keyboard.press('Enter');
    await dialog.getByText(roomsEn.form.fillPrice).waitFor();
    await dialog.getByLabel(roomsEn.prices.double).focus();
    await page.keyboard.type('9999');
    await keepScreenshot(page, 'hotel-price-form-en-1280-dark');
    await expectAccessible(page, 'the form');
    await page.keyboard.press('Enter');
    await dialog.getByText(roomsEn.warningsTitle).waitFor();
    await dialog.getByText(/more than 5 times/).waitFor();
    await expectAccessible(page, 'the preview');
    await keepScreenshot(page, 'hotel-price-preview-en-1280-dark');
    expect(await offered(tester, 1)).toBe(before);
    await pressOn(dialog.getByRole('button', { name: roomsEn.form.save(3) }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(roomsEn.saved(3)).waitFor();
    expect(await offered(tester, 1)).toBe('9999.00');
    await pressOn(button(page, roomsEn.undo));
    await page.getByText(roomsEn.undone).waitFor();
    expect(await offered(tester, 1)).toBe(before);
    expectClean();
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('two people of one hotel', () => {
  it('change the same night: the second sees the first change, and none is lost', async () => {
    const tester = await freshHotel(site.service);
    const first = await openHotelPage(site, tester, { language: 'ckb', width: 360, role: 'MANAGER' });
    const second = await openHotelPage(site, tester, { language: 'en', width: 360, role: 'FRONT_DESK' });
    await openRooms(first.page, roomsCkb);
    await hearNothing(second.page);
    await openRooms(second.page, roomsEn);
    await button(first.page, roomsCkb.change).click();
    const form = first.page.getByRole('dialog');
    await form.getByRole('radio', { name: roomsCkb.form.allotment }).check();
    await form.getByLabel(roomsCkb.roomType).selectOption({ index: 0 });
    await form.getByLabel(roomsCkb.form.from).fill(inDays(0));
    await form.getByLabel(roomsCkb.form.to).fill(inDays(0));
    await form.getByRole('textbox', { name: roomsCkb.form.allotment }).fill('٣');
    await keepScreenshot(first.page, 'hotel-rooms-form-ckb-360');
    await expectAccessible(first.page, 'the form in Kurdish');
    await form.getByRole('button', { name: roomsCkb.form.preview }).click();
    await expectNoSideScroll(first.page, 'the preview in Kurdish');
    await keepScreenshot(first.page, 'hotel-rooms-preview-ckb-360');
    await form.getByRole('button', { name: roomsCkb.form.save(1) }).click();
    await button(first.page, roomsCkb.undo).waitFor();

    const name = await second.page.locator('.rooms-tonight-name > bdi').first().innerText();
    await button(second.page, `${roomsEn.closeTonight}: ${name}`).click();
    const problem = second.page.locator('.rooms-result.problem');
    await problem.getByText(roomsEn.meanwhileTitle).waitFor();
    await problem.getByText(/changed by Test manager/).waitFor();
    await expectAccessible(second.page, 'a change meanwhile');
    await expectNoSideScroll(second.page, 'a change meanwhile');
    await keepScreenshot(second.page, 'hotel-rooms-meanwhile-en-360');
    // The page has the new state: the same tap is now a decision about it.
    await button(second.page, `${roomsEn.closeTonight}: ${name}`).click();
    await button(second.page, roomsEn.undo).waitFor();
    expect(await offered(tester)).toBe('STOP_SELL');
    const { rows } = await site.service.context.pool.query(
      `select allotment, stop_sell from nights n join room_types r on r.id = n.room_type_id
       where n.hotel_id = $1 and r.code = 'DBL' and n.day = $2`,
      [tester.hotel.id, inDays(0)],
    );
    expect(rows).toEqual([{ allotment: 3, stop_sell: true }]);

    // The first person's undo would overwrite nothing of the second: it is refused.
    // The page may hear of the other change in this moment. Its buttons then rest, and take no tap.
    const refused = first.page.getByText(roomsCkb.meanwhileTitle);
    await vi.waitFor(async () => {
      if (!(await refused.isVisible())) await button(first.page, roomsCkb.undo).click({ timeout: 3_000 });
      await refused.waitFor({ timeout: 3_000 });
    }, PATIENCE);
    await first.page.getByText('Test front desk', { exact: false }).first().waitFor();
    await first.end();
    await second.end();
  });

  it('keeps the form of the second one, with the state that the first one has made', async () => {
    const tester = await freshHotel(site.service);
    const first = await openHotelPage(site, tester, { language: 'en', width: 360, role: 'MANAGER' });
    const second = await openHotelPage(site, tester, { language: 'en', width: 1280, role: 'MANAGER' });
    const fill = async (page: Page, price: string) => {
      await openRooms(page, roomsEn);
      await button(page, roomsEn.change).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(roomsEn.form.from).fill(inDays(2));
      await form.getByLabel(roomsEn.form.to).fill(inDays(2));
      await form.getByLabel(roomsEn.prices.double).fill(price);
      await form.getByRole('button', { name: roomsEn.form.preview }).click();
      return form;
    };
    await hearNothing(second.page);
    const mine = await fill(first.page, '101');
    const theirs = await fill(second.page, '102');
    await mine.getByRole('button', { name: roomsEn.form.save(1) }).click();
    await mine.waitFor({ state: 'detached' });
    await theirs.getByRole('button', { name: roomsEn.form.save(1) }).click();
    await theirs.getByText(roomsEn.meanwhileTitle).waitFor();
    await theirs.getByText(roomsEn.form.from_to(isolated('101 USD'), isolated('102 USD'))).waitFor();
    await keepScreenshot(second.page, 'hotel-price-meanwhile-en-1280');
    await theirs.getByRole('button', { name: roomsEn.form.back }).click();
    expect(await theirs.getByLabel(roomsEn.prices.double).inputValue()).toBe('102');
    await theirs.getByRole('button', { name: roomsEn.form.preview }).click();
    await theirs.getByRole('button', { name: roomsEn.form.save(1) }).click();
    await second.page.getByText(roomsEn.saved(1)).waitFor();
    await first.end();
    await second.end();
  });
});

/** By the keyboard. A button that has just appeared rests, and has no focus then. */
async function pressOn(target: Locator): Promise<void> {
  await target.waitFor();
  while (await target.isDisabled()) await target.page().waitForTimeout(100);
  await target.focus();
  await target.page().keyboard.press('Enter');
}
