import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { PROJECT_DIRECTORY } from '../../src/platform/db/project-directory.ts';
import type { ApiRequest, ApiResponse } from '../../web/src/api/request.ts';
import { type DoneStep, runBooking, type StepName } from '../../web/src/landing/run-booking.ts';

const FILE = join(PROJECT_DIRECTORY, 'web/src/landing/recorded-run.json');
/** The path is a variable, so that tsc does not check the module here: it is code for browsers. */
const SHEET_MODULE = '../../web/src/landing/voucher-sheet.ts';
const QR = 'recorded-qr.svg';
const DAY_MILLISECONDS = 86_400_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Records the run that the landing page shows before a reader starts one. The times are from the last of three runs. */
export async function recordRun(browser: Browser, origin: string): Promise<void> {
  const send = (request: ApiRequest) => sendTo(origin, request);
  const made = await send({ method: 'POST', path: '/v1/sandbox/credentials', headers: JSON_TYPE, body: {} });
  const keys = { clientId: made!.body.data.client_id, apiKey: made!.body.data.api_key };
  const checkIn = Date.now() + 30 * DAY_MILLISECONDS;
  const steps: Partial<Record<StepName, DoneStep>> = {};
  let voucherPath = '';
  for (let run = 0; run < 3; run += 1) {
    const outcome = await runBooking({
      keys,
      send,
      checkIn: dayOf(checkIn),
      checkOut: dayOf(checkIn + 2 * DAY_MILLISECONDS),
      idempotencyKey: randomUUID(),
      onDone: (step, done) => {
        steps[step] = done;
      },
    });
    if ('failed' in outcome)
      throw new Error(`the run stopped at ${outcome.failed}: ${JSON.stringify(outcome.why)}`);
    voucherPath = outcome.voucherPath;
  }
  const { sheetOf } = await import(SHEET_MODULE);
  const sheets: Record<string, unknown> = {};
  const page = await browser.newPage();
  for (const language of ['en', 'ar', 'ckb']) {
    await page.goto(`${origin}${voucherPath}&lang=${language}`);
    // The compiler of this script wraps functions in the helper `__name`, which the page does not have.
    await page.evaluate('globalThis.__name = (one) => one');
    const sheet = (await page.evaluate(`(${sheetOf})(document)`)) as { qr: string };
    if (language === 'en') {
      const picture = await page.request.get(new URL(sheet.qr, page.url()).href);
      writeFileSync(
        join(PROJECT_DIRECTORY, 'web/public', QR),
        (await picture.text()).replace('>', '><title>QR</title>'),
      );
    }
    sheets[language] = { ...sheet, qr: `/${QR}` };
  }
  await page.close();
  writeFileSync(FILE, `${JSON.stringify({ recordedOn: dayOf(Date.now()), steps, sheets }, null, 2)}\n`);
}

async function sendTo(origin: string, { method, path, headers, body }: ApiRequest): Promise<ApiResponse> {
  const startedAt = performance.now();
  const response = await fetch(`${origin}${path}`, {
    method,
    headers,
    body: body === null ? null : JSON.stringify(body),
  });
  const text = await response.text();
  const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
  return { status: response.status, milliseconds, headers: [], body: JSON.parse(text) };
}

function dayOf(instant: number): string {
  return new Date(instant + 3 * 3_600_000).toISOString().slice(0, 10);
}
