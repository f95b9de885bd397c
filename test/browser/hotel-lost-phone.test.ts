import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isolated } from '../../web/src/hotel/isolated.ts';
import { receptionEn } from '../../web/src/hotel/words/reception-en.ts';
import { shellEn } from '../../web/src/hotel/words/shell-en.ts';
import { expectAccessible, keepScreenshot, type Visit, visit } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { bookHotel, linkOf, openHotelPage, storedText, untilStored } from '../support/hotel-browser.ts';
import { enter } from '../support/hotel-page.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel, type HotelTester } from '../support/private-hotel.ts';

const CHECK_IN = receptionEn.actions['check-in'];
const PHONE = { language: 'en', width: 360, height: 640 };
const GUEST_NAME = 'Zainab Karbalai';
const PATIENCE = { timeout: 30_000 };

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

/** A page whose clock the test moves. */
async function openWithClock(hotel: HotelTester): Promise<Visit> {
  const opened = await visit(site.browser, site.origin, PHONE);
  await opened.page.clock.install();
  await opened.page.goto(await linkOf(site, hotel));
  await opened.page.locator('.card').first().waitFor();
  await untilStored(opened.page);
  return opened;
}

const signInForm = (page: Page) => page.getByRole('heading', { name: shellEn.signIn.title });
const cards = (page: Page) => page.locator('.card');

/** Taps check-in while the step cannot be sent. */
async function tapWithoutLine({ page, context }: Visit, id: string): Promise<void> {
  await context.route('**/check-in', (route) => route.abort());
  await page.locator(`.reception-lists a[href="/hotel/booking/${id}"]`).click();
  await page.getByRole('button', { name: CHECK_IN, exact: true }).click();
  await page.getByText(receptionEn.waiting(CHECK_IN)).waitFor();
}

async function signOut(page: Page, button: string): Promise<string | null> {
  const responded = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes('/hotel/api/session'),
  );
  await page.getByRole('button', { name: button, exact: true }).click();
  const header = await (await responded).headerValue('clear-site-data');
  await signInForm(page).waitFor();
  return header;
}

describe.skipIf(!hasProgram('chromium'))('12 hours without the service', () => {
  it('an open page shows nothing any more, deletes what it has stored, and comes back with the connection', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel, { guestName: GUEST_NAME });
    const opened = await openWithClock(hotel);
    const { page, context, end } = opened;
    await tapWithoutLine(opened, id);
    await page.goBack();
    await cards(page).first().waitFor();
    await context.setOffline(true);
    await page.locator('.connection.offline').waitFor();

    await page.clock.fastForward('11:58:00');
    await page.getByText(receptionEn.kept).waitFor();
    expect(await cards(page).count()).toBeGreaterThan(0);
    expect(await storedText(page)).toContain(GUEST_NAME);

    await page.clock.fastForward('02:30');
    await page.getByText(shellEn.signIn.tooLong).waitFor();
    expect(await cards(page).count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toContain(GUEST_NAME);
    await expect.poll(() => storedText(page), PATIENCE).not.toContain(GUEST_NAME);
    // The step belongs to its person, and has no guest in it.
    expect(await storedText(page)).toContain(id);
    await expectAccessible(page, 'a phone without the service for 12 hours');
    await keepScreenshot(page, 'hotel-too-long');

    await context.unroute('**/check-in');
    await context.setOffline(false);
    await page.locator('.outcome', { hasText: receptionEn.outcome['check-in']('') }).waitFor();
    await cards(page).first().waitFor();
    await end();
  });

  it('a page that is opened later shows nothing, and deletes', async () => {
    const hotel = await freshHotel(site.service);
    await bookHotel(site, hotel, { guestName: GUEST_NAME });
    const { page, context, end } = await openWithClock(hotel);
    await context.setOffline(true);
    await page.clock.fastForward('11:58:00');
    await page.reload();
    await cards(page).first().waitFor();
    expect(await storedText(page)).toContain(GUEST_NAME);

    // Opened again, not open all the time. If a request still came through while the browser cut the line, the 12 hours
    // begin again.
    let time = '02:30';
    await vi.waitFor(
      async () => {
        await page.goto('about:blank');
        await page.clock.fastForward(time);
        time = '12:00:30';
        await page.goto('/hotel');
        await signInForm(page).waitFor({ timeout: 15_000 });
      },
      { timeout: 90_000 },
    );
    await page.getByText(shellEn.signIn.tooLong).waitFor();
    expect(await storedText(page)).not.toContain(GUEST_NAME);
    await end();
  });

  it('a clock that was set back is no way around it', async () => {
    const hotel = await freshHotel(site.service);
    await bookHotel(site, hotel, { guestName: GUEST_NAME });
    const { page, context, end } = await openWithClock(hotel);
    await context.setOffline(true);
    await page.clock.setSystemTime(new Date(Date.now() - 13 * 3_600_000));
    await page.reload();
    await signInForm(page).waitFor();
    expect(await storedText(page)).not.toContain(GUEST_NAME);
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('what a phone stores', () => {
  it('is the bookings of two days before and after today, also of those that were opened', async () => {
    const hotel = await freshHotel(site.service);
    await bookHotel(site, hotel, { guestName: 'Guest of today' });
    await bookHotel(site, hotel, { guestName: 'Guest of day two', from: 2 });
    const far = await bookHotel(site, hotel, { guestName: 'Guest of day three', from: 3 });
    const { page, end } = await openHotelPage(site, hotel, PHONE);
    // A new booking is shown whenever the guest arrives.
    await page.getByText('Guest of day three').first().waitFor();
    await page.goto(`/hotel/booking/${far.id}`);
    await page.locator('.history').waitFor();
    await page.goto('/hotel');
    await page.getByText('Guest of day two').first().waitFor();
    await expect.poll(() => storedText(page), PATIENCE).toContain('Guest of today');
    const stored = await storedText(page);
    expect(stored).not.toContain('Guest of day three');
    // What an earlier release or an earlier day has stored goes when the page is opened.
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('ihc-hotel');
      opening.onsuccess = () => {
        const writing = opening.result.transaction('kept', 'readwrite');
        const store = writing.objectStore('kept');
        const names = store.getAllKeys();
        names.onsuccess = () => {
          const owner = names.result.find((name) => name.endsWith('/day')).split('/')[0];
          const booking = { id: 'old', guest: { name: 'Guest of last week' }, check_in: '2020-01-01', check_out: '2020-01-02' };
          store.put({ booking, history: [] }, owner + '/booking/old');
        };
        writing.oncomplete = () => (opening.result.close(), resolve());
      };
    })`);
    expect(await storedText(page)).toContain('Guest of last week');
    await page.reload();
    await page.getByText('Guest of day two').first().waitFor();
    await expect.poll(() => storedText(page), PATIENCE).not.toContain('Guest of last week');
    expect(await storedText(page)).toContain('Guest of today');
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('sign-out', () => {
  it('tells the browser to clear everything, and the page works for the next person', async () => {
    const hotel = await freshHotel(site.service);
    await bookHotel(site, hotel, { guestName: GUEST_NAME });
    const { page, context, end } = await openHotelPage(site, hotel, PHONE);
    await cards(page).first().waitFor();
    await untilStored(page);
    await page.evaluate(`localStorage.setItem('ihc.theme', 'dark')`);
    await page.locator('.tab-bar a[href="/hotel/more"]').click();
    expect(await signOut(page, shellEn.signOut.button)).toBe('"storage"');
    expect(await storedText(page)).not.toContain(GUEST_NAME);
    // What is nobody's secret is put back: choices, and what the page needs offline.
    expect(await page.evaluate(`localStorage.getItem('ihc.theme')`)).toBe('dark');
    await untilStored(page);

    await page.goto(await linkOf(site, hotel, 'MANAGER'));
    await cards(page).first().waitFor();
    await expect.poll(() => storedText(page), PATIENCE).toContain(GUEST_NAME);
    await context.setOffline(true);
    await page.reload();
    await cards(page).first().waitFor();
    await end();
  });

  it('keeps steps that wait, and only their person sends or withdraws them', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel, { guestName: GUEST_NAME });
    const opened = await openHotelPage(site, hotel, PHONE);
    const { page, end } = opened;
    await tapWithoutLine(opened, id);
    await page.locator('.tab-bar a[href="/hotel/more"]').click();
    await page.getByRole('button', { name: shellEn.signOut.button, exact: true }).click();
    await page.getByText(shellEn.signOut.warning(1)).waitFor();
    expect(await signOut(page, shellEn.signOut.anyway)).toBeNull();
    expect(await storedText(page)).not.toContain(GUEST_NAME);
    expect(await storedText(page)).toContain(id);

    await page.goto(await linkOf(site, hotel, 'MANAGER'));
    await page.getByText(receptionEn.ofOthers(1, isolated('Test front desk'))).waitFor();
    expect(await page.locator('.notice button').count()).toBe(0);
    await page.locator('.tab-bar a[href="/hotel/more"]').click();
    expect(await signOut(page, shellEn.signOut.button)).toBeNull();

    await page.goto(await linkOf(site, hotel, 'FRONT_DESK'));
    await page.getByText(receptionEn.waitingAll(1)).waitFor();
    await expectAccessible(page, 'steps that wait');
    await keepScreenshot(page, 'hotel-withdraw');
    await page.getByRole('button', { name: receptionEn.withdraw }).click();
    await page.getByText(receptionEn.waitingAll(1)).waitFor({ state: 'detached' });
    expect(await storedText(page)).not.toContain('"action":"check-in"');
    const { data } = (await site.service.call('GET', `/v1/bookings/${id}`, { headers: hotel.partner })).body;
    expect(data.status).toBe('CONFIRMED');
    await end();
  });

  it('of a request with anything else about steps is refused', async () => {
    const user = await enter(site.service, await freshHotel(site.service), 'FRONT_DESK');
    const wrong = await user.call('DELETE', '/session?steps=none');
    expect([wrong.status, wrong.headers['clear-site-data']]).toEqual([400, undefined]);
    const waiting = await user.call('DELETE', '/session?steps=waiting');
    expect([waiting.status, waiting.headers['clear-site-data']]).toEqual([200, undefined]);
  });
});
