// Writes the mail to the operator about a booking that nobody at the hotel has confirmed.

import type { Booking } from '../../domain/booking/booking.ts';
import type { Hotel } from '../../domain/catalog/hotel.ts';
import { cleanText, escapeHtml } from '../../domain/vouchers/mixed-text.ts';
import { dateText, momentText } from '../../domain/vouchers/words.ts';
import { WORDS } from '../../domain/vouchers/words-by-language.ts';
import { type Day, formatDay } from '../../kernel/day.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { groupTelephone } from '../../kernel/telephone.ts';
import type { Contact } from './contact.ts';
import type { MailText } from './mail.ts';
import type { NoticeKind } from './notice.ts';

export interface Unconfirmed {
  kind: NoticeKind;
  booking: Booking;
  hotel: Pick<Hotel, 'publicId' | 'nameEn' | 'city' | 'phone'>;
  contacts: Contact[];
  /** The time of the first notice that the reception has not acknowledged. */
  since: number;
}

/**
 * Writes the mail, which names the hotel that the operator must telephone. The mail is in English, like the program
 * `ihc`.
 */
export function operatorMail(of: Unconfirmed, today: Day, confirmUrl: string): MailText {
  const { booking, hotel, contacts } = of;
  const words = WORDS.en;
  const urgency = urgencyOf(booking.stay.checkIn, today);
  const subject = `${urgency}${of.kind} booking not confirmed by ${cleanText(hotel.nameEn)}, arrival ${formatDay(booking.stay.checkIn)}`;
  const lines: [string, string][] = [
    ['Hotel', `${cleanText(hotel.nameEn)}, ${cleanText(hotel.city)} (${hotel.publicId})`],
    ['Telephone', groupTelephone(hotel.phone)],
    ...contacts.map((contact): [string, string] => ['Contact', contactText(contact)]),
    ['What', `${of.kind}, revision ${booking.revision}`],
    ['Sent', `${cleanText(momentText(formatInstant(of.since), words))} (Baghdad), not confirmed since`],
    ['Guest', `${cleanText(booking.guest.name)}, ${groupTelephone(booking.guest.phone)}`],
    ['Arrival', dateText(booking.stay.checkIn, words)],
    ['Departure', dateText(booking.stay.checkOut, words)],
    ['Voucher', booking.voucherId],
    ['Booking', booking.id],
  ];
  const advice = `Telephone the hotel. Then run: ihc delivery acknowledge ${booking.id}`;
  const shown = lines.map(([label, value]) => `${label}: ${value}`);
  const rows = lines.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 12px 4px 0;color:#55625f;vertical-align:top">${label}</td><td style="padding:4px 0"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  );
  return {
    subject,
    text: [subject, '', ...shown, '', advice, `Page of the front desk: ${confirmUrl}`, ''].join('\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:Arial,sans-serif;font-size:16px;line-height:1.4">
<p><strong>${escapeHtml(subject)}</strong></p>
<table cellpadding="0" cellspacing="0" border="0">
${rows.join('\n')}
</table>
<p>${escapeHtml(advice)}</p>
<p><a href="${escapeHtml(confirmUrl)}">Page of the front desk</a></p>
</body></html>
`,
  };
}

/** Returns the first word of the subject. If the arrival day has passed, the word is TODAY too. */
function urgencyOf(checkIn: Day, today: Day): string {
  if (checkIn <= today) return 'TODAY: ';
  return checkIn === today + 1 ? 'TOMORROW: ' : '';
}

function contactText({ name, phone, email }: Contact): string {
  return [cleanText(name), phone === undefined ? null : groupTelephone(phone), email]
    .filter((part) => part)
    .join(', ');
}
