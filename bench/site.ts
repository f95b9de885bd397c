import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { readConfig } from '../src/boot/config.ts';
import { startService } from '../src/boot/service.ts';
import { ensureSite } from '../src/http/site/build-site.ts';
import { claimDataDirectory } from '../src/platform/db/data-directory.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { launchBrowser } from '../test/support/chromium.ts';
import { BENCH_SECRETS as secrets } from './bench-service.ts';
import { median } from './row.ts';
import { machine } from './support.ts';

/** `npm run bench:site` measures the bytes of a first visit, and the typing delay in the console and in the search. */
const KEYS = 40;

console.log(machine());
ensureSite(console.log);
const directory = mkdtempSync(join(tmpdir(), 'ihc-bench-'));
claimDataDirectory(directory);
const server = await startEmbeddedPostgres(directory);
await ensureDatabase(server, 'site');
const databaseUrl = server.urlOf('site');
const config = { ...readConfig({}), databaseUrl, ...secrets };
const service = await startService({ config, secrets, databaseUrl, log: pino({ level: 'silent' }) });
await service.app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
const browser = await launchBrowser();
try {
  for (const [path, locale] of [
    ['/', 'en'],
    ['/', 'ar'],
    ['/reference', 'ckb'],
    ['/console', 'ar'],
  ] as const)
    console.log(`first load of ${path} in ${locale}: ${await firstLoad(path, locale)} bytes`);
  for (const [where, delays] of [
    ['the form of the console', await typingDelays(openForm)],
    ['the search', await typingDelays(openSearch)],
  ] as const)
    console.log(
      `input shown in ${where}: median ${median(delays).toFixed(1)} ms, worst of ${KEYS} ${Math.max(...delays).toFixed(1)} ms`,
    );
} finally {
  await browser.close();
  await service.close();
  await server.stop();
  server.remove();
  rmSync(directory, { recursive: true, force: true });
}

async function firstLoad(path: string, locale: string): Promise<number> {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const responses: Promise<Record<string, string>>[] = [];
  page.on('response', (response) => responses.push(response.allHeaders()));
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const headers = await Promise.all(responses);
  await context.close();
  return headers.reduce((sum, one) => sum + Number(one['content-length'] ?? 0), 0);
}

async function openForm(page: Page): Promise<void> {
  await page.goto(`${origin}/console/createBooking`);
  await page.locator('#field-specialRequests').focus();
}

async function openSearch(page: Page): Promise<void> {
  await page.goto(`${origin}/guides/quick-start`);
  await page.locator('main h1').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('dialog input').waitFor();
  await page.locator('dialog input').focus();
}

/** Returns the milliseconds from each key press to the frame after React has rendered, by the clock of the browser. */
async function typingDelays(open: (page: Page) => Promise<void>): Promise<number[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await open(page);
  await page.evaluate(`
    globalThis.delays = [];
    addEventListener('keydown', () => {
      const pressed = performance.now();
      requestAnimationFrame(() => setTimeout(() => delays.push(performance.now() - pressed)));
    }, true);
  `);
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.press('book '[key % 5]!);
  await page.waitForFunction(`delays.length === ${KEYS}`);
  const delays = (await page.evaluate('delays')) as number[];
  await context.close();
  return delays;
}
