// Writes a notice as a mail, in HTML and in plain text.

import { DIRECTIONS } from '../../domain/vouchers/language.ts';
import { escapeHtml, htmlOf } from '../../domain/vouchers/mixed-text.ts';
import { WORDS } from '../../domain/vouchers/words-by-language.ts';
import type { NoticeKind } from './notice.ts';
import type { NoticeSheet, SpelledChange } from './notice-text.ts';
import { NOTICE_WORDS } from './notice-words-by-language.ts';

export interface MailText {
  subject: string;
  html: string;
  text: string;
}

/** Background colours for white text. The text is readable in light mode and in dark mode. */
const COLOURS: Record<NoticeKind, string> = { NEW: '#0b6b4f', CHANGED: '#8a4b00', CANCELLED: '#b3001b' };

/**
 * The colours of dark mode. Mail programs that ignore the style element show the colours of light mode, which are
 * inline styles.
 */
const DARK = `@media (prefers-color-scheme: dark) {
.page { background: #14191b !important; }
.card { background: #1f2628 !important; border-color: #3a4548 !important; }
.ink, .ink a { color: #eef3f2 !important; }
.soft { color: #aebbb8 !important; }
.line { border-color: #3a4548 !important; }
.box { background: #2b3436 !important; border-color: #5a686b !important; }
}`;

const FONT = "font-family:'Segoe UI',Tahoma,'Noto Sans Arabic',Arial,sans-serif";

export function noticeMail(sheet: NoticeSheet, confirmUrl: string): MailText {
  return { subject: sheet.subject, html: htmlMail(sheet, confirmUrl), text: textMail(sheet, confirmUrl) };
}

/** Uses only tables and inline styles, because mail programs support little else. No image or font is loaded. */
function htmlMail(sheet: NoticeSheet, confirmUrl: string): string {
  const { language, kind, voucher } = sheet;
  const words = NOTICE_WORDS[language];
  const direction = DIRECTIONS[language];
  const url = escapeHtml(confirmUrl);
  const colour = COLOURS[kind];
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeHtml(sheet.subject)}</title>
<style>:root { color-scheme: light dark; }
${DARK}</style>
</head>
<body class="page" dir="${direction}" style="margin:0;padding:0;background:#eef1f0">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}" style="background:#eef1f0">
<tr><td align="center" style="padding:12px 8px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}" style="max-width:600px;background:#ffffff;border:1px solid #cfd6d4;border-radius:10px;overflow:hidden;${FONT}">
<tr><td style="background:${colour};color:#ffffff;padding:14px 16px;font-size:22px;line-height:1.3;font-weight:bold;text-align:start">${htmlOf(sheet.heading)}</td></tr>
<tr><td class="ink" style="padding:14px 16px 0;font-size:18px;line-height:1.4;font-weight:bold;color:#16211f;text-align:start" lang="${voucher.hotel.name.language}">${htmlOf(voucher.hotel.name.text)}</td></tr>
<tr><td class="ink" style="padding:6px 16px 0;font-size:16px;line-height:1.5;color:#16211f;text-align:start">${htmlOf(sheet.request)}</td></tr>
${changesHtml(sheet)}
<tr><td style="padding:10px 16px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}">
${sheet.facts.map((fact) => factRow(fact.label, fact.value, fact.note, fact.language)).join('\n')}
</table>
</td></tr>
<tr><td align="center" style="padding:18px 16px 6px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="background:${colour};border-radius:8px">
<a href="${url}" style="display:block;padding:14px 28px;color:#ffffff;font-size:18px;line-height:1.3;font-weight:bold;text-decoration:none;${FONT}">${words.confirm}</a>
</td></tr></table>
</td></tr>
<tr><td class="soft" align="center" style="padding:4px 16px 14px;font-size:14px;line-height:1.5;color:#55625f">${words.confirmHint}</td></tr>
<tr><td class="soft line" style="padding:12px 16px 14px;border-top:1px solid #cfd6d4;font-size:13px;line-height:1.6;color:#55625f;text-align:start">${footer(sheet).map(htmlOf).join('<br>')}<br><a class="soft" href="${url}" dir="ltr" style="color:#55625f;word-break:break-all">${url}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Writes each change as one block, because a table with three columns does not fit on a phone. */
function changesHtml(sheet: NoticeSheet): string {
  const words = NOTICE_WORDS[sheet.language];
  if (sheet.kind !== 'CHANGED') return '';
  const rows = sheet.changes.map(
    ({ label, from, to }: SpelledChange) =>
      `<tr><td class="ink" style="padding:6px 12px;font-size:16px;line-height:1.45;color:#16211f;text-align:start"><span class="soft" style="font-size:14px;color:#55625f">${label}</span><br><span class="soft" style="color:#55625f">${words.before}: <s lang="${from.language}">${htmlOf(from.text)}</s></span><br>${words.now}: <strong lang="${to.language}">${htmlOf(to.text)}</strong></td></tr>`,
  );
  if (sheet.aboutChanges !== null)
    rows.push(
      `<tr><td class="ink" style="padding:6px 12px;font-size:16px;line-height:1.45;color:#16211f;text-align:start">${sheet.aboutChanges}</td></tr>`,
    );
  return `<tr><td style="padding:12px 16px 0">
<table class="box" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fff6e5;border:2px solid ${COLOURS.CHANGED};border-radius:8px">
<tr><td class="ink" style="padding:8px 12px 0;font-size:16px;line-height:1.4;font-weight:bold;color:#16211f;text-align:start">${words.changes}</td></tr>
${rows.join('\n')}
</table>
</td></tr>`;
}

function factRow(label: string, value: string, note: string | null, language: string): string {
  const line = 'border-bottom:1px solid #dfe5e3;vertical-align:top;text-align:start';
  const beside =
    note === null
      ? ''
      : `<br><span class="soft" style="font-weight:normal;font-size:14px;color:#55625f">${htmlOf(note)}</span>`;
  return `<tr><td class="soft line" width="36%" style="padding:7px 0;padding-inline-end:8px;font-size:14px;line-height:1.5;color:#55625f;${line}">${label}</td><td class="ink line" lang="${language}" style="padding:7px 0;font-size:16px;line-height:1.4;font-weight:bold;color:#16211f;word-break:break-word;${line}">${htmlOf(value)}${beside}</td></tr>`;
}

/** Writes the same facts as plain text, for mail programs that do not show HTML. */
function textMail(sheet: NoticeSheet, confirmUrl: string): string {
  const words = NOTICE_WORDS[sheet.language];
  const changes = sheet.changes.flatMap(({ label, from, to }) => [
    `${label}`,
    `  ${words.before}: ${from.text}`,
    `  ${words.now}: ${to.text}`,
  ]);
  return [
    sheet.heading,
    sheet.voucher.hotel.name.text,
    '',
    sheet.request,
    ...(sheet.kind === 'CHANGED' ? ['', `${words.changes}:`, ...changes] : []),
    ...(sheet.aboutChanges === null ? [] : [sheet.aboutChanges]),
    '',
    ...sheet.facts.map(({ label, value, note }) => `${label}: ${value}${note === null ? '' : ` (${note})`}`),
    '',
    `${words.confirm}:`,
    confirmUrl,
    '',
    ...footer(sheet),
    '',
  ].join('\n');
}

function footer({ language, voucher }: NoticeSheet): string[] {
  const help = voucher.helpLine === null ? [] : [voucher.helpLine.text];
  return [WORDS[language].issuer, ...help, NOTICE_WORDS[language].automatic];
}
