import { DIRECTIONS, LANGUAGES, type Language, type Written } from '../../domain/vouchers/language.ts';
import { code, escapeHtml, htmlOf } from '../../domain/vouchers/mixed-text.ts';
import type { Fact, Telephone, VoucherSheet } from '../../domain/vouchers/voucher-text.ts';
import { WORDS } from '../../domain/vouchers/words-by-language.ts';

/**
 * Writes a voucher as an HTML page without scripts. The QR code and the facts that a receptionist needs first are at
 * the top and fit on the screen of a phone, because many guests show this page instead of a paper. Links are relative,
 * because the public address may have a path.
 */
export function voucherPage(sheet: VoucherSheet, signature: string): string {
  const { language, voucherId, hotel, cancellation, verify } = sheet;
  const proof = `signature=${encodeURIComponent(signature)}`;
  const number = htmlOf(code(voucherId));
  return page(
    language,
    `${voucherId} · ${sheet.title}`,
    `<main class="voucher ${sheet.mood}">
<p class="band">${sheet.stamp.map(strong).join(' ')}</p>
${sheet.across.length === 0 ? '' : `<p class="across" aria-hidden="true">${sheet.across.map(strong).join(' ')}</p>`}
<p class="meaning">${htmlOf(sheet.meaning)}</p>
<header>
<h1>${sheet.title} <span class="number">${sheet.mood === 'void' ? `<s>${number}</s>` : number}</span></h1>
</header>
<div class="front">
<div>
<p class="hotel"${langOf(hotel.name, sheet)}>${htmlOf(hotel.name.text)}</p>
<dl>
${factRow(sheet.guest, sheet, 'guest')}
</dl>
</div>
${verify === null ? '' : `<img src="${voucherId}/qr.svg?${proof}" alt="QR" width="200" height="200">`}
</div>
<dl>
${sheet.facts.map((fact) => factRow(fact, sheet)).join('\n')}
${factRow(sheet.due, sheet, 'due')}
${sheet.requests === null ? '' : factRow(sheet.requests, sheet, 'requests')}
</dl>
<nav>
${LANGUAGES.map((one) => languageLink(one, `${voucherId}?${proof}`, language)).join('\n')}
<a href="${voucherId}/voucher.pdf?${proof}&amp;lang=${language}">${htmlOf(WORDS[language].paper)}</a>
</nav>
<section>
<h2>${hotel.label}</h2>
${[...hotel.otherNames, ...hotel.address].map((one) => `<p${langOf(one, sheet)}>${htmlOf(one.text)}</p>`).join('\n')}
<p>${telephone(hotel.telephone)}</p>
</section>
<section>
${sheet.references.map((one) => `<p>${one.label}: ${htmlOf(one.value)}</p>`).join('\n')}
${sheet.helpLine === null ? '' : `<p>${telephone(sheet.helpLine)}</p>`}
</section>
${verify === null ? '' : section(verify.label, `<p>${htmlOf(verify.value)}</p>`)}
${cancellation === null ? '' : section(cancellation.label, `<ul>${cancellation.lines.map((line) => `<li>${htmlOf(line)}</li>`).join('')}</ul>`)}
${sheet.blanks.length === 0 ? '' : `<div class="blanks">${sheet.blanks.map((label) => `<p>${label}</p>`).join('')}</div>`}
</main>`,
    '',
  );
}

/** Returns the page for an unknown voucher, or for an invalid signature. */
export function voucherNotFoundPage(language: Language, folder: string): string {
  return page(
    language,
    'Voucher not found · القسيمة غير موجودة · ڤاوچەر نەدۆزرایەوە',
    `<main class="voucher missing">
<section lang="en" dir="ltr"><h1>There is no such voucher</h1>
<p>Please scan the QR code again, or check that the address is complete.</p></section>
<section lang="ar" dir="rtl"><h1>لا توجد قسيمة بهذا العنوان</h1>
<p>يرجى مسح رمز QR مرة أخرى، أو التأكد من أن العنوان كامل.</p></section>
<section lang="ckb" dir="rtl"><h1>هیچ ڤاوچەرێک بەم ناونیشانە نییە</h1>
<p>تکایە کۆدی QR دووبارە سکان بکە، یان دڵنیا بە کە ناونیشانەکە تەواوە.</p></section>
</main>`,
    folder,
  );
}

export function page(language: Language, title: string, body: string, folder: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${DIRECTIONS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${folder}voucher.css">
</head>
<body>
${body.replace(/\n{2,}/g, '\n')}
</body>
</html>
`;
}

export function strong({ text, language }: Written): string {
  return `<strong lang="${language}" dir="${DIRECTIONS[language]}">${text}</strong>`;
}

/** Returns the attribute `lang` if a text is not in the language of the page. Screen readers use this attribute. */
function langOf(written: { language: Language }, sheet: VoucherSheet): string {
  return written.language === sheet.language ? '' : ` lang="${written.language}"`;
}

function factRow(fact: Fact, sheet: VoucherSheet, kind = ''): string {
  const note = fact.note === null ? '' : ` <span class="note">${htmlOf(fact.note)}</span>`;
  const attribute = kind === '' ? '' : ` class="${kind}"`;
  return `<div${attribute}><dt>${fact.label}</dt><dd${langOf(fact, sheet)}>${htmlOf(fact.value)}${note}</dd></div>`;
}

function languageLink(one: Language, address: string, shown: Language): string {
  const here = one === shown ? ' aria-current="true"' : '';
  return `<a href="${address}&amp;lang=${one}" lang="${one}" hreflang="${one}"${here}>${WORDS[one].languageName}</a>`;
}

export function telephone({ text, number }: Telephone): string {
  return number === null ? htmlOf(text) : `<a href="tel:${number}">${htmlOf(text)}</a>`;
}

function section(label: string, content: string): string {
  return `<section class="terms">\n<h2>${label}</h2>\n${content}\n</section>`;
}
