import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepScreenshot, visit } from '../support/browser.ts';
import { en } from '../support/console-words.ts';
import { createTestDatabase } from '../support/database.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { startTestService } from '../support/service.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

describe.skipIf(!hasProgram('chromium'))('in production', () => {
  it('the site has the base address and the reference, and neither console nor sandbox controls', async () => {
    const database = await createTestDatabase('empty');
    const config = { environment: 'production', publicUrl: 'https://api.example.test' } as const;
    const production = await startTestService({ databaseUrl: database.url, config });
    await production.app.listen({ port: 0, host: '127.0.0.1' });
    const live = `http://127.0.0.1:${(production.app.server.address() as AddressInfo).port}`;
    const { page, expectClean, end } = await visit(site.browser, live);
    await page.goto('/');
    await page.getByText('https://api.example.test/v1', { exact: true }).waitFor();
    await page.getByText(en.productionNote).waitFor();
    expect(await page.getByRole('link', { name: en.console }).count()).toBe(0);
    expect((await page.request.get(`${live}/console`)).status()).toBe(404);
    // No console, so that nobody may frame the hotel page.
    const hotelPage = await page.request.get(`${live}/hotel`);
    expect(hotelPage.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    await page.goto('/reference/createBooking');
    await page.locator('#sample').getByText('https://api.example.test/v1/bookings').waitFor();
    expect(await page.locator('.reference-side a[href="/reference/resetSandbox"]').count()).toBe(0);
    expect(await page.locator('.try-it').count()).toBe(0);
    await keepScreenshot(page, 'production-reference');
    expectClean();
    await end();
    await production.end();
    await database.drop();
  });
});

describe.skipIf(!hasProgram('chromium'))('a page that cannot be loaded', () => {
  it('says so and offers a reload, below the bar, until another page is opened', async () => {
    const { page, end } = await visit(site.browser, site.origin, { width: 1440 });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const assets = /\/assets\/glossary/;
    await page.route(assets, (route) => route.abort());
    await page.locator('footer a[href="/glossary"]').click();
    await page.getByRole('main').getByRole('alert').getByText(en.loadFailed).waitFor();
    await page.unroute(assets);
    await page.locator('footer a[href="/changelog"]').click();
    await page.getByRole('heading', { level: 1, name: en.changelog }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: en.reload }).click();
    await page.getByRole('heading', { level: 1, name: en.glossary }).waitFor();
    await end();
  });
});
