import { DIRECTIONS, type Language, otherLanguage } from './language.ts';
import { code, escapeHtml, htmlOf } from './mixed-text.ts';
import type { Fact, VoucherSheet } from './sheet.ts';
import { WORDS } from './words.ts';

/**
 * A voucher as a page without scripts. Addresses in it are relative, so that it also works behind a public address
 * that has a path of its own.
 */
export function voucherPage(sheet: VoucherSheet, signature: string): string {
  const { language, voucherId, hotel, cancellation } = sheet;
  const other = otherLanguage(language);
  const proof = `signature=${encodeURIComponent(signature)}`;
  return page(
    language,
    `${voucherId} · ${sheet.title}`,
    `<main class="voucher ${sheet.mood}">
<p class="band">${[language, other].map((one) => `<strong lang="${one}" dir="${DIRECTIONS[one]}">${sheet.stamp[one]}</strong>`).join(' ')}</p>
<p class="meaning">${htmlOf(sheet.meaning)}</p>
<header>
<div>
<h1>${sheet.title}</h1>
<p class="label">${sheet.voucherNumber}</p>
<p class="number">${htmlOf(code(voucherId))}</p>
</div>
<img src="${voucherId}/qr.svg?${proof}" alt="QR" width="150" height="150">
</header>
<section>
<h2>${htmlOf(hotel.name)}</h2>
<p class="other" lang="${other}">${htmlOf(hotel.otherName)}</p>
<p>${htmlOf(hotel.address)}</p>
<p>${htmlOf(hotel.telephone)}</p>
</section>
<dl>
${factRow(sheet.guest, 'guest')}
${sheet.facts.map((fact) => factRow(fact, '')).join('\n')}
${factRow(sheet.due, 'due')}
</dl>
${cancellation === null ? '' : section(cancellation.label, list(cancellation.agreed), cancellation.policyLabel, list(cancellation.policy))}
${sheet.requests === null ? '' : section(sheet.requests.label, `<p>${htmlOf(sheet.requests.value)}</p>`)}
${section(sheet.verify.label, `<p>${htmlOf(sheet.verify.value)}</p>`)}
<nav>
<a href="${voucherId}?${proof}&amp;lang=${other}" lang="${other}" hreflang="${other}">${WORDS[other].languageName}</a>
<a href="${voucherId}/voucher.pdf?${proof}&amp;lang=${language}">${htmlOf(WORDS[language].paper)}</a>
</nav>
</main>`,
    'voucher.css',
  );
}

/** The same words whether the voucher does not exist or the signature is wrong. */
export function voucherNotFoundPage(language: Language, stylesheet: string): string {
  return page(
    language,
    'Voucher not found · القسيمة غير موجودة',
    `<main class="voucher missing">
<section lang="en" dir="ltr"><h1>There is no such voucher</h1>
<p>Please scan the QR code again, or check that the address is complete.</p></section>
<section lang="ar" dir="rtl"><h1>لا توجد قسيمة بهذا العنوان</h1>
<p>يرجى مسح رمز الاستجابة السريعة مرة أخرى أو التأكد من أن العنوان كامل.</p></section>
</main>`,
    stylesheet,
  );
}

function page(language: Language, title: string, body: string, stylesheet: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${DIRECTIONS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
${body}
</body>
</html>
`;
}

function factRow(fact: Fact, kind: string): string {
  const note = fact.note === null ? '' : ` <span class="note">${htmlOf(fact.note)}</span>`;
  const attribute = kind === '' ? '' : ` class="${kind}"`;
  return `<div${attribute}><dt>${fact.label}</dt><dd>${htmlOf(fact.value)}${note}</dd></div>`;
}

function section(label: string, content: string, secondLabel = '', second = ''): string {
  const more = second === '' ? '' : `\n<h4>${secondLabel}</h4>\n${second}`;
  return `<section class="terms">\n<h3>${label}</h3>\n${content}${more}\n</section>`;
}

function list(lines: string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${htmlOf(line)}</li>`).join('')}</ul>`;
}
