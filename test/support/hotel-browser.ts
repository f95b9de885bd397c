import type { Page } from 'playwright-core';
import type { Role } from '../../src/http/hotel-page/hotel-api.ts';
import { type Visit, type VisitOptions, visit } from './browser.ts';
import type { OpenSite } from './open-site.ts';
import type { HotelTester } from './private-hotel.ts';
import { readQr } from './read-qr.ts';
import { GUEST } from './stay.ts';

/** Opens the hotel page as the console does, with a link that works once. */
export async function openHotelPage(
  site: OpenSite,
  tester: HotelTester,
  options: VisitOptions & { role?: Role } = {},
): Promise<Visit> {
  const opened = await visit(site.browser, site.origin, options);
  await opened.page.goto(await linkOf(site, tester, options.role));
  await opened.page.waitForURL('**/hotel');
  return opened;
}

/** Returns the path of a link with which a browser signs in. */
export async function linkOf({ service }: OpenSite, { supplier }: HotelTester, role: Role = 'FRONT_DESK') {
  const made = await service.call('POST', '/supply/v1/sandbox/page-links', {
    headers: supplier,
    body: { role },
  });
  const { pathname, hash } = new URL(made.body.data.url);
  return `${pathname}${hash}`;
}

export interface Booked {
  id: string;
  voucherId: string;
  /** The text of the voucher's QR code. */
  qrText: string;
}

/** Books the private hotel as a partner does. */
export async function bookHotel(
  { service }: OpenSite,
  { partner, stay }: HotelTester,
  changes: { from?: number; nights?: number; guestName?: string; specialRequests?: string } = {},
): Promise<Booked> {
  const { from = 0, nights = 2, ...guest } = changes;
  const body = { ...(await stay({ from, nights })), ...GUEST, ...guest };
  const { data } = (await service.call('POST', '/v1/bookings', { headers: partner, body })).body;
  const { pathname, search } = new URL(data.voucher.url);
  const picture = await service.app.inject({ url: `${pathname}/qr.png${search}` });
  const qrText = await readQr(picture.rawPayload);
  return { id: data.booking_id, voucherId: pathname.split('/')[2]!, qrText };
}

/** Waits until both service workers have stored the page. */
export async function untilStored(page: Page): Promise<void> {
  const count = `navigator.serviceWorker.getRegistrations()
    .then((all) => all.filter(({ active }) => active?.state === 'activated').length)`;
  for (let tries = 0; (await page.evaluate(count)) !== 2; tries += 1) {
    if (tries === 100) throw new Error('the service workers were not installed');
    await page.waitForTimeout(100);
  }
}

/** Returns everything that the page has stored about bookings, as text. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('ihc-hotel');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction(['kept', 'taps']);
      const kept = reading.objectStore('kept').getAll();
      const taps = reading.objectStore('taps').getAll();
      reading.oncomplete = () => resolve(
        JSON.stringify([kept.result, taps.result, { ...localStorage }], (_, value) => value instanceof Map ? [...value] : value));
    };
  })`);
}
