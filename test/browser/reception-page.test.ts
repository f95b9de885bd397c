import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receptionToken } from '../../src/outgoing/hotel-notices/reception-link.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { sharedBrowser } from '../support/chromium.ts';
import { hasProgram } from '../support/has-program.ts';
import { insertNotices } from '../support/reception.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';
import { testSecrets } from '../support/test-config.ts';

const TELEPHONE = { width: 360, height: 740 };

let service: TestService;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  service = await startTestService({ deliveries: false });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  browser = await sharedBrowser();
});
afterAll(async () => {
  await service?.end();
});

async function book() {
  const requests = 'Wheelchair from the entrance to the room, arriving at 23:30 (flight IA-145)';
  const stay = demoStay({ hotel: 'HTL-2026-0006', board: 'RO' });
  const body = { ...stay, ...GUEST, channelReference: 'OTA-42', specialRequests: requests };
  const id = (await service.call('POST', '/v1/bookings', { body })).body.data.booking_id;
  await insertNotices(service.context, id);
  const { rows } = await service.context.pool.query('select hotel_id from events where booking_id = $1', [
    id,
  ]);
  const link = { hotelId: rows[0].hotel_id, bookingId: id } as never;
  return { id, path: `/front-desk/${receptionToken(link, testSecrets.signingKey)}` };
}

describe.skipIf(!hasProgram('chromium')).each(['en', 'ar', 'ckb'])(
  'a front desk with a telephone, in %s',
  (language) => {
    it('acknowledges with one tap, and sees a change that came meanwhile', async () => {
      const { id, path } = await book();
      const { page, expectClean, end } = await visit(browser, origin, { ...TELEPHONE });
      await page.goto(`${path}?lang=${language}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      // The button is on the first screen, large enough for a thumb.
      const button = (await page.locator('button').boundingBox())!;
      expect(button.y + button.height).toBeLessThanOrEqual(TELEPHONE.height);
      expect(button.height).toBeGreaterThanOrEqual(48);
      expect(button.width).toBeGreaterThan(250);
      await expectNoSideScroll(page, `front desk in ${language}`);
      await expectAccessible(page, `front desk in ${language}`);
      const change = { checkOut: inDays(33) };
      expect((await service.call('POST', `/v1/bookings/${id}/modify`, { body: change })).status).toBe(200);
      await insertNotices(service.context, id);
      await page.locator('button').click();
      await page.waitForSelector('[role="alert"]');
      expect(await page.locator('.changes li').count()).toBe(2);
      await expectNoSideScroll(page, `changed in ${language}`);
      await keepScreenshot(page, `reception-changed-${language}`);
      await page.locator('button').click();
      await page.waitForSelector('.confirmed');
      expect(await page.locator('form').count()).toBe(0);
      await page.reload();
      expect(await page.locator('.confirmed').count()).toBe(1);
      expectClean();
      await end();
    });
  },
);
