import type { BrowserContext, Page } from 'playwright-core';
import type { Credentials } from '../../web/src/api/keys.ts';
import type { OperationId } from '../../web/src/console/operation.ts';
import { type Visit, type VisitOptions, visit } from './browser.ts';
import type { Words } from './console-words.ts';
import type { OpenSite } from './open-site.ts';
import { freshCredentials } from './service.ts';

/**
 * Opens the console as a returning reader with stored credentials. Creating them in the console would reach the limit of
 * ten credentials per minute and address.
 */
export async function enter(
  site: OpenSite,
  options: VisitOptions & { address?: string } = {},
): Promise<Visit> {
  const reader = await visit(site.browser, site.origin, options);
  const headers = await freshCredentials(site.service);
  await storeCredentials(reader.context, {
    clientId: headers['x-client-id']!,
    apiKey: headers['x-api-key']!,
  });
  await reader.page.goto(options.address ?? '/console');
  // A separate request loads the hotels of the forms.
  await reader.page.locator('.credentials dl').waitFor();
  return reader;
}

/** Stores credentials for every page of the reader, unless the page already has other credentials. */
export async function storeCredentials(context: BrowserContext, credentials: Credentials): Promise<void> {
  const text = JSON.stringify(JSON.stringify(credentials));
  await context.addInitScript(
    // An empty window has no storage.
    `if (location.protocol === 'http:')
      localStorage.getItem('ihc.credentials') ?? localStorage.setItem('ihc.credentials', ${text})`,
  );
}

/** Opens an operation of the console and sends its form without changes. */
export async function send(page: Page, words: Words, id: OperationId): Promise<void> {
  await open(page, words, id);
  await sendForm(page, words, id);
}

/**
 * Opens an operation from the menu. The groups of the menu may be closed, and on a phone the whole menu is closed, so a
 * script makes the click.
 */
export async function open(page: Page, words: Words, id: OperationId): Promise<void> {
  await page.locator(`.side nav a[href="/console/${id}"]`).dispatchEvent('click', { button: 0 });
  await page.getByRole('form', { name: words.operation[id], exact: true }).waitFor();
}

export async function sendForm(page: Page, words: Words, id: OperationId): Promise<void> {
  await page
    .getByRole('form', { name: words.operation[id], exact: true })
    .getByRole('button', { name: words.send, exact: true })
    .click();
}

export async function expectStatus(page: Page, status: number): Promise<void> {
  await page.locator('.facts', { hasText: String(status) }).waitFor();
}

/** Chooses a hotel and waits until the form lists its rooms and plans. */
export async function chooseHotel(page: Page, publicId: string): Promise<void> {
  const rooms = page.waitForResponse((response) => response.url().includes(`rates?hotelId=${publicId}`));
  await page.locator('#field-hotelId').selectOption(publicId);
  await rooms;
  await page.locator('#field-roomTypeId option').first().waitFor({ state: 'attached' });
}

/** Waits until the form has a plan, because a separate request loads the rooms of the hotel. */
export async function roomsListed(page: Page): Promise<void> {
  await page.locator('#field-ratePlanId option:nth-child(2)').waitFor({ state: 'attached' });
}

const TAB_LIMIT = 90;

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < TAB_LIMIT; pressed += 1) {
    if (await isFocused(page, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached with Tab`);
}

export async function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`);
}

export function valueIn(page: Page, field: string): Promise<string> {
  return page.locator(`#field-${field}`).inputValue();
}
