import type { Sending } from '../../context.ts';
import type { Delivery, SendResult } from '../delivery/delivery.ts';
import type { Smtp } from '../http-client/smtp.ts';
import { loadNotice, thingsIn } from './load-notice.usecase.ts';
import { readContacts } from './notices.store.ts';
import { operatorMail } from './operator-mail.ts';
import { receptionUrl } from './reception-link.ts';
import { idsOf } from './send-hotel-email.usecase.ts';

/** Sends the operator a mail about a booking that a reception has not acknowledged. */
export async function sendOperatorEmail(
  context: Sending,
  smtp: Smtp,
  { from, to }: { from: string; to: string },
  delivery: Delivery,
): Promise<SendResult> {
  const { config, secrets, pool } = context;
  const notice = await loadNotice(context, { ...delivery, isReminder: true });
  if (typeof notice === 'string') return { kind: 'skipped', reason: notice };
  const { booking, kind, openSince } = notice;
  const { hotel } = thingsIn(context)(booking);
  const contacts = await readContacts(pool, hotel.id);
  const link = { hotelId: hotel.id, bookingId: booking.id };
  const url = receptionUrl(link, config.publicUrl, secrets.signingKey, 'en');
  const mail = operatorMail({ kind, booking, hotel, contacts, since: openSince! }, context.today(), url);
  const error = await smtp.send({
    from,
    to: { name: '', address: to },
    ...mail,
    ...idsOf(delivery, from),
    language: 'en',
    attachments: [],
  });
  return error === null ? { kind: 'delivered' } : { kind: 'failed', error };
}
