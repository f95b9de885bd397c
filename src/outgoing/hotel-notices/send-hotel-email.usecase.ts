import type { Sending } from '../../context.ts';
import { voucherLinks } from '../../domain/booking/voucher.ts';
import type { Language } from '../../domain/vouchers/language.ts';
import { openVoucher } from '../../domain/vouchers/open-voucher.usecase.ts';
import { printVoucher } from '../../domain/vouchers/print-voucher.usecase.ts';
import type { Delivery, SendResult } from '../delivery/delivery.ts';
import type { Smtp } from '../http-client/smtp.ts';
import { addressIn, findContact } from './contact.ts';
import { loadNotice, thingsIn } from './load-notice.usecase.ts';
import { noticeMail } from './mail.ts';
import { issuerOf, noticeSheet } from './notice-text.ts';
import { readContacts } from './notices.store.ts';
import { receptionUrl } from './reception-link.ts';

/** Sends a mail about one event to one contact of a hotel, in the contact's language. */
export async function sendHotelEmail(
  context: Sending,
  smtp: Smtp,
  from: string,
  delivery: Delivery,
): Promise<SendResult> {
  const { config, secrets, pool } = context;
  const address = addressIn(delivery.destination);
  const contact = findContact(await readContacts(pool, delivery.hotelId), 'email', address);
  if (contact === null) return { kind: 'skipped', reason: 'the hotel has removed this contact' };
  const notice = await loadNotice(context, delivery);
  if (typeof notice === 'string') return { kind: 'skipped', reason: notice };
  const { language } = contact;
  const { booking, kind } = notice;
  const style = { language, isReminder: delivery.isReminder, withPhone: true };
  const sheet = noticeSheet(notice, thingsIn(context), issuerOf(config), style);
  const link = { hotelId: delivery.hotelId, bookingId: booking.id };
  const mail = noticeMail(sheet, receptionUrl(link, config.publicUrl, secrets.signingKey, language));
  const error = await smtp.send({
    from,
    to: { name: contact.name, address },
    ...mail,
    ...idsOf(delivery, from),
    language,
    attachments: kind === 'CANCELLED' ? [] : await voucherOf(context, booking.voucherId, language),
  });
  return error === null ? { kind: 'delivered' } : { kind: 'failed', error };
}

/**
 * Returns the message id and the thread id of a mail. Both end with the sender's domain, as the mail standard requires.
 */
export function idsOf(
  { messageId, bookingId }: Delivery,
  from: string,
): { messageId: string; thread: string } {
  const domain = /@([^\s<>]+?)>?$/.exec(from)![1]!;
  return { messageId: `${messageId}@${domain}`, thread: `booking.${bookingId}@${domain}` };
}

/**
 * Returns the current voucher as a PDF. If the booking was cancelled after the event of this mail, the PDF shows that
 * the voucher is void.
 */
async function voucherOf(context: Sending, voucherId: string, language: Language) {
  const { url } = voucherLinks(voucherId, context.config.publicUrl, context.secrets.signingKey);
  const signature = new URL(url).searchParams.get('signature')!;
  const sheet = await openVoucher(context, { voucherId, signature }, language);
  if (sheet === null) return [];
  const content = await printVoucher(context, sheet);
  return [{ filename: `${voucherId}.pdf`, content, contentType: 'application/pdf' }];
}
