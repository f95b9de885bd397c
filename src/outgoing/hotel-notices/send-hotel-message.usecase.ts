import type { Sending } from '../../context.ts';
import type { Delivery, SendResult } from '../delivery/delivery.ts';
import type { Outbound } from '../http-client/post.ts';
import { parseSecret, signatureHeaders } from '../http-client/sign.ts';
import { addressIn, findContact } from './contact.ts';
import { loadNotice, thingsIn } from './load-notice.usecase.ts';
import { gatewayMessage } from './message.ts';
import { issuerOf, noticeSheet } from './notice-text.ts';
import { readContacts } from './notices.store.ts';
import { receptionUrl } from './reception-link.ts';

/** Sends one message to the operator's message gateway, which sends it to the telephone of a hotel contact. */
export async function sendHotelMessage(
  context: Sending,
  outbound: Outbound,
  gateway: { url: string; secret: string },
  delivery: Delivery,
): Promise<SendResult> {
  const { config, secrets, pool } = context;
  const { hotelId, isReminder } = delivery;
  const to = addressIn(delivery.destination);
  const contact = findContact(await readContacts(pool, hotelId), 'phone', to);
  if (contact === null) return { kind: 'skipped', reason: 'the hotel has removed this contact' };
  const notice = await loadNotice(context, delivery);
  if (typeof notice === 'string') return { kind: 'skipped', reason: notice };
  const { booking } = notice;
  const { language } = contact;
  const thingsOf = thingsIn(context);
  const sheet = noticeSheet(notice, thingsOf, issuerOf(config), { language, isReminder, withPhone: true });
  const link = { hotelId, bookingId: booking.id };
  const confirmUrl = receptionUrl(link, config.publicUrl, secrets.signingKey, language);
  const id = `msg_${delivery.messageId.replaceAll('-', '')}`;
  const message = gatewayMessage(notice, sheet, thingsOf(booking), { id, to, isReminder, confirmUrl });
  const body = JSON.stringify(message);
  const timestamp = Math.floor(context.now().getTime() / 1_000);
  const headers = signatureHeaders({ id, timestamp, body }, [parseSecret(gateway.secret)]);
  const result = await outbound.post(gateway.url, body, headers);
  return result.ok ? { kind: 'delivered' } : { kind: 'failed', error: result.error };
}
