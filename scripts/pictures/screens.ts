import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { landingEn } from '../../web/src/landing/words/en.ts';
import { saveWebp } from './save.ts';

const PHONE = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const GUESTS = ['زينب الكربلائي', 'ئاسۆ کەریم', 'علي حسين', 'Sara Yousif'];

/**
 * Takes a picture of the hotel page on a phone, in Arabic, with the arrivals of today. The landing page also shows this
 * picture.
 */
export async function takeHotelPage(browser: Browser, origin: string): Promise<void> {
  const tester = await post(origin, '/v1/sandbox/credentials', { role: 'hotel' });
  const partner = { 'X-Client-Id': tester.client_id, 'X-Api-Key': tester.api_key };
  const supplier = { 'X-Client-Id': tester.supply.client_id, 'X-Api-Key': tester.supply.api_key };
  const stay = { checkIn: dayFromNow(0), checkOut: dayFromNow(2), adults: 2 };
  const hotels = await post(origin, '/v1/search', { ...stay, hotelIds: [tester.hotel.public_id] }, partner);
  const hotel = hotels.find(({ public_id }: { public_id: string }) => public_id === tester.hotel.public_id);
  for (const [index, guestName] of GUESTS.entries()) {
    const room = hotel.rooms[index % hotel.rooms.length];
    const offer = {
      hotelId: hotel.public_id,
      roomTypeId: room.room_type_id,
      ratePlanId: room.rate_plans[0].rate_plan_id,
    };
    await post(
      origin,
      '/v1/bookings',
      { ...offer, ...stay, roomsCount: 1, guestName, guestPhone: `+96477012345${60 + index}` },
      { ...partner, 'Idempotency-Key': `picture-${index}` },
    );
  }
  const { url } = await post(origin, '/supply/v1/sandbox/page-links', { role: 'FRONT_DESK' }, supplier);
  const { pathname, hash } = new URL(url);
  await withPage(browser, { ...PHONE, locale: 'ar' }, async (page) => {
    await page.goto(`${origin}${pathname}${hash}`);
    await page.locator('.card').nth(1).waitFor();
    await settle(page);
    const picture = await page.screenshot();
    await saveWebp(browser, picture, 'docs/images/hotel-page-ar.webp');
    await saveWebp(
      browser,
      await page.screenshot({ clip: { x: 0, y: 0, width: 360, height: 504 } }),
      'web/public/hotel-page.webp',
      0.6,
    );
  });
}

/** Takes the pictures of the README. */
export async function takeScreens(browser: Browser, origin: string): Promise<void> {
  await withPage(browser, DESKTOP, async (page) => {
    await page.goto(origin);
    await page.getByRole('button', { name: landingEn.run, exact: true }).click();
    await page.getByText(landingEn.live).waitFor();
    const voucher = await page.getByRole('link', { name: landingEn.openVoucher }).getAttribute('href');
    await page.locator('.stage-voucher:not(.stale)').waitFor();
    await settle(page);
    await page.setViewportSize({ width: 1280, height: 1180 });
    await saveWebp(browser, await page.screenshot(), 'docs/images/landing.webp');
    await page.setViewportSize(DESKTOP.viewport);
    await takeVoucher(browser, `${origin}${voucher!.replace('lang=en', 'lang=ar')}`);
    await page.goto(`${origin}/reference/createBooking`);
    await page.locator('main h1').first().waitFor();
    await settle(page);
    await saveWebp(browser, await page.screenshot(), 'docs/images/reference.webp');
    await takeConsole(browser, page, origin);
  });
}

async function takeVoucher(browser: Browser, address: string): Promise<void> {
  await withPage(browser, { ...PHONE, locale: 'ar' }, async (page) => {
    await page.goto(address);
    await settle(page);
    await saveWebp(browser, await page.screenshot(), 'docs/images/voucher-ar.webp');
  });
}

/**
 * Takes a picture of the console after a booking. The console uses the credentials of the landing page and fills in its
 * forms automatically.
 */
async function takeConsole(browser: Browser, page: Page, origin: string): Promise<void> {
  for (const operation of ['search', 'createBooking']) {
    await page.goto(`${origin}/console/${operation}`);
    await page.locator('form button[type=submit]').first().click();
    await page.locator('.facts', { hasText: '200' }).waitFor();
  }
  await page.locator('.voucher').first().waitFor();
  await settle(page);
  await saveWebp(browser, await page.screenshot(), 'docs/images/console.webp');
}

async function withPage(
  browser: Browser,
  options: BrowserContextOptions,
  task: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ colorScheme: 'light', locale: 'en', ...options });
  await task(await context.newPage());
  await context.close();
}

/** Waits until fonts and images are loaded and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => 0)');
  await page.waitForTimeout(400);
}

async function post(origin: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a response of the service, as it is.
  const reply = (await response.json()) as any;
  if (reply.success !== true) throw new Error(`${path}: ${reply.error?.message}`);
  return reply.data;
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000 + 3 * 3_600_000).toISOString().slice(0, 10);
}
