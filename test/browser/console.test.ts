import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, PATH } from '../../web/src/console/operations.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot } from '../support/browser.ts';
import {
  chooseHotel,
  enter,
  expectStatus,
  isFocused,
  open,
  roomsListed,
  send,
  sendForm,
  valueIn,
} from '../support/console-steps.ts';
import { ar, ckb, en } from '../support/console-words.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { runBash } from '../support/run-bash.ts';

/** Webhooks need the address of a receiver: events-console.test.ts. Steps of the path have tests of their own. */
const OTHER_OPERATIONS = OPERATIONS.filter(
  ({ group, step }) => group !== 'supply' && group !== 'events' && step === undefined,
);

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

describe.skipIf(!hasProgram('chromium'))('the path', () => {
  it.each([
    ['ar', ar],
    ['ckb', ckb],
  ] as const)('is clicked through on a phone: %s', async (language, words) => {
    const { page, context, expectClean, end } = await enter(site, { language, width: 360, height: 740 });
    const menu = page.getByRole('navigation', { name: words.operations });
    expect(await menu.count()).toBe(0);
    await page.getByRole('button', { name: words.operations }).click();
    await expectAccessible(page, `the open menu in ${language}`);
    await menu.getByRole('link', { name: words.operation.health }).click();
    await page.getByRole('heading', { name: words.operation.health }).waitFor();
    expect(await menu.count()).toBe(0);
    const steps = page.getByRole('list', { name: words.lifecycle });
    await steps.getByRole('link', { name: words.steps.search }).click();
    for (const { id } of PATH) {
      await sendForm(page, words, id);
      await expectStatus(page, 200);
      await expectNoSideScroll(page, `${id} in ${language}`);
      if (id === 'createBooking') {
        expect(await page.locator('.voucher').innerText()).toMatch(/IHC-\d{4}-[2-9A-Z]{6}/);
        const opened = context.waitForEvent('page');
        await page.getByRole('link', { name: words.openVoucher }).click();
        const voucher = await opened;
        await voucher.waitForLoadState();
        expect(await voucher.locator('body').innerText()).toMatch(/IHC-\d{4}-[2-9A-Z]{6}/);
        await voucher.close();
      }
      if (id !== 'cancelBooking') await page.locator('.next a').click();
    }
    await page.locator('.voucher.void').waitFor();
    await keepScreenshot(page, `console-phone-${language}`);
    await page.getByRole('button', { name: words.resetSandbox }).click();
    await page.getByText(words.resetDone(1, 1)).waitFor();
    await send(page, words, 'getBooking');
    await page.getByRole('alert').getByText(words.error.BOOKING_NOT_FOUND!).waitFor();
    await expectAccessible(page, `a refusal in ${language}`);
    expectClean();
    await end();
  });

  it('comes back after a reload, has one address per operation, and is apart in each tab', async () => {
    const { page, context, expectClean, end } = await enter(site);
    await expect.poll(() => page.url()).toBe(`${site.origin}/console/search`);
    await sendForm(page, en, 'search');
    await page.locator('.results button').nth(2).click();
    const price = await page.locator('.results .chosen .price bdi').innerText();
    expect(await page.locator('.next').innerText()).toContain(price);
    await page.getByRole('link', { name: en.next(en.operation.priceCheck) }).click();
    await sendForm(page, en, 'priceCheck');
    await expectStatus(page, 200);
    expect(await page.locator('.bill .total td').innerText()).toBe(price);
    await page.locator('#field-guestName, #field-adults').first().fill('3');
    await page.reload();
    expect(await page.locator('.bill .total td').innerText()).toBe(price);
    expect(await valueIn(page, 'adults')).toBe('3');
    expect(await page.locator('.history li').count()).toBe(2);
    // The link at the top leads to the current step; back leads to the operation before.
    await page.locator('header.top nav a[href="/console"]').click();
    await page.getByRole('form', { name: en.operation.prebook }).waitFor();
    await page.goBack();
    await page.getByRole('form', { name: en.operation.priceCheck }).waitFor();
    const other = await context.newPage();
    await other.goto('/console#availability');
    await other.getByRole('form', { name: en.operation.availability }).waitFor();
    expect(other.url()).toBe(`${site.origin}/console/availability`);
    expect(await other.locator('.history li').count()).toBe(0);
    await other.goto('/console/createBooking?hotelId=HTL-2026-0091&adults=3&nonsense=1');
    await expect.poll(() => valueIn(other, 'adults')).toBe('3');
    expect(await valueIn(other, 'hotelId')).toBe('HTL-2026-0091');
    expect(other.url()).toBe(`${site.origin}/console/createBooking`);
    expect(await valueIn(page, 'hotelId')).not.toBe('HTL-2026-0091');
    // New credentials of one tab are those of the other, which says so and starts again.
    await other.getByRole('button', { name: en.newCredentials }).click();
    await page.getByText(en.otherCredentials).waitFor();
    expect(await page.locator('.history li').count()).toBe(0);
    await page.goto('/console/nothing');
    await page.getByRole('heading', { name: en.notFound }).waitFor();
    expectClean();
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('a refusal', () => {
  it('of a changed price can be accepted, with a new Idempotency-Key', async () => {
    const { page, end } = await enter(site);
    await page.getByRole('link', { name: en.scenario['HTL-2026-0091']!.name }).click();
    await page.getByText(en.scenario['HTL-2026-0091']!.how).waitFor();
    await roomsListed(page);
    await sendForm(page, en, 'priceCheck');
    await expectStatus(page, 200);
    await open(page, en, 'createBooking');
    const first = await valueIn(page, 'idempotencyKey');
    expect(await valueIn(page, 'quoteId')).toMatch(/^[0-9a-f-]{36}$/);
    const quoted = await valueIn(page, 'expectedTotal');
    await sendForm(page, en, 'createBooking');
    await page.getByRole('alert').getByText(en.error.PRICE_CHANGED!).waitFor();
    expect(await page.getByRole('link', { name: en.errorPage('PRICE_CHANGED') }).getAttribute('href')).toBe(
      '/errors/PRICE_CHANGED',
    );
    const second = await valueIn(page, 'idempotencyKey');
    expect(second, 'a stored refusal').not.toBe(first);
    await page.getByRole('list', { name: en.whatToDo }).getByRole('button').first().click();
    expect(await isFocused(page, '#field-expectedTotal')).toBe(true);
    expect(Number(await valueIn(page, 'expectedTotal'))).toBe(Math.round(Number(quoted) * 1.05));
    await page.keyboard.press('Enter');
    await page.locator('.voucher').waitFor();
    expect(await valueIn(page, 'idempotencyKey'), 'a success is stored as well').not.toBe(second);
    const bookings = (await page.locator('.facts span').allInnerTexts()).at(-1);
    expect(bookings).toBe(en.rateLimitLeft('bookings', '1498', '1500'));
    await end();
  });

  it('of a field leads to it; a request that changes has another key, and a retry the same', async () => {
    const { page, end } = await enter(site, { address: '/console/createBooking' });
    await roomsListed(page);
    const key = () => valueIn(page, 'idempotencyKey');
    const first = await key();
    await page.locator('#field-guestPhone').fill('1');
    const second = await key();
    expect(second).not.toBe(first);
    await sendForm(page, en, 'createBooking');
    await expectStatus(page, 400);
    await page.getByRole('button', { name: en.action.firstField }).click();
    expect(await isFocused(page, '#field-guestPhone')).toBe(true);
    expect(await key()).toBe(second);
    await page.locator('#field-idempotencyKey').fill('my-own');
    expect(await key()).toBe('my-own');
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('a request under way', () => {
  it('is sent once, is shown, survives another page, and can be given up', async () => {
    const { page, end } = await enter(site, { address: '/console/prebook?hotelId=HTL-2026-0093' });
    await roomsListed(page);
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/prebook') && request.method() === 'POST') sent++;
    });
    await page.locator('#field-guestName').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: en.sending }).waitFor();
    const flight = page.getByRole('link', { name: en.flight(en.operation.prebook) });
    await flight.waitFor();
    // The response is not lost on another page of the site.
    await page.locator('header.top nav a[href="/guides"]').click();
    await page.goBack();
    await expectStatus(page, 200);
    expect(sent).toBe(1);
    expect(await flight.count()).toBe(0);
    await open(page, en, 'priceCheck');
    await sendForm(page, en, 'priceCheck');
    await page.getByRole('button', { name: en.stopWaiting }).click();
    await page.getByRole('alert').getByText(en.cancelledText).waitFor();
    // A request that a reload interrupts is in the history, too.
    await page.getByRole('button', { name: en.action.sendAgain }).click();
    await page.getByRole('button', { name: en.stopWaiting }).waitFor();
    await page.reload();
    await page.locator('.history').getByText(en.outcome.interrupted!).waitFor();
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('the history', () => {
  it('shows every request again, and is exported as a script that runs', async () => {
    const { page, end } = await enter(site, { address: '/console/priceCheck' });
    await roomsListed(page);
    for (const id of ['priceCheck', 'prebook', 'createBooking', 'getBooking', 'cancelBooking'] as const) {
      await send(page, en, id);
      await expectStatus(page, 200);
    }
    // The script expects the same refusal.
    await send(page, en, 'modifyBooking');
    await expectStatus(page, 409);
    expect(await page.locator('.history li').count()).toBe(6);
    await page.locator('.history summary').last().click();
    expect(await page.locator('.history .code').first().innerText()).toMatch(/^curl -s -X POST/);
    await page.getByRole('button', { name: en.showAgain }).click();
    await page.locator('.bill .total').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: en.exportScript }).click();
    const script = readFileSync(await (await downloading).path(), 'utf8');
    expect(script).not.toMatch(/IHC-\d{4}-\w{6}|pb_\w{10}/);
    const { output, errors } = await runBash(script, { cwd: '/tmp', env: process.env });
    expect(errors).toBe('');
    expect(output).toMatch(/cancel: 200\n.*modify: 409\nDone\.\n$/);
    await page.getByRole('button', { name: en.clearHistory }).click();
    expect(await isFocused(page, '#history-title')).toBe(true);
    expect(await page.locator('.history li').count()).toBe(0);
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('the other operations', () => {
  it('run with the values that the console has filled in itself', async () => {
    const { page, expectClean, end } = await enter(site, { address: '/console/createBooking' });
    await roomsListed(page);
    await sendForm(page, en, 'createBooking');
    await page.locator('.voucher').waitFor();
    for (const { id } of OTHER_OPERATIONS) {
      await open(page, en, id);
      if (id === 'modifyBooking') await page.locator('#field-guestName').fill('Zaynab al-Karbalai');
      await sendForm(page, en, id);
      await expectStatus(page, 200);
    }
    await send(page, en, 'getBooking');
    const log = page.getByRole('region', { name: en.auditLog }).getByRole('listitem');
    await log.nth(1).waitFor();
    expect(await log.nth(0).innerText()).toContain(en.auditAction.CREATED);
    expect(await log.nth(1).innerText()).toContain('Zaynab al-Karbalai');
    await page.getByRole('tab', { name: en.json }).click();
    expect(await page.locator('#response .code').innerText()).toContain('"success": true');
    await expectAccessible(page, 'a booking');
    expectClean();
    await end();
  });

  it('draw the calendar with its restrictions, and take a stay by two clicks', async () => {
    const { page, end } = await enter(site, { address: '/console/availability', language: 'ar' });
    await expect.poll(() => valueIn(page, 'roomTypeId')).not.toBe('');
    await sendForm(page, ar, 'availability');
    const days = page.locator('.day');
    await days.first().waitFor();
    expect(await days.count()).toBe(42);
    expect(await days.nth(10).textContent()).toContain(ar.heat.stopSell);
    expect(await days.nth(12).textContent()).toContain(ar.heat.cta);
    expect(await days.nth(14).textContent()).toContain(ar.heat.ctd);
    expect(await days.nth(20).textContent()).toContain(ar.heat.minStay(3));
    const [sign, number] = (await page.evaluate(SIGN_AND_NUMBER)) as [number, number];
    expect(sign, 'from right to left, too, a sign stands before its number').toBeLessThan(number);
    await days.nth(27).click();
    await days.nth(30).click();
    await open(page, ar, 'priceCheck');
    const nights = Date.parse(await valueIn(page, 'checkOut')) - Date.parse(await valueIn(page, 'checkIn'));
    expect(nights / 86_400_000).toBe(3);
    await end();
  });
});

/** The x positions of the two characters of the first "≥3" in the calendar. */
const SIGN_AND_NUMBER = `(() => {
  const text = [...document.querySelectorAll('.marks')]
    .flatMap((marks) => [...marks.childNodes])
    .find((node) => node.nodeType === Node.TEXT_NODE && node.data.includes('≥'));
  return [0, 1].map((offset) => {
    const range = document.createRange();
    range.setStart(text, offset);
    range.setEnd(text, offset + 1);
    return range.getBoundingClientRect().x;
  });
})()`;

describe.skipIf(!hasProgram('chromium'))('a reader', () => {
  it('copies the credentials and the request, and is told so', async () => {
    const { page, context, end } = await enter(site);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [name, shape] of [
      [en.clientId, /^sandbox-\w{10}$/],
      [en.apiKey, /^ihc_test_\w+$/],
      [en.request, /^curl -s -X POST/],
      [en.linkToRequest, /\/console\/search\?destination=Karbala&/],
    ] as const) {
      const button = page.getByRole('button', { name: `${en.copy}: ${name}` });
      await button.click();
      await page.getByRole('status').filter({ hasText: en.copied }).first().waitFor({ state: 'attached' });
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(shape);
    }
    await end();
  });

  it('sees a hold in the price check, and what carries over to another stay', async () => {
    const { page, end } = await enter(site, { address: '/console/priceCheck' });
    // At this hotel, the hotel collects the payment.
    await chooseHotel(page, 'HTL-2026-0006');
    await sendForm(page, en, 'priceCheck');
    await page.getByText(en.lockState.UNLOCKED!).waitFor();
    await send(page, en, 'prebook');
    await page.getByRole('timer').first().waitFor();
    expect(await page.getByRole('timer').first().innerText()).toMatch(/1[45]:\d\d/);
    const total = await page.locator('.bill .total td').innerText();
    expect(await page.locator('.bill').innerText()).toContain(en.collector.HOTEL!);
    expect(await page.locator('.bill tr', { hasText: en.dueAtHotel }).innerText()).toContain(total);
    await send(page, en, 'priceCheck');
    await page.getByText(en.lockState.LOCKED!).waitFor();
    await page.getByText(en.will.bookHeld).waitFor();
    await open(page, en, 'createBooking');
    // Another party keeps the token of the hold, but not the quote. Other dates remove both.
    await page.locator('#field-adults').fill('1');
    expect(await valueIn(page, 'prebookToken')).toMatch(/^pb_/);
    expect([await valueIn(page, 'quoteId'), await valueIn(page, 'expectedTotal')]).toEqual(['', '']);
    await page.locator('#field-adults').fill('2');
    expect(await valueIn(page, 'quoteId')).not.toBe('');
    await page.getByRole('button', { name: `${en.empty}: ${en.field.quoteId}` }).click();
    expect(await valueIn(page, 'quoteId')).toBe('');
    await page.locator('#field-checkIn').fill('2099-01-01');
    expect([await valueIn(page, 'prebookToken'), await valueIn(page, 'expectedTotal')]).toEqual(['', '']);
    await end();
  });

  it('reads offers from the cheapest on, in Kurdish where there are Kurdish names', async () => {
    const { page, end } = await enter(site, { language: 'ckb' });
    await page.locator('#field-destination').selectOption('');
    await sendForm(page, ckb, 'search');
    await page.locator('.results h4', { hasText: 'هۆتێلی نێوان دوو حەرەم' }).waitFor();
    const hotels = await page
      .locator('.results > li')
      .evaluateAll((items) =>
        items.map((item) => [...item.querySelectorAll('.price bdi')].map((price) => price.textContent)),
      );
    expect(hotels.length).toBeGreaterThan(5);
    for (const prices of hotels) {
      const amounts = prices.map((text) => Number(text!.replace(/[^\d.]/g, '')));
      expect(amounts).toEqual([...amounts].sort((one, other) => one - other));
    }
    const columns = await page
      .locator('.results > li:first-child ul li')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().x)),
      );
    for (const row of columns) expect(row, 'the chosen row has the same columns').toEqual(columns[0]);
    const room = page.locator('.results ul li').first().locator('bdi').first();
    expect(await room.getAttribute('lang'), 'a name that is not Kurdish is marked').toBe('en');
    await open(page, ckb, 'availability');
    const options = await page.locator('#field-hotelId option').allInnerTexts();
    expect(options.filter((text) => /هۆتێل|سیناریۆ|میوانخانە|سویت|ماڵ/.test(text))).toHaveLength(
      options.length,
    );
    await end();
  });
});
