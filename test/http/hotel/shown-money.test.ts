import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MONEY_FIELDS } from '../../../src/domain/booking/shown-money.ts';
import {
  openReceptionSenders,
  type ReceptionSenders,
} from '../../../src/outgoing/hotel-notices/reception-senders.usecase.ts';
import { owedText } from '../../../web/src/hotel/reception/booking-text.ts';
import { receptionEn } from '../../../web/src/hotel/words/reception-en.ts';
import { shellEn } from '../../../web/src/hotel/words/shell-en.ts';
import { type HotelWithPage, hotelWithPage } from '../../support/hotel-page.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { CONTACTS, deliveryOf, FROM, NO_SETTINGS, setContacts } from '../../support/reception.ts';
import { openNights, readBooking, readDayOf } from '../../support/reception-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { GUEST, inDays } from '../../support/stay.ts';

let service: TestService;
let server: MailServer;
let receiver: Receiver;
let mail: ReceptionSenders;
let page: HotelWithPage;
beforeAll(async () => {
  [server, receiver] = await Promise.all([startMailServer(), startReceiver()]);
  service = await startTestService({
    housekeeping: false,
    outbound: { ca: receiver.ca },
    config: {
      reception: { ...NO_SETTINGS, mail: { smtpUrl: `smtp://127.0.0.1:${server.port}`, from: FROM } },
    },
  });
  page = await hotelWithPage(service);
  await openNights(service, page);
  await setContacts(service.context, page.hotel.publicId, CONTACTS);
  mail = openReceptionSenders(service.context);
});
afterAll(async () => {
  await mail?.close();
  await service?.end();
  await receiver?.end();
  await server?.end();
});

// biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside.
type Body = any;
const call = async (method: 'GET' | 'POST', url: string, body?: object): Promise<Body> => {
  const response = await service.call(method, url, { headers: page.partner, body });
  expect([url, response.body.error]).toEqual([url, undefined]);
  return response.body.data;
};

/** The three amounts of a booking in the form of the API, for partners and for hotel systems. */
const amounts = ({ price, payment }: Body) => [price.total, price.retained, payment.due_at_hotel];

/** A penalty is due at once. The stay then becomes one night, which costs less than the penalty. */
async function bookAndShorten(): Promise<{ id: string; voucher: string; expected: string[] }> {
  const stay = await page.stay({ board: 'RO', nights: 3 });
  const booked = await call('POST', '/v1/bookings', { ...stay, ...GUEST });
  const { booking_id: id } = booked;
  const shortened = await call('POST', `/v1/bookings/${id}/modify`, { checkOut: inDays(31) });
  const expected = amounts(shortened);
  // The three differ, so a place that confuses them is found.
  expect(new Set(expected).size).toBe(3);
  expect(Number(expected[0]) + Number(expected[1])).toBeCloseTo(Number(expected[2]), 2);
  return { id, voucher: booked.voucher.url, expected };
}

const SPEECH = { words: receptionEn, shell: shellEn };

const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

describe('a booking with a retained penalty, which the hotel collects', () => {
  it('has the same amounts in every place that shows it', async () => {
    await service.context.pool.query(
      "update contracts set payment_collected_by = 'HOTEL' where hotel_id = (select id from hotels where public_id = $1)",
      [page.hotel.publicId],
    );
    await service.context.feed.catchUp();
    await call('POST', '/v1/webhooks', { url: receiver.url(), events: ['booking.modified'] });
    const { id, voucher, expected } = await bookAndShorten();
    const [total, retained, due] = expected;

    const shown: Record<string, string[]> = {};
    shown.booking = amounts(await call('GET', `/v1/bookings/${id}`));
    shown.list = amounts((await call('GET', '/v1/bookings'))[0]);
    const [webhook] = await receiver.has(1);
    shown.webhook = amounts(JSON.parse(webhook!.body).data.booking);
    const events: Body[] = await call('GET', '/v1/events');
    shown.event = amounts(events.find(({ type }) => type === 'booking.modified').data.booking);
    const { body } = await service.call('GET', `/supply/v1/reservations?hotelId=${page.hotel.publicId}`, {
      headers: page.supplier,
    });
    shown.reservation = amounts(body.data.find(({ kind }: Body) => kind === 'booking.modified').reservation);
    const { booking } = await readBooking(page.reception, id);
    shown.hotelPage = MONEY_FIELDS.map((field) => booking[field]!);
    const listed = (await readDayOf(page.reception)).of(id);
    shown.hotelDay = MONEY_FIELDS.map((field) => listed[field]!);
    expect(shown).toEqual(
      Object.fromEntries(Object.keys(shown).map((place) => [place, [total, retained, due]])),
    );

    // Texts for people show what is due, and the part of it that is not for the stay.
    const { pathname, search } = new URL(voucher);
    const html = (await service.app.inject({ url: pathname + search })).body;
    const delivery = { channel: 'HOTEL_EMAIL', address: 'en@hotel.example' } as const;
    await mail.senders.HOTEL_EMAIL!(await deliveryOf(service.context, id, delivery));
    const texts = {
      page: Object.values(owedText(booking, SPEECH)).join(' '),
      voucher: html,
      mail: server.mails.at(-1)!.text!,
    };
    for (const [place, text] of Object.entries(texts)) {
      expect(text, place).toContain(grouped(due!));
      expect(text, place).toContain(grouped(retained!));
      expect(text, place).toContain('penalty from an earlier change');
    }
  });

  it('shows no retained part after it was cancelled: the whole amount is the penalty', async () => {
    const { id, voucher, expected } = await bookAndShorten();
    await call('POST', `/v1/bookings/${id}/cancel`);
    const { booking } = await readBooking(page.reception, id);
    expect(booking.due_at_hotel).toBe(expected[2]);
    expect(owedText(booking, SPEECH).note).toBe(receptionEn.owedByGuest);
    const { pathname, search } = new URL(voucher);
    expect((await service.app.inject({ url: pathname + search })).body).not.toContain('earlier change');
  });

  it('shows no retained part that is 0, or that a node of the release before did not send', async () => {
    const stay = await page.stay({ nights: 1 });
    const { booking_id: id } = await call('POST', '/v1/bookings', { ...stay, ...GUEST });
    const { booking } = await readBooking(page.reception, id);
    expect([booking.retained, owedText(booking, SPEECH).note]).toEqual(['0.00', receptionEn.collect]);
    const { retained: _, ...old } = booking;
    expect(owedText(old, SPEECH).note).toBe(receptionEn.collect);
  });
});
