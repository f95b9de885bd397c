import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_EVENT_KINDS } from '../../src/outgoing/events/client-event.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot } from '../support/browser.ts';
import { enter, open, roomsListed, send, sendForm } from '../support/console-steps.ts';
import { ar, ckb, en } from '../support/console-words.ts';
import { hasProgram } from '../support/has-program.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let site: OpenSite;
let receiver: Receiver;
beforeAll(async () => {
  // The receiver is on this machine. A service behind a proxy does not send there.
  site = await openSite([], { outbound: { allowPrivate: true } });
  receiver = await startReceiver({ certificate: null });
});
afterAll(async () => {
  await site?.end();
  await receiver?.end();
});

describe.skipIf(!hasProgram('chromium')).each([
  ['en', en, 1200],
  ['ar', ar, 360],
] as const)('a partner (%s)', (language, words, width) => {
  it('creates a webhook, tests it, rotates its secret, reads events, and deletes it', async () => {
    const { page, expectClean, end } = await enter(site, {
      language,
      width,
      address: '/console/createWebhook',
    });
    const check = async (name: string) => {
      await expectAccessible(page, `${name} in ${language}`);
      await expectNoSideScroll(page, `${name} in ${language}`);
      if (name === 'events') await keepScreenshot(page, `${name}-${language}`);
    };
    const address = receiver.url(`/no-content/${language}`);
    await page.locator('#field-url').fill(address);
    const types = page.locator('.event-types input');
    expect(await types.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))).toEqual([
      ...CLIENT_EVENT_KINDS,
    ]);
    await page.getByLabel(words.events.type['booking.confirmed']!).check();
    await sendForm(page, words, 'createWebhook');
    await page.locator('.secret').waitFor();
    const secret = await page.locator('.secret code').innerText();
    expect(secret).toMatch(/^whsec_/);
    await check('webhook');
    await page.getByRole('button', { name: `${words.copy}: ${words.events.secret}` }).waitFor();

    await page.locator('.next a').click();
    await sendForm(page, words, 'testWebhook');
    await page.locator('.test-result .good').waitFor();
    expect(await page.locator('.facts-list').innerText()).toContain('204');
    const sent = () =>
      receiver.received
        .filter(({ path }) => path.endsWith(`/${language}`))
        .map(({ body }) => JSON.parse(body).type);
    expect(sent()).toEqual(['webhook.test']);

    await open(page, words, 'rotateSecret');
    await page.locator('#field-overlapHours').fill('1');
    await sendForm(page, words, 'rotateSecret');
    await page.locator('.secret').waitFor();
    expect(await page.locator('.secret code').innerText()).not.toBe(secret);
    expect(await page.locator('.facts-list').innerText()).toContain(words.events.oldSecretUntil);

    await open(page, words, 'createBooking');
    await roomsListed(page);
    await sendForm(page, words, 'createBooking');
    await page.locator('.voucher').waitFor();
    // Only then the event has its number. A change of the hotel could otherwise come first.
    await expect.poll(sent).toEqual(['webhook.test', 'booking.confirmed']);
    await open(page, words, 'listEvents');
    await page.locator('#field-wait').fill('20');
    await sendForm(page, words, 'listEvents');
    await page.locator('.events li').first().waitFor();
    const event = await page.locator('.events li').first().innerText();
    expect(event).toContain(words.events.type['booking.confirmed']);
    expect(event).toContain('زينب الكربلائي');
    await check('events');
    await page.getByRole('button', { name: words.events.readOn }).click();
    expect(Number(await page.locator('#field-eventCursor').inputValue())).toBeGreaterThan(0);

    await open(page, words, 'deleteWebhook');
    await sendForm(page, words, 'deleteWebhook');
    await page.locator('.webhook-deleted').waitFor();
    expectClean();
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('the operations of webhooks', () => {
  it('show an empty list, a webhook, and a refusal in words', async () => {
    const { page, end } = await enter(site, { language: 'ckb' });
    await send(page, ckb, 'listWebhooks');
    await page.getByText(ckb.events.noWebhooks).waitFor();
    await open(page, ckb, 'createWebhook');
    await page.locator('#field-url').fill(receiver.url('/status/500'));
    await sendForm(page, ckb, 'createWebhook');
    await page.locator('.secret').waitFor();
    await send(page, ckb, 'listWebhooks');
    await page.locator('.webhooks code', { hasText: receiver.url('/status/500') }).waitFor();
    expect(await page.locator('.secret').count()).toBe(0);
    await send(page, ckb, 'getWebhook');
    await page.locator('.facts-list').waitFor();
    await open(page, ckb, 'createWebhook');
    await sendForm(page, ckb, 'createWebhook');
    await page.getByRole('alert').waitFor();
    await end();
  });
});
