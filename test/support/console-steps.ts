import type { Page } from 'playwright-core';
import type { Words } from '../../web/src/i18n/en.ts';

type OperationId = keyof Words['operation'];

/** Opens an operation of the console and sends its form without changes. */
export async function send(page: Page, words: Words, id: OperationId): Promise<void> {
  await open(page, words, id);
  await sendForm(page, words, id);
}

export async function open(page: Page, words: Words, id: OperationId): Promise<void> {
  await page.getByRole('navigation', { name: words.operations }).getByText(words.operation[id]).click();
}

export async function sendForm(page: Page, words: Words, id: OperationId): Promise<void> {
  await page
    .getByRole('form', { name: words.operation[id] })
    .getByRole('button', { name: words.send })
    .click();
}

export async function expectStatus(page: Page, status: number): Promise<void> {
  await page.locator('.facts', { hasText: String(status) }).waitFor();
}

export async function makeCredentials(page: Page, words: Words): Promise<void> {
  await page.goto('/console');
  await page.getByRole('button', { name: words.createCredentials }).click();
  await page
    .getByText(/sandbox-\w{10}/)
    .first()
    .waitFor();
}

/** Chooses a hotel and waits until the form lists its rooms and plans. */
export async function chooseHotel(page: Page, publicId: string): Promise<void> {
  const rooms = page.waitForResponse((response) => response.url().includes(`rates?hotelId=${publicId}`));
  await page.locator('#field-hotelId').selectOption(publicId);
  await rooms;
  await page.locator('#field-roomTypeId option').first().waitFor({ state: 'attached' });
}
