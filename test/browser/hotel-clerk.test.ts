import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolated } from '../../web/src/hotel/isolated.ts';
import { accountAr } from '../../web/src/hotel/words/account-ar.ts';
import { accountCkb } from '../../web/src/hotel/words/account-ckb.ts';
import { accountEn } from '../../web/src/hotel/words/account-en.ts';
import { receptionAr } from '../../web/src/hotel/words/reception-ar.ts';
import { receptionCkb } from '../../web/src/hotel/words/reception-ckb.ts';
import { receptionEn } from '../../web/src/hotel/words/reception-en.ts';
import { roomsAr } from '../../web/src/hotel/words/rooms-ar.ts';
import { roomsCkb } from '../../web/src/hotel/words/rooms-ckb.ts';
import { roomsEn } from '../../web/src/hotel/words/rooms-en.ts';
import { shellAr } from '../../web/src/hotel/words/shell-ar.ts';
import { shellCkb } from '../../web/src/hotel/words/shell-ckb.ts';
import { shellEn } from '../../web/src/hotel/words/shell-en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { type Booked, bookHotel, openHotelPage } from '../support/hotel-browser.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel, type HotelTester } from '../support/private-hotel.ts';
import { inDays } from '../support/stay.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

const WORDS = {
  ar: { reception: receptionAr, rooms: roomsAr, account: accountAr, shell: shellAr },
  ckb: { reception: receptionCkb, rooms: roomsCkb, account: accountCkb, shell: shellCkb },
  en: { reception: receptionEn, rooms: roomsEn, account: accountEn, shell: shellEn },
};
const GUEST_NAME = 'زينب الكربلائي';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const factOf = (page: Page, name: string) =>
  page.locator('.fact', { has: page.locator('dt', { hasText: name }) });

async function collectedBy(tester: HotelTester, who: 'HOTEL' | 'PARTNER'): Promise<void> {
  const { pool, feed } = site.service.context;
  await pool.query('update contracts set payment_collected_by = $2 where hotel_id = $1', [
    tester.hotel.id,
    who,
  ]);
  await feed.catchUp();
}

/** Moves a booking so that its guest should have arrived yesterday. */
async function arrivedYesterday({ id }: Booked): Promise<void> {
  await site.service.context.pool.query('update bookings set check_in = check_in - 1 where id = $1', [id]);
}

async function see(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await expectNoSideScroll(page, name);
  await keepScreenshot(page, name);
}

const LOOKS = [
  { language: 'ar', width: 360, dark: false },
  { language: 'ckb', width: 360, dark: true },
  { language: 'en', width: 1280, dark: false },
  { language: 'ar', width: 1280, dark: true },
] as const;

describe.skipIf(!hasProgram('chromium')).each(LOOKS)(
  'a clerk ($language, $width px)',
  ({ language, width, dark }) => {
    const { reception, rooms, account, shell } = WORDS[language];
    const look = `${language}-${width}`;
    const open = (tester: HotelTester, role: 'MANAGER' | 'FRONT_DESK' = 'FRONT_DESK') =>
      openHotelPage(site, tester, { language, width, dark, height: 740, role });

    it('reads before a no-show what it costs and who pays, and afterwards too', async () => {
      const tester = await freshHotel(site.service);
      for (const who of ['HOTEL', 'PARTNER'] as const) {
        await collectedBy(tester, who);
        const booked = await bookHotel(site, tester, { nights: 3 });
        await arrivedYesterday(booked);
        const { page, expectClean, end } = await open(tester);
        await page.goto(`/hotel/booking/${booked.id}`);
        await button(page, reception.actions['no-show']).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText(reception.noShowNote).waitFor();
        const asked = await dialog.innerText();
        if (who === 'PARTNER') {
          expect(asked).not.toMatch(/\d{2,}[.,]\d{2}/);
          expect(asked).toContain(
            reception.noShowOwed.PARTNER(isolated(`Partner of ${tester.hotel.publicId}`)),
          );
        } else expect(asked).toMatch(new RegExp(`[\\d,.]+ ${shell.currencies.USD}`));
        await see(page, `hotel-no-show-${who}-${look}`);
        await button(page, reception.noShowYes).click();
        await page.locator('.status-NO_SHOW').waitFor();
        const charge = factOf(page, reception.noShowCharge);
        const text = await charge.innerText();
        expect(text).not.toContain(reception.collect);
        if (who === 'HOTEL') {
          expect(text).toContain(reception.owedByGuest);
          const [amount] = /[\d,]+\.\d\d/.exec(asked)!;
          expect(text).toContain(amount);
        } else expect(text).toContain(reception.nothingDue);
        await see(page, `hotel-no-show-done-${who}-${look}`);
        expectClean();
        await end();
      }
    });

    it('reads in a changed booking what it was, and hears of a cancellation as one', async () => {
      const tester = await freshHotel(site.service);
      const booked = await bookHotel(site, tester, { from: 30 });
      const { page, expectClean, end } = await open(tester);
      await page.locator('.connection.live').waitFor();
      await page.locator('.news-list').getByRole('button', { name: reception.actions.received }).click();
      await page.locator('.news-list').waitFor({ state: 'detached' });
      const body = { checkOut: inDays(33), guestName: 'Ali Hasan' };
      await site.service.call('POST', `/v1/bookings/${booked.id}/modify`, { headers: tester.partner, body });
      await page.getByText(reception.announce.changed(isolated('Ali Hasan'))).waitFor({ state: 'attached' });
      const card = page.locator('.card').first();
      for (const text of [
        reception.boards.BED_AND_BREAKFAST,
        reception.adults(2),
        booked.voucherId,
        reception.due,
      ])
        expect(await card.innerText()).toContain(text);
      await see(page, `hotel-changed-card-${look}`);
      await page.goto(`/hotel/booking/${booked.id}`);
      const leaving = factOf(page, reception.checkOut);
      expect(await leaving.locator('.was').innerText()).toContain(reception.nights(2));
      expect(await leaving.locator('.was').innerText()).toContain(reception.was);
      expect(await page.locator('h1 + .was').innerText()).toContain(GUEST_NAME);
      await see(page, `hotel-changed-${look}`);
      await site.service.call('POST', `/v1/bookings/${booked.id}/cancel`, {
        headers: tester.partner,
        body: {},
      });
      await page
        .getByText(reception.announce.cancelled(isolated('Ali Hasan')))
        .waitFor({ state: 'attached' });
      await page.locator('.status-CANCELLED').waitFor();
      await factOf(page, reception.cancellationCharge).waitFor();
      await see(page, `hotel-cancelled-${look}`);
      await page.goto('/hotel');
      const due = page.locator('.card-due').first();
      expect(await due.innerText()).toContain(reception.cancellationCharge);
      expectClean();
      await end();
    });

    it('has one primary button, and a history in the order of time', async () => {
      const tester = await freshHotel(site.service);
      const booked = await bookHotel(site, tester);
      const { page, expectClean, end } = await open(tester);
      await page.goto(`/hotel/booking/${booked.id}`);
      await button(page, reception.actions.received).waitFor();
      const primary = page.locator('.booking-actions .primary');
      expect(await primary.allInnerTexts()).toEqual([reception.actions['check-in']]);
      await see(page, `hotel-one-primary-${look}`);
      await button(page, reception.actions.received).click();
      await page.locator('.history').getByText(reception.historyActions.RECEIVED!).waitFor();
      await button(page, reception.actions['check-in']).click();
      await page.locator('.history').getByText(reception.historyActions.CHECKED_IN!).waitFor();
      const lines = await page.locator('.history li strong').allInnerTexts();
      expect(lines).toEqual(
        ['CREATED', 'RECEIVED', 'CHECKED_IN'].map((action) => reception.historyActions[action]),
      );
      const history = await page.locator('.history').innerText();
      expect(history).not.toContain(tester.partner['x-client-id']);
      expectClean();
      await end();
    });

    it('reads activity as sentences, and the usual price with its amount', async () => {
      const tester = await freshHotel(site.service);
      const { page, expectClean, end } = await open(tester, 'MANAGER');
      await page.goto('/hotel/rooms');
      await button(page, rooms.change).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(rooms.form.from).fill(inDays(2));
      await dialog.getByLabel(rooms.form.to).fill(inDays(2));
      await dialog.getByLabel(rooms.prices.double).fill('93');
      await dialog.getByRole('button', { name: rooms.form.preview }).click();
      const line = dialog.locator('.rooms-differences').first();
      const priced = new RegExp(`\\d+(\\.\\d+)? ${shell.currencies.USD}.*93 ${shell.currencies.USD}`, 's');
      expect(await line.innerText()).toMatch(priced);
      await see(page, `hotel-usual-price-${look}`);
      await dialog.getByRole('button', { name: rooms.form.save(1) }).click();
      await page.getByText(rooms.saved(1)).waitFor();
      await page.locator('.rooms-tonight li button').first().click();
      await button(page, rooms.undo).waitFor();
      await page.goto('/hotel/more');
      await page.getByText(account.activity.title, { exact: true }).click();
      const facts = page.locator('.account-facts');
      await facts.first().waitFor();
      const text = (await facts.allInnerTexts()).join('\n');
      expect(text).toContain(account.activity.fields.price_double);
      expect(text).toContain(rooms.state.CLOSED);
      const all = await page.locator('.account-lines').last().innerText();
      expect(all).not.toMatch(/[{}"]|[0-9a-f]{8}-[0-9a-f]{4}/);
      await see(page, `hotel-activity-${look}`);
      expectClean();
      await end();
    });

    it('opens tonight only what nobody else has stopped, or says who did', async () => {
      const tester = await freshHotel(site.service);
      const boss = await open(tester, 'MANAGER');
      await boss.page.goto('/hotel/rooms');
      await boss.page.locator('.rooms-tonight').waitFor();
      const names = await boss.page.locator('.rooms-tonight-name > bdi').allInnerTexts();
      await button(boss.page, `${rooms.closeTonight}: ${names[0]}`).click();
      await button(boss.page, `${rooms.openTonight}: ${names[0]}`).waitFor();
      await boss.end();
      const { page, expectClean, end } = await open(tester);
      await page.goto('/hotel/rooms');
      await button(page, `${rooms.closeTonight}: ${rooms.allRoomTypes}`).click();
      await button(page, `${rooms.openTonight}: ${names[1]}`).waitFor();
      await button(page, `${rooms.openTonight}: ${rooms.allRoomTypes}`).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(rooms.openWhich.note).waitFor();
      expect(await dialog.getByRole('checkbox', { name: names[0]!, exact: true }).isChecked()).toBe(false);
      expect(await dialog.getByRole('checkbox', { name: names[1]!, exact: true }).isChecked()).toBe(true);
      expect(await dialog.innerText()).toContain('Test manager');
      await see(page, `hotel-open-tonight-${look}`);
      await dialog.getByRole('button', { name: rooms.openWhich.submit(names.length - 1) }).click();
      await dialog.waitFor({ state: 'detached' });
      await button(page, `${rooms.closeTonight}: ${names[1]}`).waitFor();
      await see(page, `hotel-rooms-${look}`);
      // Its own button opens it, because the clerk then names the room type.
      await button(page, `${rooms.openTonight}: ${names[0]}`).click();
      await button(page, `${rooms.closeTonight}: ${names[0]}`).waitFor();
      // What this person has stopped today is opened at once.
      await button(page, `${rooms.closeTonight}: ${rooms.allRoomTypes}`).click();
      await button(page, `${rooms.openTonight}: ${rooms.allRoomTypes}`).click();
      await button(page, `${rooms.closeTonight}: ${names[0]}`).waitFor();
      expect(await dialog.count()).toBe(0);
      expectClean();
      await end();
    });

    it('sees the whole name of the hotel, in a header that keeps its height, and whole words in a long toast', async () => {
      const tester = await freshHotel(site.service);
      const name = 'هۆتێلی گەورەی میوانانی کەربەلای پیرۆز 2026-0042';
      const { pool, feed } = site.service.context;
      await pool.query('update hotels set name_en = $2, name_ar = $2, name_ckb = $2 where id = $1', [
        tester.hotel.id,
        name,
      ]);
      await feed.catchUp();
      const guestName = 'عبد الرحمن بن محمد آل ياسين الكربلائي الموسوي النجفي البغدادي';
      await bookHotel(site, tester, { guestName });
      const { page, context, end } = await open(tester);
      const title = page.locator('.hotel-top > strong');
      const header = page.locator('.hotel-top');
      await page.locator('.connection.live').waitFor();
      expect((await title.innerText()).replace(/[\u2066-\u2069]/g, '')).toBe(name);
      expect(await title.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
      // The digits stand in their order from left to right.
      const [first, last] = await digitsOf(page);
      expect(first).toBeLessThan(last!);
      const before = (await header.boundingBox())!.height;
      await context.setOffline(true);
      await page.locator('.connection.offline').waitFor();
      expect((await header.boundingBox())!.height).toBe(before);
      await context.setOffline(false);
      await page.locator('.connection.live').waitFor();
      await page.locator('.news-list').getByRole('button', { name: reception.actions.received }).click();
      const dismiss = page.locator('.outcome button');
      await dismiss.waitFor();
      expect(await dismiss.innerText()).toBe(shell.close);
      expect((await dismiss.boundingBox())!.height).toBeLessThan(60);
      await see(page, `hotel-toast-${look}`);
      await end();
    });
  },
);

/** The left edges of the first and the last digit of the hotel's name. */
function digitsOf(page: Page): Promise<number[]> {
  return page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector('.hotel-top > strong'), NodeFilter.SHOW_TEXT);
    const node = walker.nextNode();
    const left = (at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return [left(node.data.search(/\\d/)), left(node.data.lastIndexOf('2'))];
  })()`);
}
