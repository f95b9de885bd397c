import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../src/boot/version.ts';
import { OPERATIONS } from '../../web/src/console/operations.ts';
import { ar } from '../../web/src/i18n/ar.ts';
import { ckb } from '../../web/src/i18n/ckb.ts';
import { en } from '../../web/src/i18n/en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { expectStatus, makeCredentials, open, send, sendForm } from '../support/console-steps.ts';
import { createTestDatabase } from '../support/database.ts';
import { INSTALL_MILLISECONDS, type OpenSite, openSite } from '../support/open-site.ts';
import { startTestService } from '../support/service.ts';

const FIRST_LOAD_LIMIT_BYTES = 300_000;
/** Webhooks need the address of a receiver: events-console.test.ts. */
const PARTNER_OPERATIONS = OPERATIONS.filter(
  ({ supply, events }) => supply === undefined && events === undefined,
);
const PAGES = ['/', '/console', '/reference', '/guides', '/guides/errors'];

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
}, INSTALL_MILLISECONDS);
afterAll(() => site?.end());

describe.each([
  ['en', en],
  ['ar', ar],
] as const)('a first booking in %s', (language, words) => {
  it('goes from nothing to a voucher, a cancellation and a clean slate', { timeout: 90_000 }, async () => {
    const { page, expectClean, end, context } = await visit(site.browser, site.origin, { language });
    await page.goto('/');
    expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
    await page.getByText(words.operational).waitFor();
    await page.getByText(`v${readVersion()}`).first().waitFor();
    await keepScreenshot(page, `landing-${language}`);
    await page.getByRole('link', { name: words.startNow }).click();
    await page.getByRole('button', { name: words.createCredentials }).click();
    await page
      .getByText(/sandbox-\w{10}/)
      .first()
      .waitFor();

    await send(page, words, 'search');
    await expectStatus(page, 200);
    const offers = page.locator('.results button');
    expect(await offers.count()).toBeGreaterThan(5);
    await offers.nth(2).click();
    await keepScreenshot(page, `search-${language}`);

    await send(page, words, 'priceCheck');
    await page.locator('.bill .total').waitFor();
    const total = await page.locator('.bill .total td').innerText();
    await keepScreenshot(page, `price-check-${language}`);

    await send(page, words, 'prebook');
    await page.getByRole('timer').first().waitFor();
    expect(await page.getByRole('timer').first().innerText()).toMatch(/1[45]:\d\d/);
    expect(await page.locator('.bill .total td').innerText()).toBe(total);
    await keepScreenshot(page, `prebook-${language}`);

    await send(page, words, 'createBooking');
    const voucher = page.locator('.voucher');
    await voucher.waitFor();
    expect(await voucher.innerText()).toMatch(/IHC-\d{4}-[2-9A-Z]{6}/);
    await expect
      .poll(() =>
        voucher
          .locator('img')
          .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0);
    await keepScreenshot(page, `booking-${language}`);

    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: words.openVoucher }).click();
    const voucherPage = await opened;
    await voucherPage.waitForLoadState();
    expect(await voucherPage.locator('body').innerText()).toMatch(/IHC-\d{4}-[2-9A-Z]{6}/);
    await keepScreenshot(voucherPage, `voucher-${language}`);
    await expectAccessible(voucherPage, `voucher in ${language}`);

    await send(page, words, 'cancelBooking');
    await page.locator('.voucher.void').waitFor();
    expect(await page.locator('.voucher .stamp').innerText()).toBe(words.bookingStatus.CANCELLED);
    await voucherPage.reload();
    await keepScreenshot(voucherPage, `voucher-cancelled-${language}`);
    expect(await voucherPage.locator('body').innerText()).toMatch(language === 'ar' ? /ملغ/ : /cancelled/i);

    await page.getByRole('button', { name: words.resetSandbox }).click();
    await page.getByText(words.resetDone(1, 1)).waitFor();
    await send(page, words, 'getBooking');
    await expectStatus(page, 404);
    await page.getByText(words.error.BOOKING_NOT_FOUND!).waitFor();
    await expectAccessible(page, `console in ${language}`);
    expectClean();
    await end();
  });
});

describe('the console', () => {
  it('runs every operation with the values it has filled in itself', { timeout: 90_000 }, async () => {
    const { page, expectClean, end } = await visit(site.browser, site.origin);
    await makeCredentials(page, en);
    for (const { id } of PARTNER_OPERATIONS) {
      await send(page, en, id);
      await expectStatus(page, 200);
      await page.getByRole('tab', { name: en.json }).click();
      expect(await page.locator('#answer .code').innerText()).toContain('"success": true');
      await page.getByRole('tab', { name: en.picture }).click();
      await keepScreenshot(page, `operation-${id}`);
      await expectAccessible(page, id);
    }
    expectClean();
    await end();
  });

  it('shows a request that works when it is pasted, in three languages', async () => {
    const { page, end } = await visit(site.browser, site.origin);
    await makeCredentials(page, en);
    const snippet = page.locator('#snippet');
    expect(await snippet.innerText()).toContain('/api/v1/search');
    expect(await snippet.innerText()).toMatch(/^curl -s -X POST/);
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    expect(await snippet.innerText()).toContain('await fetch(');
    await page.getByRole('tab', { name: 'Python' }).click();
    expect(await snippet.innerText()).toContain('urllib.request');
    await end();
  });

  it('draws the calendar with its restrictions, and takes a stay by two clicks', async () => {
    const { page, end } = await visit(site.browser, site.origin);
    await makeCredentials(page, en);
    await open(page, en, 'availability');
    // The rooms come by a request of their own. Without one the form is refused, and no calendar appears.
    await expect.poll(() => page.locator('#field-roomTypeId').inputValue(), { timeout: 20_000 }).not.toBe('');
    await sendForm(page, en, 'availability');
    const days = page.locator('.day');
    await days.first().waitFor();
    expect(await days.count()).toBe(42);
    expect(await days.nth(10).textContent()).toContain(en.heat.stopSell);
    expect(await days.nth(12).textContent()).toContain(en.heat.cta);
    expect(await days.nth(14).textContent()).toContain(en.heat.ctd);
    expect(await days.nth(20).textContent()).toContain(en.heat.minStay(3));
    await days.nth(27).click();
    await days.nth(30).click();
    await page.getByRole('navigation', { name: en.operations }).getByText(en.operation.priceCheck).click();
    const nights = await page.evaluate(
      `(Date.parse(document.getElementById('field-checkOut').value) - Date.parse(document.getElementById('field-checkIn').value)) / 864e5`,
    );
    expect(nights).toBe(3);
    await end();
  });

  it('explains a refusal in words, in the language of the reader', async () => {
    const { page, end } = await visit(site.browser, site.origin, { language: 'ckb' });
    await page.goto('/');
    await page.getByRole('combobox', { name: /./ }).selectOption('ckb');
    await makeCredentials(page, ckb);
    await page.locator('#field-adults').fill('61');
    await page.getByRole('button', { name: ckb.send, exact: true }).click();
    await page.getByRole('alert').getByText(ckb.error.VALIDATION_ERROR!).waitFor();
    await keepScreenshot(page, 'refusal-ckb');
    await end();
  });

  it('is usable with the keyboard alone', async () => {
    const { page, end } = await visit(site.browser, site.origin);
    await page.goto('/console');
    await page.getByRole('button', { name: en.createCredentials }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(en.skip);
    await page.getByRole('button', { name: en.createCredentials }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(/sandbox-\w{10}/)
      .first()
      .waitFor();
    await page.locator('#field-adults').focus();
    await page.keyboard.press('Enter');
    await expectStatus(page, 200);
    await end();
  });
});

describe('every page', () => {
  it.each([
    ['en', en, false],
    ['ar', ar, true],
    ['ckb', ckb, false],
  ] as const)(
    'fits a phone and has no serious fault of access: %s',
    async (language, words, dark) => {
      const { page, expectClean, end } = await visit(site.browser, site.origin, {
        language,
        width: 360,
        height: 740,
        dark,
      });
      await page.goto('/');
      await page
        .getByRole('combobox', { name: words.language })
        .or(page.locator('header select'))
        .selectOption(language);
      for (const path of PAGES) {
        await page.goto(path);
        await page.locator('main h1, main article').first().waitFor();
        expect(await page.locator('html').getAttribute('lang'), 'the language is remembered').toBe(language);
        await expectNoSideScroll(page, `${path} in ${language}`);
        await expectAccessible(page, `${path} in ${language}`);
        await keepScreenshot(page, `phone-${language}-${path.slice(1).replaceAll('/', '-') || 'landing'}`);
      }
      expectClean();
      await end();
      // The reference has thousands of elements, and each is checked.
    },
    60_000,
  );

  it('loads less than 300 kB at first, except the reference', async () => {
    const { page, end } = await visit(site.browser, site.origin, { language: 'ar' });
    const answers: Promise<Record<string, string>>[] = [];
    page.on('response', (response) => answers.push(response.allHeaders()));
    await page.goto('/console', { waitUntil: 'networkidle' });
    const headers = await Promise.all(answers);
    const bytes = headers.reduce((sum, one) => sum + Number(one['content-length'] ?? 0), 0);
    // At least script, style and two fonts must be counted. If some were missed, the limit would prove nothing.
    expect(headers.length).toBeGreaterThan(5);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(FIRST_LOAD_LIMIT_BYTES);
    await end();
  });

  it('remembers light or dark', async () => {
    const { page, end } = await visit(site.browser, site.origin);
    await page.goto('/');
    await page.getByRole('button', { name: new RegExp(en.theme) }).click();
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await end();
  });
});

describe('in production', () => {
  it('the site has the base address and the reference, and neither console nor sandbox controls', async () => {
    const database = await createTestDatabase('empty');
    const config = { environment: 'production', publicUrl: 'https://api.example.test' } as const;
    const production = await startTestService({ databaseUrl: database.url, config });
    await production.app.listen({ port: 0, host: '127.0.0.1' });
    const live = `http://127.0.0.1:${(production.app.server.address() as AddressInfo).port}`;
    const { page, expectClean, end } = await visit(site.browser, live);
    await page.goto('/');
    await page.getByText('https://api.example.test/v1').waitFor();
    await page.getByText(en.productionNote).waitFor();
    expect(await page.getByRole('link', { name: en.console }).count()).toBe(0);
    expect((await page.request.get(`${live}/console`)).status()).toBe(404);
    await page.goto('/reference');
    await page.getByRole('heading', { name: 'Create a booking' }).waitFor();
    expect(await page.getByText('sandbox/credentials').count()).toBe(0);
    await keepScreenshot(page, 'production-reference');
    expectClean();
    await end();
    await production.end();
    await database.drop();
  });
});
