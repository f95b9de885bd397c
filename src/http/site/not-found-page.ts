// The page for unknown addresses. This page uses the texts of the site, so that it looks the same as the 404 page that
// the site's script draws.
import { ar } from '../../../web/src/i18n/ar.ts';
import { ckb } from '../../../web/src/i18n/ckb.ts';
import { en, type Words } from '../../../web/src/i18n/en.ts';
import type { RespondToLostReader } from '../common/error-model.ts';
import { acceptedLanguage, type SiteLanguage } from './accepted-language.ts';
import { escapeHtml } from './escape-html.ts';
import { sendFile } from './send-file.ts';
import { packed, type SiteFile } from './site-files.ts';

const WORDS: Record<SiteLanguage, Words> = { en, ar, ckb };
const IS_API = /^\/(?:api\/|supply\/)?v1(?:[/?]|$)/;

/** Returns the function that sends the page for unknown addresses. `html` is the HTML file of the site. */
export function lostReaderPage(html: string, links: (keyof typeof LINKS)[]): RespondToLostReader {
  const pages = new Map<SiteLanguage, SiteFile>();
  for (const language of Object.keys(WORDS) as SiteLanguage[])
    pages.set(language, packed(Buffer.from(written(html, language, links)), '.html', false));
  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    if (IS_API.test(request.url) || !/\btext\/html\b/i.test(request.headers.accept ?? '')) return null;
    reply.code(404).header('vary', 'accept, accept-encoding, accept-language');
    return sendFile(request, reply, pages.get(acceptedLanguage(request.headers['accept-language']))!);
  };
}

const LINKS = { '/console': 'console', '/reference': 'reference', '/guides': 'guides' } as const;

/**
 * The HTML contains the text, for browsers without scripts. In other browsers, the site's script draws the page again
 * in the language that the reader chose. The service does not know this language, because the browser stores it.
 */
function written(html: string, language: SiteLanguage, links: (keyof typeof LINKS)[]): string {
  const words = WORDS[language];
  const others = links.map(
    (href) => `<a class="secondary" href="${href}">${escapeHtml(words[LINKS[href]])}</a>`,
  );
  const name = escapeHtml(words.name);
  const body = [
    `<header class="top"><a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28" /> <span>${name}</span></a></header>`,
    `<main id="content"><h1>${escapeHtml(words.notFound)}</h1><p class="lead">${escapeHtml(words.notFoundNote)}</p>`,
    `<p class="actions"><a class="primary" href="/">${escapeHtml(words.home)}</a> ${others.join(' ')}</p></main>`,
  ];
  return html
    .replace(
      '<html lang="en" dir="ltr">',
      `<html lang="${language}" dir="${language === 'en' ? 'ltr' : 'rtl'}">`,
    )
    .replace(/<title>.*<\/title>/, `<title>${escapeHtml(words.notFound)} · ${name}</title>`)
    .replace('<div id="root"></div>', `<div id="root">${body.join('')}</div>`);
}
