import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, stepAt } from '../../src/domain/staff/proof/totp.ts';
import { accountAr } from '../../web/src/hotel/words/account-ar.ts';
import { accountCkb } from '../../web/src/hotel/words/account-ckb.ts';
import { accountEn } from '../../web/src/hotel/words/account-en.ts';
import { shellCkb } from '../../web/src/hotel/words/shell-ckb.ts';
import { shellEn } from '../../web/src/hotel/words/shell-en.ts';
import { landingCkb } from '../../web/src/landing/words/ckb.ts';
import { expectAccessible, expectNoSideScroll, keepScreenshot, visit } from '../support/browser.ts';
import { ckb } from '../support/console-words.ts';
import { hasProgram } from '../support/has-program.ts';
import { openHotelPage } from '../support/hotel-browser.ts';
import { enter } from '../support/hotel-page.ts';
import { colleagueOf, withCodes } from '../support/hotel-people.ts';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { freshHotel } from '../support/private-hotel.ts';

const PASSWORD = 'palm trees in Karbala';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.end());

async function expectGood(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await expectNoSideScroll(page, name);
  await keepScreenshot(page, name);
}

async function openSection(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: title, exact: true }).click();
}

describe.skipIf(!hasProgram('chromium'))('a new colleague', () => {
  it('accepts an invitation, turns codes on, signs in with one, and is out when suspended', async () => {
    const tester = await freshHotel(site.service);
    const boss = await openHotelPage(site, tester, { language: 'ar', width: 360, role: 'MANAGER' });
    await boss.page.goto('/hotel/more');
    await openSection(boss.page, accountAr.staff.title);
    await boss.page.getByRole('button', { name: accountAr.staff.invite }).click();
    await boss.page.getByLabel(accountAr.name).fill('زينب الكربلائي');
    const email = `zainab@${tester.hotel.publicId.toLowerCase()}.example`;
    await boss.page.getByLabel(accountAr.email).fill(email);
    await expectGood(boss.page, 'hotel-invite-ar-360');
    await boss.page.getByRole('button', { name: accountAr.staff.inviteSubmit }).click();
    const link = await boss.page.getByRole('textbox', { name: accountAr.staff.link }).inputValue();
    await expectGood(boss.page, 'hotel-staff-ar-360');

    const { page, end } = await visit(site.browser, site.origin, {
      ...{ language: 'ckb', width: 360, height: 640, dark: true },
    });
    const { pathname, hash } = new URL(link);
    await page.goto(`${pathname}${hash}`);
    await page.getByText(email).waitFor();
    // The next person at this computer does not find the token.
    expect(new URL(page.url()).hash).toBe('');
    await page.getByLabel(accountCkb.invitation.password).fill('short');
    await expectGood(page, 'hotel-invitation-ckb-360-dark');
    await page.getByRole('button', { name: accountCkb.invitation.submit }).click();
    await page.getByText(accountCkb.password.TOO_SHORT).waitFor();
    await page.getByLabel(accountCkb.invitation.password).fill(PASSWORD);
    // By keyboard.
    await page.keyboard.press('Enter');
    await page.waitForURL('**/hotel');

    await page.goto('/hotel/more');
    await openSection(page, accountCkb.totp.title);
    await page.getByLabel(accountCkb.totp.password).fill('wrong password');
    await page.keyboard.press('Enter');
    await page.getByText(accountCkb.totp.wrongPassword, { exact: false }).waitFor();
    await page.getByLabel(accountCkb.totp.password).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: accountCkb.totp.qr }).waitFor();
    const key = await page.locator('.account-form code').innerText();
    await expectGood(page, 'hotel-totp-ckb-360-dark');
    await page.getByLabel(accountCkb.totp.code).fill(codeFrom(key, 0));
    await page.keyboard.press('Enter');
    await page.getByText(accountCkb.totp.isOn).waitFor();
    await page.getByRole('button', { name: shellCkb.signOut.button }).click();

    await page.getByLabel(shellCkb.signIn.email).fill(email);
    await page.getByLabel(shellCkb.signIn.password, { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    // A code is accepted once: the next one is right, too, because clocks of phones are never exact.
    // With the digits of an Arabic keyboard.
    const typed = codeFrom(key, 1).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    await page.getByLabel(shellCkb.signIn.code).fill(typed);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: accountCkb.title }).waitFor();
    expect(await page.getByText(accountCkb.staff.title, { exact: true }).count()).toBe(0);
    await openSection(page, accountCkb.sessions.title);
    await page.getByText(accountCkb.sessions.thisOne).waitFor();
    await expectGood(page, 'hotel-more-ckb-360-dark');

    await boss.page.getByRole('button', { name: accountAr.staff.done }).click();
    await boss.page.getByRole('button', { name: accountAr.staff.suspendOf('زينب الكربلائي') }).click();
    await boss.page.getByText(accountAr.staff.suspended('زينب الكربلائي')).waitFor();
    // The page of the other hears it without a tap.
    await page.getByRole('heading', { level: 1, name: shellCkb.signIn.title }).waitFor();
    await openSection(boss.page, accountAr.activity.title);
    await boss.page.getByText(accountAr.activity.actions['staff suspend']!).waitFor();
    await boss.page.getByText(accountAr.activity.actions['totp on']!).waitFor();
    await expectGood(boss.page, 'hotel-activity-ar-360');
    boss.expectClean();
    await boss.end();
    await end();
  });

  it('is told whom to ask if the link is used or not complete', async () => {
    const { page, end } = await visit(site.browser, site.origin, { language: 'en', width: 1280 });
    await page.goto('/hotel/invitation#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    await page.getByText(accountEn.invitation.notValid).waitFor();
    await page.getByText(accountEn.invitation.askManager).waitFor();
    await expectGood(page, 'hotel-invitation-used-en-1280');
    await page.goto('/hotel');
    await page.goto('/hotel/invitation');
    await page.getByText(accountEn.invitation.missing).waitFor();
    await page.getByRole('link', { name: accountEn.invitation.toSignIn }).click();
    await page.getByRole('heading', { level: 1, name: shellEn.signIn.title }).waitFor();
    await end();
  });
});

describe.skipIf(!hasProgram('chromium'))('a manager with a password', () => {
  it('confirms a new link and a reactivation with it, and the other manager is told', async () => {
    const tester = await freshHotel(site.service);
    const test = await enter(site.service, tester, 'MANAGER');
    const [sara, omar] = [
      await colleagueOf(site.service, test, 'MANAGER', PASSWORD, 'Sara'),
      await colleagueOf(site.service, test, 'MANAGER', PASSWORD, 'Omar'),
    ];
    await withCodes(site.service, omar);
    const { page, expectClean, end } = await visit(site.browser, site.origin, {
      language: 'ckb',
      width: 360,
    });
    await page.goto('/hotel/more');
    await page.getByLabel(shellCkb.signIn.email).fill(sara.email);
    await page.getByLabel(shellCkb.signIn.password, { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    // Sara is told that Omar was invited.
    await page.getByText(accountCkb.news.title).waitFor();
    await page.getByRole('button', { name: accountCkb.news.seen }).click();
    await page.getByText(accountCkb.news.title).waitFor({ state: 'detached' });
    await openSection(page, accountCkb.staff.title);
    await page.getByRole('button', { name: accountCkb.staff.newLinkOf('Omar') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(accountCkb.staff.keepsCodes('Omar'), { exact: false }).waitFor();
    await dialog.getByLabel(accountCkb.totp.password).fill('wrong password');
    await page.keyboard.press('Enter');
    await dialog.getByText(accountCkb.proof.wrong).waitFor();
    await expectGood(page, 'hotel-proof-ckb-360');
    await dialog.getByLabel(accountCkb.totp.password).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const link = await page.getByRole('textbox', { name: accountCkb.staff.link }).inputValue();
    await page.getByText(accountCkb.staff.asked('Sara'), { exact: false }).waitFor();
    await page.getByRole('button', { name: accountCkb.staff.suspendOf('Omar') }).click();
    await page.getByRole('button', { name: accountCkb.staff.resumeOf('Omar') }).click();
    await dialog.getByLabel(accountCkb.totp.password).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(accountCkb.staff.proven.resume.done('Omar')).waitFor();
    await openSection(page, accountCkb.activity.title);
    await page.getByLabel(accountCkb.activity.filter).selectOption('ACCOUNTS');
    await page.getByText(accountCkb.activity.actions['staff resume']!, { exact: true }).waitFor();
    await expectGood(page, 'hotel-activity-ckb-360');
    expectClean();
    await end();

    const other = await openHotelPage(site, tester, { language: 'ar', width: 360, role: 'MANAGER' });
    await other.page.getByText(accountAr.news.title).waitFor();
    await expectGood(other.page, 'hotel-news-ar-360');
    // The link ended with the suspension, and a link that keeps codes asks for one.
    const { pathname, hash } = new URL(link);
    await other.page.goto(`${pathname}${hash}`);
    await other.page.getByText(accountAr.invitation.notValid).waitFor();
    const again = await test.call('POST', `/staff/${omar.id}/invite`, {});
    await other.page.goto('/hotel');
    await other.page.goto(new URL(again.body.data.url).pathname + new URL(again.body.data.url).hash);
    await other.page.getByText(accountAr.invitation.codeNote).waitFor();
    other.expectClean();
    await other.end();
  });
});

describe.skipIf(!hasProgram('chromium'))('the console', () => {
  it('opens the page of the private hotel in another window, for either role', async () => {
    const { page, context, expectClean, end } = await visit(site.browser, site.origin, {
      ...{ language: 'ckb', width: 1280 },
    });
    await page.goto('/');
    await page.getByRole('link', { name: landingCkb.hotelTry }).click();
    await page.getByRole('button', { name: ckb.supply.create }).click();
    await page.getByText(ckb.supply.pageHint).waitFor();
    await expectGood(page, 'console-hotel-page-ckb-1280');
    for (const [name, role] of [
      [ckb.supply.openAsManager, 'MANAGER'],
      [ckb.supply.openAsReception, 'FRONT_DESK'],
    ] as const) {
      const opening = context.waitForEvent('page');
      await page.getByRole('button', { name }).click();
      const opened = await opening;
      await opened.waitForURL('**/hotel');
      await opened.goto('/hotel/more');
      await opened.getByText(shellCkb.roles[role], { exact: true }).waitFor();
      if (role === 'MANAGER') await expectGood(opened, 'hotel-more-ckb-1280');
      await opened.close();
    }
    expectClean();
    await end();
  });
});

/** The code that an app shows now, or so many steps later. */
function codeFrom(key: string, stepsLater: number): string {
  return codeOf(bytesOf(key), stepAt(new Date()) + stepsLater);
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}
