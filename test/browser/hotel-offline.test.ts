import type { BrowserContext, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolated } from '../../web/src/hotel/isolated.ts';
import { receptionEn } from '../../web/src/hotel/words/reception-en.ts';
import { scanEn } from '../../web/src/hotel/words/scan-en.ts';
import { shellEn } from '../../web/src/hotel/words/shell-en.ts';
import { expectAccessible, keepScreenshot } from '../support/browser.ts';
import { hasProgram } from '../support/has-program.ts';
import { bookHotel, linkOf, openHotelPage, storedText, untilStored } from '../support/hotel-browser.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel } from '../support/private-hotel.ts';

const CHECK_IN = receptionEn.actions['check-in'];
const PHONE = { language: 'en', width: 360, height: 640 };

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

/** The keys of the steps that the pages have sent, of all tabs. `responded`: those that reached the service. */
function watchSteps(context: BrowserContext): { sent: string[]; responded: string[] } {
  const steps = { sent: [] as string[], responded: [] as string[] };
  const keyOf = (request: Request) => request.headers()['idempotency-key'] ?? [];
  context.on('request', (request) => steps.sent.push(...[keyOf(request)].flat()));
  context.on('response', (response) => steps.responded.push(...[keyOf(response.request())].flat()));
  return steps;
}

describe.skipIf(!hasProgram('chromium'))('offline', () => {
  it('what was seen stays readable, and one tap in two tabs is sent once when the page is online again', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const { page, context, end } = await openHotelPage(site, hotel, PHONE);
    const second = await context.newPage();
    await second.goto('/hotel');
    await second.locator('.card').first().waitFor();
    await page.locator('.card').first().waitFor();
    await untilStored(page);
    await page.bringToFront();
    const steps = watchSteps(context);

    await context.setOffline(true);
    await page.reload();
    await page.locator('.connection.offline').waitFor();
    await page.getByText(receptionEn.kept).waitFor();
    await page.locator('.card').first().waitFor();
    await expectAccessible(page, 'a day offline');
    await page.locator(`.reception-lists a[href="/hotel/booking/${id}"]`).click();
    await page.getByRole('button', { name: CHECK_IN, exact: true }).click();
    await page.getByText(receptionEn.waiting(CHECK_IN)).waitFor();
    await second.getByText(receptionEn.waitingAll(1)).waitFor();
    await keepScreenshot(page, 'hotel-offline-tap');
    expect(steps.responded).toEqual([]);

    await context.setOffline(false);
    await page.locator('.status-CHECKED_IN').waitFor();
    await page.locator('.history').getByText('Test front desk').waitFor();
    await second.getByText(receptionEn.waitingAll(1)).waitFor({ state: 'detached' });
    expect(steps.responded).toHaveLength(1);
    expect(new Set(steps.sent).size).toBe(1);
    const { data } = (await site.service.call('GET', `/v1/bookings/${id}`, { headers: hotel.partner })).body;
    expect(data.audit_log.filter((entry: { action: string }) => entry.action === 'CHECKED_IN')).toHaveLength(
      1,
    );
    await end();
  });

  it('a step that is not possible any more is refused with its reason', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const { page, context, end } = await openHotelPage(site, hotel, PHONE);
    await page.locator(`.reception-lists a[href="/hotel/booking/${id}"]`).click();
    await page.getByRole('button', { name: CHECK_IN, exact: true }).waitFor();
    await context.setOffline(true);
    await page.locator('.connection.offline').waitFor();
    await page.getByRole('button', { name: CHECK_IN, exact: true }).click();
    await page.getByText(receptionEn.waiting(CHECK_IN)).waitFor();
    await site.service.call('POST', `/v1/bookings/${id}/cancel`, {
      headers: hotel.partner,
      body: { reason: 'Ill' },
    });
    await context.setOffline(false);
    await page.locator('.outcome.refused', { hasText: shellEn.errors.BOOKING_STATE_CONFLICT! }).waitFor();
    await page.locator('.status-CANCELLED').waitFor();
    expect(await page.getByText(receptionEn.waiting(CHECK_IN)).count()).toBe(0);
    await end();
  });

  it('in a halt, a step is kept with its reason, and sent once when an operator has ended the halt', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const { page, context, end } = await openHotelPage(site, hotel, PHONE);
    const { pool } = site.service.context;
    const steps = watchSteps(context);
    await pool.query("update desk set halt = '1 batch', halted_at = clock_timestamp()");
    try {
      await page.locator(`.reception-lists a[href="/hotel/booking/${id}"]`).click();
      await page.getByRole('button', { name: CHECK_IN, exact: true }).click();
      await page.locator('.booking-actions').getByText(receptionEn.held).waitFor();
      expect(steps.responded).toHaveLength(1);
      await expectAccessible(page, 'a booking in a halt');
      await keepScreenshot(page, 'hotel-halted-step');
      // The step is still there after a reload, in every list.
      await page.goto('/hotel');
      await page.locator('.waiting-taps').getByText(receptionEn.held).waitFor();
      await page.locator(`.reception-lists a[href="/hotel/booking/${id}"]`).waitFor();
      expect(await page.locator('.outcome').count()).toBe(0);
    } finally {
      await pool.query('update desk set halt = null, halted_at = null');
    }
    await page.locator('.outcome', { hasText: receptionEn.outcome['check-in']('') }).waitFor();
    expect(await page.getByText(receptionEn.held).count()).toBe(0);
    expect(new Set(steps.sent).size).toBe(1);
    const { data } = (await site.service.call('GET', `/v1/bookings/${id}`, { headers: hotel.partner })).body;
    expect(data.status).toBe('CHECKED_IN');
    await end();
  });

  it('a tap waits for its own person: it is never sent under another name', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const { page, context, end } = await openHotelPage(site, hotel, PHONE);
    const steps = watchSteps(context);
    await page.locator(`.reception-lists a[href="/hotel/booking/${id}"]`).click();
    // The session ends while a step waits. Any request may be the first that learns it, when the page is online again.
    await context.setOffline(true);
    await page.getByRole('button', { name: CHECK_IN, exact: true }).click();
    await page.getByText(receptionEn.waiting(CHECK_IN)).waitFor();
    await context.clearCookies();
    await context.setOffline(false);
    await page.getByText(shellEn.signIn.again).waitFor();
    expect(page.url()).toContain(`/hotel/booking/${id}`);
    const tried = steps.sent.length;

    await page.goto(await linkOf(site, hotel, 'MANAGER'));
    await page.getByText(receptionEn.ofOthers(1, isolated('Test front desk'))).waitFor();
    await page.locator('.connection.live').waitFor();
    expect(steps.sent).toHaveLength(tried);
    const state = await site.service.call('GET', `/v1/bookings/${id}`, { headers: hotel.partner });
    expect(state.body.data.status).toBe('CONFIRMED');

    await page.goto(await linkOf(site, hotel, 'FRONT_DESK'));
    await page.locator('.outcome', { hasText: receptionEn.outcome['check-in']('') }).waitFor();
    expect(new Set(steps.sent).size).toBe(1);
    await end();
  });

  it('leaving with a step that waits needs a second tap, and removes what was stored about guests', async () => {
    const hotel = await freshHotel(site.service);
    const { id } = await bookHotel(site, hotel);
    const { page, context, end } = await openHotelPage(site, hotel, PHONE);
    await page.locator(`.reception-lists a[href="/hotel/booking/${id}"]`).click();
    await context.route('**/check-in', (route) => route.abort());
    await page.getByRole('button', { name: CHECK_IN, exact: true }).click();
    await page.locator('.booking-actions .notice').waitFor();
    await page.locator('.tab-bar a[href="/hotel/more"]').click();
    await page.getByRole('button', { name: shellEn.signOut.button }).click();
    await page.getByText(shellEn.signOut.warning(1)).waitFor();
    await page.getByRole('button', { name: shellEn.signOut.anyway }).click();
    await page.getByRole('heading', { name: shellEn.signIn.title }).waitFor();
    expect(await storedText(page)).not.toContain('الكربلائي');
    await end();
  });

  it('a voucher opened by the camera of the phone is verified, and a changed one is not', async () => {
    const hotel = await freshHotel(site.service);
    const { qrText, voucherId } = await bookHotel(site, hotel);
    const { page, context, end } = await openHotelPage(site, hotel, { ...PHONE, dark: true });
    await page.locator('.card').first().waitFor();
    await untilStored(page);
    await context.setOffline(true);
    const { pathname, search, hash } = new URL(qrText);
    await page.goto(`${pathname}${search}${hash}`);
    await page.getByText(scanEn.offline.genuine).waitFor();
    await page.getByText(scanEn.offline.unknown).waitFor();
    await page.getByText(voucherId).waitFor();
    await expectAccessible(page, 'a voucher offline');
    await keepScreenshot(page, 'hotel-voucher-offline');
    await page.getByRole('link', { name: scanEn.offline.open }).click();
    await page.getByRole('button', { name: CHECK_IN, exact: true }).waitFor();

    const changed = hash.slice(0, 40) + (hash[40] === 'A' ? 'B' : 'A') + hash.slice(41);
    await page.goto(`/hotel/voucher${changed}`);
    await page.getByText(scanEn.offline.forged).waitFor();
    await end();
  });
});
