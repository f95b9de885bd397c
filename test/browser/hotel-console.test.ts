import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { open, roomsListed, send, sendForm, storeCredentials } from '../support/console-steps.ts';
import { ar, ckb, en } from '../support/console-words.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel } from '../support/private-hotel.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

const GUEST = 'زينب الكربلائي';

/** Opens the console as a reader who has a private hotel already. */
async function enterHotel(options: { language: string; width: number }) {
  const reader = await visit(site.browser, site.origin, options);
  const { hotel, partner, supplier } = await freshHotel(site.service);
  const pair = (headers: Record<string, string>) => ({
    clientId: headers['x-client-id']!,
    apiKey: headers['x-api-key']!,
  });
  const named = { public_id: hotel.publicId, name_en: hotel.publicId, name_ar: hotel.publicId };
  await storeCredentials(reader.context, { ...pair(partner), supply: pair(supplier), hotel: named });
  await reader.page.goto('/console/pushAri');
  await roomsListed(reader.page);
  return { ...reader, supplier };
}

/** Signs in at the private hotel as its manager, as a reader does in another tab. */
async function signInAsManager(page: Page, supplier: Record<string, string>): Promise<void> {
  const { body } = await site.service.call('POST', '/supply/v1/sandbox/page-links', {
    headers: supplier,
    body: { role: 'MANAGER' },
  });
  const { pathname, hash } = new URL(body.data.url);
  const tab = await page.context().newPage();
  await tab.goto(`${pathname}${hash}`);
  await expect.poll(() => tab.url(), { timeout: 30_000 }).toBe(`${site.origin}/hotel`);
  await tab.close();
}

async function roleOf(page: Page): Promise<string> {
  return (await (await page.request.get('/hotel/api/session')).json()).data.person.role;
}

describe.skipIf(!hasProgram('chromium')).each([
  ['en', en, 1440, 'MANAGER'],
  ['ar', ar, 360, 'FRONT_DESK'],
] as const)('a tester of a hotel (%s)', (language, words, width, role) => {
  it('pushes rooms, sees a booking arrive at the hotel, and checks the guest in', async () => {
    const { page, expectClean, end, supplier } = await enterHotel({ language, width });
    if (role === 'MANAGER') await signInAsManager(page, supplier);
    const senders: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/supply/v1/')) senders.push(request.headers()['x-client-id']!);
    });
    await page.locator('#field-roomsLeft').fill('1');
    await page.locator('#field-doublePrice').fill('123.00');
    await sendForm(page, words, 'pushAri');
    const results = page.locator('.push-results li');
    await results.first().waitFor();
    expect(await results.count()).toBe(2);
    for (const result of await results.allInnerTexts())
      expect(result).toContain(words.supply.pushStatus.APPLIED);

    await page.locator('.next a').click();
    await sendForm(page, words, 'search');
    await page.locator('.results').waitFor();
    expect(await page.locator('.results > li').count()).toBe(1);
    await open(page, words, 'createBooking');
    // Beside the form if there is room; on a phone the reader opens it.
    if (width === 360) await page.getByRole('button', { name: words.hotelPane.open }).click();
    const hotel = page.frameLocator('.hotel-pane iframe');
    await hotel.locator('main').waitFor();
    await expect.poll(() => frameAddress(page)).toBe(`${site.origin}/hotel`);
    expect(await hotel.getByText(GUEST).count()).toBe(0);
    // All tabs have one session: whoever is signed in already stays so.
    expect(await roleOf(page)).toBe(role);
    await roomsListed(page);
    await sendForm(page, words, 'createBooking');
    await page.locator('.voucher').waitFor();
    await hotel.getByText(GUEST).first().waitFor();
    await expectNoSideScroll(page, `the hotel page in ${language}`);
    await expectAccessible(page, `the hotel page in ${language}`);
    await keepScreenshot(page, `console-hotel-${language}`);

    await send(page, words, 'readReservations');
    await page.locator('.reservations li').waitFor();
    const event = await page.locator('.reservations li').innerText();
    expect(event).toContain(words.supply.event(1));
    expect(event).toContain(words.supply.eventKind['booking.confirmed']);
    expect(event).toContain(GUEST);
    await page.locator('.next a').click();
    expect(await page.locator('#field-upTo').inputValue()).toBe('1');
    await sendForm(page, words, 'acknowledge');
    await page.locator('.acknowledged').waitFor();
    await page.locator('.next a').click();
    await sendForm(page, words, 'checkIn');
    await page.locator('.reservation-status', { hasText: words.bookingStatus.CHECKED_IN! }).waitFor();
    expect(senders.length).toBeGreaterThanOrEqual(4);
    expect(new Set(senders)).toEqual(new Set([supplier['x-client-id']]));
    expectClean();
    await end();
  });
});

const frameAddress = (page: Page) =>
  page
    .frames()
    .find((frame) => frame !== page.mainFrame())
    ?.url();

describe.skipIf(!hasProgram('chromium'))('the operations of a hotel', () => {
  it('need a private hotel, and show their responses, and a refusal in words', async () => {
    const { page, end } = await visit(site.browser, site.origin, { language: 'ckb' });
    await page.goto('/console/supplyHotels');
    await page.getByText(ckb.supply.needed).waitFor();
    expect(await page.locator('form .send').isDisabled()).toBe(true);
    await page.getByRole('button', { name: ckb.supply.create }).click();
    await page
      .getByText(/HTL-9\d{3}-\d{4}/)
      .first()
      .waitFor();
    expect(await page.locator('.credentials dd code').allInnerTexts()).toEqual([
      expect.stringMatching(/^HTL-9\d{3}-\d{4}$/),
      expect.stringMatching(/^sandbox-\w{10}$/),
      expect.stringMatching(/^ihc_test_/),
      expect.stringMatching(/^sandbox-hotel-\w{10}$/),
      expect.stringMatching(/^ihc_test_/),
    ]);
    await sendForm(page, ckb, 'supplyHotels');
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

describe.skipIf(!hasProgram('chromium'))('the page of a hotel', () => {
  it('is not shown in a page of somebody else', async () => {
    // Another port is another origin.
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${site.origin}/hotel"></iframe>`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const context = await site.browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await expect.poll(() => frameAddress(page)).toMatch(/^chrome-error:/);
    await context.close();
    server.close();
  });
});
