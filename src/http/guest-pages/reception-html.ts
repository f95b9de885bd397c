// Writes the HTML page that the link in a notice opens.

import { LANGUAGES, type Language } from '../../domain/vouchers/language.ts';
import { htmlOf } from '../../domain/vouchers/mixed-text.ts';
import { WORDS } from '../../domain/vouchers/words-by-language.ts';
import type { SpelledChange } from '../../outgoing/hotel-notices/notice-text.ts';
import { NOTICE_WORDS } from '../../outgoing/hotel-notices/notice-words-by-language.ts';
import type { ReceptionSheet } from '../../outgoing/hotel-notices/open-reception-link.usecase.ts';
import { page, strong, telephone } from './voucher-html.ts';

const MOODS = { NEW: 'valid', CHANGED: 'changed', CANCELLED: 'void' } as const;

/**
 * Returns the page that a reception opens with the link in a mail or a message. The page shows the booking and one
 * button, and has no scripts. Opening the page must not change anything, because mail scanners open every link.
 */
export function receptionPage(shown: ReceptionSheet, token: string): string {
  const { sheet, confirmed, changedSince } = shown;
  const { language, voucher } = sheet;
  const words = NOTICE_WORDS[language];
  return page(
    language,
    `${voucher.voucherId} · ${words.page}`,
    `<main class="voucher reception ${MOODS[sheet.kind]}">
<p class="band"><strong>${sheet.heading}</strong></p>
${confirmed === null ? '' : `<p class="confirmed" role="status">✓ ${htmlOf(confirmed)}</p>`}
${changedSince === null ? '' : `<p class="meaning" role="alert">${changedSince}</p>`}
${confirmed === null ? `<p class="meaning">${sheet.request}</p>` : ''}
${changes(sheet.changes, sheet.aboutChanges, language)}
<header>
<h1>${words.page}</h1>
<p class="hotel" lang="${voucher.hotel.name.language}">${htmlOf(voucher.hotel.name.text)}</p>
</header>
<dl>
${sheet.facts.map((fact) => `<div><dt>${fact.label}</dt><dd lang="${fact.language}">${htmlOf(fact.value)}${fact.note === null ? '' : ` <span class="note">${htmlOf(fact.note)}</span>`}</dd></div>`).join('\n')}
</dl>
<p class="status">${voucher.stamp.map(strong).join(' ')}</p>
${confirmed === null ? form(shown, token) : ''}
<nav>
${LANGUAGES.map((one) => languageLink(one, token, language)).join('\n')}
</nav>
<section>
${voucher.references
  .slice(0, 1)
  .map((one) => `<p>${one.label}: ${htmlOf(one.value)}</p>`)
  .join('')}
${voucher.helpLine === null ? '' : `<p>${telephone(voucher.helpLine)}</p>`}
</section>
</main>`,
    '../vouchers/',
  );
}

/** The button stays at the bottom of the screen, where a thumb reaches it. */
function form({ sheet, revision }: ReceptionSheet, token: string): string {
  const { language } = sheet;
  return `<form method="post" action="${token}?lang=${language}">
<input type="hidden" name="revision" value="${revision}">
<button type="submit">${NOTICE_WORDS[language].confirm}</button>
</form>`;
}

function changes(list: SpelledChange[], about: string | null, language: Language): string {
  if (list.length === 0 && about === null) return '';
  const words = NOTICE_WORDS[language];
  const items = list.map(
    ({ label, from, to }) =>
      `<li><span class="note">${label}</span> <span class="note">${words.before}: <s lang="${from.language}">${htmlOf(from.text)}</s></span> ${words.now}: <strong lang="${to.language}">${htmlOf(to.text)}</strong></li>`,
  );
  const rest = about === null ? '' : `<p>${about}</p>`;
  return `<section class="changes"><h2>${words.changes}</h2>${rest}<ul>${items.join('')}</ul></section>`;
}

function languageLink(one: Language, token: string, shown: Language): string {
  const here = one === shown ? ' aria-current="true"' : '';
  return `<a href="${token}?lang=${one}" lang="${one}" hreflang="${one}"${here}>${WORDS[one].languageName}</a>`;
}

/** Returns the page for a link with an invalid signature, or for an unknown booking. */
export function receptionNotFoundPage(language: Language): string {
  return page(
    language,
    'Booking not found · الحجز غير موجود · حجز نەدۆزرایەوە',
    `<main class="voucher missing">
<section lang="en" dir="ltr"><h1>There is no such booking</h1>
<p>Please open the link in the message again, or check that the address is complete.</p></section>
<section lang="ar" dir="rtl"><h1>لا يوجد حجز بهذا العنوان</h1>
<p>يرجى فتح الرابط في الرسالة مرة أخرى، أو التأكد من أن العنوان كامل.</p></section>
<section lang="ckb" dir="rtl"><h1>هیچ حجزێک بەم ناونیشانە نییە</h1>
<p>تکایە لینکی ناو نامەکە دووبارە بکەرەوە، یان دڵنیا بە کە ناونیشانەکە تەواوە.</p></section>
</main>`,
    '../vouchers/',
  );
}
