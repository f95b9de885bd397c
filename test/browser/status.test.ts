import type { AddressInfo } from 'node:net';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, formatDay } from '../../src/kernel/day.ts';
import { ar } from '../../web/src/i18n/ar.ts';
import { ckb } from '../../web/src/i18n/ckb.ts';
import { dayText } from '../../web/src/i18n/dates.ts';
import { en } from '../../web/src/i18n/en.ts';
import { COMPONENTS, DAYS } from '../../web/src/status/status-data.ts';
import { statusAr } from '../../web/src/status/words/ar.ts';
import { statusCkb } from '../../web/src/status/words/ckb.ts';
import { statusEn } from '../../web/src/status/words/en.ts';
import { supportAr } from '../../web/src/support/words/ar.ts';
import { supportCkb } from '../../web/src/support/words/ckb.ts';
import { supportEn } from '../../web/src/support/words/en.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { sharedBrowser } from '../support/chromium.ts';
import { hasProgram } from '../support/has-program.ts';
import { startTestService, type TestService } from '../support/service.ts';

const AGO = 5;
let service: TestService;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  service = await startTestService({
    config: { supportEmail: 'help@example.com', supportPhone: '+9647705550199' },
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const day = (ago: number) => formatDay(addDays(service.context.today(), -ago));
  for (const component of COMPONENTS)
    for (const [ago, states] of [
      [AGO, component === 'BOOKINGS' ? '600U7D833U' : '1440U'],
      [AGO - 1, '720U720N'],
    ] as const)
      await service.context.pool.query('insert into status_days values ($1, $2, $3)', [
        day(ago),
        component,
        states,
      ]);
  browser = await sharedBrowser();
});
afterAll(async () => {
  await service?.end();
});

const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);

describe.skipIf(!hasProgram('chromium')).each([
  ['en', en, statusEn, supportEn, 1_280, false],
  ['ar', ar, statusAr, supportAr, 360, true],
  ['ckb', ckb, statusCkb, supportCkb, 768, false],
] as const)('status and support in %s', (language, common, words, support, width, dark) => {
  it('show the components with their days as bars and as a table, without moving anything', async () => {
    const { page, expectClean, end } = await visit(browser, origin, { language, width, dark });
    let response: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      response = resolve;
    });
    await page.route('**/v1/status', async (route: Route) => {
      await held;
      await route.continue();
    });
    await page.goto('/status');
    await page.getByText(words.sentence.CHECKING).waitFor();
    const before = await topOf(page, '#incidents');
    response();
    await page.getByText(words.sentence.OPERATIONAL).waitFor();
    expect(await topOf(page, '#incidents')).toBe(before);

    const title = words.component.BOOKINGS;
    for (const name of COMPONENTS) {
      const chart = page.getByRole('group', { name: words.chart(words.component[name]) });
      expect(await chart.getByRole('button', { includeHidden: true }).count()).toBe(DAYS);
      expect(await chart.getByRole('button').count()).toBe(width === 360 ? 30 : DAYS);
    }
    const row = page.locator('.component').nth(1);
    const shown = row.locator('.day-shown');
    const summary = await shown.innerText();
    // By keyboard: today first, then back to the day of the incident.
    await row.getByRole('button').last().focus();
    for (let step = 0; step < AGO; step += 1)
      await page.keyboard.press(language === 'en' ? 'ArrowLeft' : 'ArrowRight');
    const date = dayText(formatDay(addDays(service.context.today(), -AGO)), common);
    const text = await shown.innerText();
    for (const part of [date, words.state.DOWN, words.dayDown(7)]) expect(text).toContain(part);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(text);
    await page.keyboard.press(language === 'en' ? 'ArrowRight' : 'ArrowLeft');
    expect(await shown.innerText()).toContain(words.dayWithoutData(720));
    await row.locator('summary').click();
    await expect.poll(() => row.locator('tbody tr').count()).toBe(DAYS);
    expect(await row.locator('tbody tr').nth(AGO).innerText()).toContain(words.state.DOWN);
    await row.locator('summary').click();
    await page.getByRole('heading', { name: common.statusPage }).focus();
    await expect.poll(() => shown.innerText()).toBe(summary);
    const incidents = page.locator('.incident-list li');
    const down = incidents.filter({ hasText: words.incidentState.DOWN });
    expect(await down.innerText()).toContain(title);
    expect(await down.innerText()).toContain(words.duration(7));
    await expectNoSideScroll(page, `/status in ${language}`);
    await expectAccessible(page, `/status in ${language}`);
    await keepScreenshot(page, `status-${language}`);

    await page.goto('/support?request_id=req-42');
    const mail = await page.getByRole('link', { name: support.writeEmail }).getAttribute('href');
    const { protocol, pathname, searchParams } = new URL(mail!);
    expect([protocol, pathname]).toEqual(['mailto:', 'help@example.com']);
    expect(searchParams.get('subject')).toBe(support.subject(common.sandbox));
    expect(searchParams.get('body')).toContain(`${support.field.requestId}: req-42`);
    const phone = page.getByRole('link', { name: '+964 770 555 0199' });
    expect(await phone.getAttribute('href')).toBe('tel:+9647705550199');
    expect(await page.getByText(support.noContact).count()).toBe(0);
    await expectNoSideScroll(page, `/support in ${language}`);
    await expectAccessible(page, `/support in ${language}`);
    await keepScreenshot(page, `support-${language}`);
    expectClean();
    await end();
  });
});

it.skipIf(!hasProgram('chromium'))(
  'the status page says that the service does not respond, and shows what it knew',
  async () => {
    const { page, end } = await visit(browser, origin);
    await page.goto('/status');
    await page.getByText(statusEn.sentence.OPERATIONAL).waitFor();
    const before = await topOf(page, '#incidents');
    await page.route('**/v1/status', (route) => route.abort());
    // What a reader causes who comes back to the tab.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText(statusEn.sentence.UNREACHABLE).waitFor();
    expect(await page.locator('.status-updated').innerText()).toMatch(new RegExp(statusEn.lastKnown('.*')));
    expect(await page.getByText(statusEn.state.UNKNOWN, { exact: true }).count()).toBe(COMPONENTS.length);
    expect(await page.locator('.incident-list li').count()).toBeGreaterThan(0);
    expect(await topOf(page, '#incidents')).toBe(before);
    await page.reload();
    await page.getByText(statusEn.tryingAgain).waitFor();
    await page.unroute('**/v1/status');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText(statusEn.sentence.OPERATIONAL).waitFor();
    await end();
  },
);
