import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receptionAr } from '../../web/src/hotel/words/reception-ar.ts';
import { receptionCkb } from '../../web/src/hotel/words/reception-ckb.ts';
import { receptionEn } from '../../web/src/hotel/words/reception-en.ts';
import { roomsEn } from '../../web/src/hotel/words/rooms-en.ts';
import { hasProgram } from '../support/has-program.ts';
import { bookHotel, openHotelPage } from '../support/hotel-browser.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel, type HotelTester } from '../support/private-hotel.ts';

const PHONE = { width: 360, height: 640, touch: true };
/** A second tap that comes later than this is meant. */
const REST_MILLISECONDS = 1_500;

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

/**
 * Taps a button, and the same place again. Returns the time between the taps as the page has seen it: until the second one was
 * handled, because a busy machine handles it late.
 */
async function tapTwice(page: Page, button: Locator, gap: number): Promise<number> {
  await enabled(button);
  await button.scrollIntoViewIfNeeded();
  await page.evaluate(`globalThis.tapTimes ??= (() => {
      for (const kind of ['pointerdown', 'touchend', 'click'])
        addEventListener(kind, () => tapTimes[kind].push(performance.now()), { capture: true });
    })() ?? {};
    Object.assign(tapTimes, { pointerdown: [], touchend: [], click: [] })`);
  const { x, y, width, height } = (await button.boundingBox())!;
  const [left, top] = [x + width / 2, y + height / 2];
  await page.touchscreen.tap(left, top);
  await page.waitForTimeout(gap);
  await page.touchscreen.tap(left, top);
  const times = (await page.evaluate('tapTimes')) as Record<'pointerdown' | 'touchend' | 'click', number[]>;
  expect(times.pointerdown).toHaveLength(2);
  // A button that rests gets no click.
  return Math.max(...Object.values(times).flat()) - times.pointerdown[0]!;
}

async function enabled(button: Locator): Promise<void> {
  await button.waitFor();
  for (const end = Date.now() + 30_000; await button.isDisabled(); await button.page().waitForTimeout(50))
    if (Date.now() > end) throw new Error('the button stays disabled');
}

/** Makes the pair with new bookings until the second tap was not too late. A busy machine is slow. */
async function inTime(pair: () => Promise<number>): Promise<void> {
  for (let tries = 1; (await pair()) >= REST_MILLISECONDS; tries += 1)
    if (tries === 10) throw new Error('the machine is too slow for this test');
}

async function received(page: Page, id: string): Promise<void> {
  await page.evaluate(`fetch('/hotel/api/bookings/${id}/received', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"revision":1}' })`);
}

const stepsOf = async ({ partner }: HotelTester, id: string): Promise<string[]> => {
  const { body } = await site.service.call('GET', `/v1/bookings/${id}`, { headers: partner });
  return body.data.audit_log.map(({ action }: { action: string }) => action);
};

describe.skipIf(!hasProgram('chromium')).each([
  ['ar', receptionAr],
  ['ckb', receptionCkb],
  ['en', receptionEn],
] as const)('a second tap (%s)', (language, words) => {
  it('does not check the guest out after 150, 400, 700 and 1,200 ms', async () => {
    const hotel = await freshHotel(site.service);
    const { page, end } = await openHotelPage(site, hotel, { ...PHONE, language });
    const named = (name: string) => page.getByRole('button', { name, exact: true });
    for (const gap of [150, 400, 700, 1_200])
      await inTime(async () => {
        const { id } = await bookHotel(site, hotel);
        await received(page, id);
        await page.goto(`/hotel/booking/${id}`);
        const measured = await tapTwice(page, named(words.actions['check-in']), gap);
        await page.locator('.status-CHECKED_IN').waitFor();
        await page.locator('.history').getByText('Test front desk').first().waitFor();
        if (measured < REST_MILLISECONDS) {
          expect(await page.getByRole('dialog').count(), `${measured} ms`).toBe(0);
          await enabled(named(words.actions['check-out']));
          expect(await stepsOf(hotel, id), `after ${gap} ms`).toEqual(['CREATED', 'CHECKED_IN']);
        }
        return measured;
      });
    await end();
  }, 180_000);

  it('a check-out before the last day asks, and names the nights that go on sale', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel, { nights: 2 });
    const { page, end } = await openHotelPage(site, hotel, { ...PHONE, language });
    await received(page, id);
    await page.goto(`/hotel/booking/${id}`);
    await page.getByRole('button', { name: words.actions['check-in'], exact: true }).tap();
    const leave = page.getByRole('button', { name: words.actions['check-out'], exact: true });
    await leave.waitFor();
    // A second tap must not confirm the question either.
    await inTime(async () => {
      const measured = await tapTwice(page, leave, 400);
      await page.waitForTimeout(300);
      if (measured < REST_MILLISECONDS) {
        expect(await stepsOf(hotel, id)).toEqual(['CREATED', 'CHECKED_IN']);
        await page.getByRole('dialog').waitFor();
      }
      return measured;
    });
    const dialog = page.getByRole('dialog');
    const { data } = (await site.service.call('GET', `/v1/bookings/${id}`, { headers: hotel.partner })).body;
    const nights = data.price.nightly.map(({ date }: { date: string }) => Number(date.slice(8)));
    const named = await dialog.locator('.notice').innerText();
    for (const night of nights) expect(named).toMatch(new RegExp(`(^|[^0-9])${night} `));
    await dialog.getByRole('button', { name: words.checkOutYes }).tap();
    await page.locator('.status-CHECKED_OUT').waitFor();
    await end();
  }, 90_000);
});

describe.skipIf(!hasProgram('chromium'))('other buttons that replace each other', () => {
  it('receiving a booking does not check its guest in', async () => {
    const hotel = await freshHotel(site.service);
    const { page, end } = await openHotelPage(site, hotel, { ...PHONE, language: 'en' });
    await inTime(async () => {
      const { id } = await bookHotel(site, hotel);
      await page.goto(`/hotel/booking/${id}`);
      const button = page.getByRole('button', { name: receptionEn.actions.received, exact: true });
      const measured = await tapTwice(page, button, 400);
      await button.waitFor({ state: 'detached' });
      await enabled(page.getByRole('button', { name: receptionEn.actions['check-in'], exact: true }));
      if (measured < REST_MILLISECONDS) expect(await stepsOf(hotel, id)).toEqual(['CREATED']);
      return measured;
    });
    await end();
  }, 90_000);

  it('receiving one booking does not receive the next one, which nobody has read', async () => {
    const hotel = await freshHotel(site.service);
    const { page, end } = await openHotelPage(site, hotel, { ...PHONE, language: 'en' });
    await inTime(async () => {
      for (const from of [5, 6, 7]) await bookHotel(site, hotel, { from, nights: 1 });
      await page.goto('/hotel');
      const buttons = page.locator('.news-list button');
      await buttons.nth(2).waitFor();
      const before = await buttons.count();
      const measured = await tapTwice(page, buttons.first(), 400);
      await page.waitForFunction(`document.querySelectorAll('.news-list button').length < ${before}`);
      await enabled(buttons.first());
      if (measured < REST_MILLISECONDS) expect(await buttons.count()).toBe(before - 1);
      return measured;
    });
    await end();
  }, 90_000);

  it('closing tonight does not open it again, nor undo the change', async () => {
    const hotel = await freshHotel(site.service);
    const { page, end } = await openHotelPage(site, hotel, { ...PHONE, language: 'en' });
    await page.goto('/hotel/rooms');
    const row = page.locator('.rooms-tonight li').first();
    await inTime(async () => {
      const measured = await tapTwice(page, row.getByRole('button', { name: roomsEn.closeTonight }), 700);
      const open = row.getByRole('button', { name: roomsEn.openTonight });
      await open.waitFor();
      await enabled(open);
      if (measured >= REST_MILLISECONDS) await open.tap();
      else await page.locator('.rooms-result').getByRole('button', { name: roomsEn.undo }).waitFor();
      return measured;
    });
    await end();
  }, 90_000);
});
