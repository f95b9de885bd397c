import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { sharedBrowser } from '../support/chromium.ts';
import { hasProgram } from '../support/has-program.ts';
import { readQr } from '../support/read-qr.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

const TELEPHONE = { width: 360, height: 740 };

let service: TestService;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  service = await startTestService({ config: { supportPhone: '+9647705550199' } });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  browser = await sharedBrowser();
});
afterAll(async () => {
  await service?.end();
});

async function book() {
  const body = {
    ...demoStay({ hotel: 'HTL-2026-0006', board: 'RO' }),
    ...GUEST,
    channelReference: 'OTA-42',
    specialRequests: 'Wheelchair from the entrance to the room, arriving at 23:30 (flight IA-145)',
  };
  const { data } = (await service.call('POST', '/v1/bookings', { body })).body;
  const { pathname, search } = new URL(data.voucher.url);
  return { id: data.booking_id as string, path: `${pathname}${search}` };
}

describe.skipIf(!hasProgram('chromium')).each(['en', 'ar', 'ckb'])(
  'a voucher on a telephone, in %s',
  (language) => {
    it('shows on its first screen all that a reception asks first', async () => {
      const { path } = await book();
      const { page, expectClean, end } = await visit(browser, origin, { language, scale: 2, ...TELEPHONE });
      await page.goto(path);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      const ends: number[] = [];
      for (const part of [
        '.band',
        '.guest',
        '.front + dl div:nth-child(1)',
        '.front + dl div:nth-child(4)',
        '.due',
        '.requests',
      ]) {
        const box = (await page.locator(part).boundingBox())!;
        ends.push(box.y + box.height);
      }
      expect(ends).toEqual(ends.toSorted((one, other) => one - other));
      expect(ends.at(-1)).toBeLessThan(TELEPHONE.height);
      // The QR code too, and a phone's screen shows it well enough for a camera.
      const code = (await page.locator('img').boundingBox())!;
      expect(code.y + code.height).toBeLessThan(TELEPHONE.height);
      expect(await readQr(await page.screenshot({ clip: code }))).toContain(path.split('?')[0]);
      // If the font lacked a letter, the browser would draw it with another font.
      expect(await page.evaluate("document.fonts.check('700 16px \"Channel\"', 'ڕڵۆێەھڤگچپژ')")).toBe(true);
      await expectNoSideScroll(page, `voucher in ${language}`);
      await expectAccessible(page, `voucher in ${language}`);
      await keepScreenshot(page, `voucher-telephone-${language}`);
      expectClean();
      await end();
    });

    it('when cancelled has its word across, on the screen and on paper', async () => {
      const { id, path } = await book();
      await service.call('POST', `/v1/bookings/${id}/cancel`);
      const { page, expectClean, end } = await visit(browser, origin, { language, ...TELEPHONE });
      await page.goto(path);
      for (const media of ['screen', 'print'] as const) {
        await page.emulateMedia({ media });
        expect(await page.locator('.across').isVisible()).toBe(true);
        expect(await page.locator('img').count()).toBe(0);
        await keepScreenshot(page, `voucher-cancelled-${media}-${language}`);
      }
      await page.emulateMedia({ media: 'screen' });
      await expectNoSideScroll(page, `cancelled voucher in ${language}`);
      await expectAccessible(page, `cancelled voucher in ${language}`);
      expectClean();
      await end();
    });
  },
);
