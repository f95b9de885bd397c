import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { PROJECT_DIRECTORY } from '../../src/platform/db/project-directory.ts';
import { landingAr } from '../../web/src/landing/words/ar.ts';
import { landingCkb } from '../../web/src/landing/words/ckb.ts';
import { landingEn } from '../../web/src/landing/words/en.ts';
import { save } from './save.ts';

const LIMIT_BYTES = 80_000;

const STYLE = `
  body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 1fr 340px; background: #1b4b8f;
    color: #fff; font-family: Channel; overflow: hidden; }
  .texts { padding: 72px 0 72px 80px; display: grid; align-content: space-between; }
  .name { display: flex; gap: 20px; align-items: center; font-size: 30px; font-weight: 600; }
  .name svg { width: 64px; height: 64px; }
  h1 { font-size: 62px; line-height: 1.15; margin: 0; letter-spacing: -0.02em; text-wrap: balance; }
  p { font-size: 34px; line-height: 1.5; margin: 12px 0 0; color: #f0d3a8; }
  .gate { align-self: end; justify-self: center; width: 400px; margin-bottom: -60px; opacity: 0.22; }
`;

/** Draws the picture that other sites show beside a link to our site. */
export async function drawCard(browser: Browser, origin: string): Promise<void> {
  // The content security policy of the site forbids inline styles. This page needs inline styles, and only this script
  // shows it.
  const context = await browser.newContext({
    bypassCSP: true,
    viewport: { width: 1200, height: 630 },
    locale: 'ar',
  });
  const page = await context.newPage();
  // The page is loaded from the site, because it needs the site's fonts.
  await page.goto(origin, { waitUntil: 'networkidle' });
  const icon = readFileSync(join(PROJECT_DIRECTORY, 'web/public/icon.svg'), 'utf8');
  const gate = icon.replace(/<rect[^>]*>/, '').replaceAll('#f0b76b', '#fff');
  const body = `<div class="texts"><div class="name">${icon}Iraq Hotel Channel</div>
    <div><h1>${landingEn.title}</h1><p dir="rtl" lang="ar">${landingAr.title}</p>
    <p dir="rtl" lang="ckb">${landingCkb.title}</p></div></div><div class="gate">${gate}</div>`;
  await page.evaluate(`document.documentElement.dir = 'ltr';
    document.querySelectorAll('link[rel=stylesheet]').forEach((one) => one.remove());
    document.body.innerHTML = ${JSON.stringify(body)};`);
  await page.addStyleTag({ content: STYLE });
  save(await page.screenshot(), 'web/public/card.png', LIMIT_BYTES);
  await context.close();
}
