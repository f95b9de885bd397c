import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceptionSettings } from '../../../src/boot/delivering/delivery-settings.ts';
import {
  openReceptionSenders,
  type ReceptionSenders,
} from '../../../src/outgoing/hotel-notices/reception-senders.usecase.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../support/mail-server.ts';
import {
  CONTACTS,
  deliveryOf,
  FROM,
  GATEWAY_SECRET,
  insertNotices,
  NO_SETTINGS,
  setContacts,
} from '../../support/reception.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

const HOTEL = 'HTL-2026-0006';
const LANGUAGES = ['ar', 'ckb', 'en'] as const;

let service: TestService;
let server: MailServer;
let open: ReceptionSenders;
const gateway = { requests: [] as { headers: Record<string, string>; body: string }[], status: 200 };
const http = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    gateway.requests.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(gateway.status).end();
  });
});

beforeAll(async () => {
  server = await startMailServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  service = await startTestService({
    deliveries: false,
    config: {
      supportPhone: '+9647705550199',
      reception: {
        mail: { smtpUrl: `smtp://127.0.0.1:${server.port}`, from: FROM },
        operatorEmail: 'night@channel.example',
        gateway: {
          url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/in`,
          secret: GATEWAY_SECRET,
        },
      },
    },
  });
  await setContacts(service.context, HOTEL, CONTACTS);
  open = openReceptionSenders(service.context);
});
afterAll(async () => {
  await open?.close();
  await service?.end();
  await server?.end();
  http.close();
});

/** Cancels the booking before, so that rooms are never short. */
const from = 30;
let last: string | null = null;
async function book(changes: object = {}): Promise<string> {
  if (last !== null) await cancel(last);
  const body = { ...demoStay({ hotel: HOTEL, board: 'RO', from }), ...GUEST, ...changes };
  const id: string = (await service.call('POST', '/v1/bookings', { body })).body.data.booking_id;
  last = id;
  return id;
}
const modify = (id: string, body: object) => service.call('POST', `/v1/bookings/${id}/modify`, { body });
const cancel = (id: string) => service.call('POST', `/v1/bookings/${id}/cancel`);

async function mailOf(id: string, language: string, isReminder = false): Promise<ReceivedMail> {
  const to = { channel: 'HOTEL_EMAIL', address: `${language}@hotel.example`, isReminder } as const;
  expect(await open.senders.HOTEL_EMAIL!(await deliveryOf(service.context, id, to))).toEqual({
    kind: 'delivered',
  });
  return server.mails.at(-1)!;
}

const HEADINGS = {
  ar: ['حجز جديد', 'تعديل حجز', 'إلغاء حجز'],
  ckb: ['حجزی نوێ', 'گۆڕینی حجز', 'هەڵوەشاندنەوەی حجز'],
  en: ['NEW', 'CHANGED', 'CANCELLED'],
};

describe.each(LANGUAGES)('mails in %s', (language) => {
  it('tell at a glance what is new, changed or cancelled, and belong together', async () => {
    const id = await book({ specialRequests: 'Late arrival <b>23:30</b>' });
    const mails = [await mailOf(id, language)];
    expect((await modify(id, { checkOut: inDays(from + 3), specialRequests: 'طابق هادئ' })).status).toBe(200);
    mails.push(await mailOf(id, language));
    expect((await cancel(id)).status).toBe(200);
    mails.push(await mailOf(id, language));
    for (const [index, mail] of mails.entries()) {
      expect(mail.subject).toMatch(new RegExp(`^${HEADINGS[language][index]}: ${GUEST.guestName}`));
      expect(mail.recipients).toEqual([`${language}@hotel.example`]);
      expect(mail.references).toBe(`<booking.${id}@channel.example>`);
      expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
      expect(mail.headers.get('content-language')).toBe(language);
      expect(mail.html).toContain(`dir="${language === 'en' ? 'ltr' : 'rtl'}"`);
      expect(mail.html).not.toMatch(/src=|<b>23:30|url\(/);
      for (const part of [mail.html as string, mail.text!]) {
        expect(part).toContain(GUEST.guestName);
        expect(part).toContain('+964 770 123 4567');
        expect(part).toContain('/front-desk/');
      }
    }
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
    const [fresh, changed, cancelled] = mails as [ReceivedMail, ReceivedMail, ReceivedMail];
    for (const mail of [fresh, changed]) {
      expect(mail.attachments.map(({ contentType }) => contentType)).toEqual(['application/pdf']);
      expect(mail.attachments[0]!.content.subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect(cancelled.attachments).toEqual([]);
    // Isolates keep the order of joined numbers.
    expect(fresh.text?.replaceAll(/[\u2066-\u2069]/g, '')).toContain('Late arrival <b>23:30</b>');
    expect(changed.text).toContain('طابق هادئ');
    expect(changed.html).toMatch(/<s lang="\w+">.*<\/s>/);
    expect(fresh.html).not.toContain('<s ');
  });

  it('on a phone have at most 900 characters, with the link whole', async () => {
    const long = 'ـ نص طويل '.repeat(49);
    const id = await book({ specialRequests: long, guestName: 'عبد '.repeat(24) });
    const change = { checkIn: inDays(from + 1), checkOut: inDays(from + 4), specialRequests: `${long}2` };
    expect(await modify(id, change)).toMatchObject({ status: 200 });
    const address = CONTACTS.find((contact) => contact.language === language)!.phone!;
    gateway.requests.length = 0;
    const delivery = await deliveryOf(service.context, id, { channel: 'HOTEL_MESSAGE', address });
    expect(await open.senders.HOTEL_MESSAGE!(delivery)).toEqual({ kind: 'delivered' });
    const [{ headers, body }] = gateway.requests as [(typeof gateway.requests)[0]];
    const message = new Webhook(GATEWAY_SECRET).verify(body, headers) as Record<string, unknown> & {
      text: string;
    };
    expect(message).toMatchObject({
      id: headers['webhook-id'],
      type: 'front_desk.changed',
      reminder: false,
      to: address,
      language,
      hotel: { public_id: HOTEL },
      booking: { booking_id: id, check_in: inDays(from + 1), revision: 2 },
    });
    expect(message.text.length).toBeLessThanOrEqual(900);
    expect(message.text).toContain(message.acknowledge_url);
    expect(message.text).toContain('…');
  });
});

describe('what a reception is not told', () => {
  it('amounts, when the partner collects', async () => {
    const id = await book();
    await service.context.pool.query(
      `update events set booking = jsonb_set(booking::jsonb, '{payment}',
         '{"collectedBy": "PARTNER", "dueAtHotel": 0}')::json where booking_id = $1`,
      [id],
    );
    const mail = await mailOf(id, 'en');
    expect(mail.text).toContain('Paid to the partner, nothing to collect');
    expect(mail.text).not.toMatch(/IQD|USD/);
  });

  it('anything, when the contact was removed or the reminder is acknowledged', async () => {
    const { context } = service;
    const id = await book();
    const to = { channel: 'HOTEL_EMAIL', address: 'gone@hotel.example' } as const;
    expect(await open.senders.HOTEL_EMAIL!(await deliveryOf(context, id, to))).toMatchObject({
      kind: 'skipped',
    });
    await insertNotices(context, id, 40);
    expect((await mailOf(id, 'en', true)).subject).toMatch(/^REMINDER: NEW: /);
    await context.pool.query('update front_desk_notices set acknowledged_at = now() where booking_id = $1', [
      id,
    ]);
    for (const channel of ['HOTEL_EMAIL', 'OPERATOR_EMAIL'] as const) {
      const reminder = await deliveryOf(context, id, {
        channel,
        address: 'en@hotel.example',
        isReminder: true,
      });
      expect(await open.senders[channel]!(reminder)).toEqual({
        kind: 'skipped',
        reason: 'the front desk has acknowledged it',
      });
    }
  });
});

describe('the operator', () => {
  it('gets a mail that says whom to telephone, with an arrival of tomorrow in the subject', async () => {
    const id = await book(demoStay({ hotel: HOTEL, board: 'RO', from: 1 }));
    await insertNotices(service.context, id, 40);
    const delivery = await deliveryOf(service.context, id, { channel: 'OPERATOR_EMAIL', address: '' });
    expect(await open.senders.OPERATOR_EMAIL!(delivery)).toEqual({ kind: 'delivered' });
    const mail = server.mails.at(-1)!;
    expect(mail.recipients).toEqual(['night@channel.example']);
    expect(mail.subject).toMatch(/^TOMORROW: NEW booking not confirmed by /);
    for (const known of [
      '+964 770 111 0001',
      'Shilan',
      GUEST.guestName,
      id,
      `ihc delivery acknowledge ${id}`,
    ])
      expect(mail.text).toContain(known);
  });
});

describe('headers', () => {
  it('cannot be added by names of guests or contacts', async () => {
    const evil = 'X\r\nBcc: thief@example.com\r\n\r\nbody';
    await setContacts(service.context, HOTEL, [{ ...CONTACTS[2]!, name: evil }]);
    const id = await book();
    await service.context.pool.query(
      `update events set booking = jsonb_set(booking::jsonb, '{guest_name}', $2::jsonb)::json where booking_id = $1`,
      [id, JSON.stringify(evil)],
    );
    const mail = await mailOf(id, 'en');
    await setContacts(service.context, HOTEL, CONTACTS);
    expect(mail.recipients).toEqual(['en@hotel.example']);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/im);
    expect(mail.subject).toMatch(/^NEW: X Bcc: thief@example.com body, arrives /);
  });
});

describe('a server', () => {
  const settings = (smtpUrl: string): ReceptionSettings => ({
    ...NO_SETTINGS,
    mail: { smtpUrl, from: FROM },
  });
  /** Sends one mail with other settings. Gives up when the server is silent for so long. */
  async function sendWith(smtpUrl: string, address = 'en@hotel.example', patience = 30_000) {
    const config = { ...service.context.config, reception: settings(smtpUrl) };
    const context = { ...service.context, config };
    const limits = {
      connectMilliseconds: patience,
      socketMilliseconds: patience,
      mailMilliseconds: 2 * patience,
    };
    const other = openReceptionSenders(context, limits);
    const delivery = await deliveryOf(service.context, await book(), { channel: 'HOTEL_EMAIL', address });
    const result = await other.senders.HOTEL_EMAIL!(delivery);
    await other.close();
    return result;
  }

  it('that needs TLS and a password gets both', async () => {
    const { cert, key } = makeCertificate();
    const secured = await startMailServer({
      cert,
      key,
      authMethods: ['PLAIN'],
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === 'geheim'
          ? done(null, { user: username })
          : done(new Error('Invalid username or password')),
    });
    const address = `127.0.0.1:${secured.port}?tls.rejectUnauthorized=false`;
    expect(await sendWith(`smtp://desk:geheim@${address}`)).toEqual({ kind: 'delivered' });
    expect(secured.mails[0]).toMatchObject({ isEncrypted: true, user: 'desk' });
    const refused = await sendWith(`smtp://desk:falsch@${address}`);
    expect(refused).toMatchObject({ kind: 'failed', error: expect.stringContaining('Invalid') });
    expect(JSON.stringify(refused)).not.toContain('falsch');
    // A certificate that nobody knows is refused, unless the address says otherwise.
    expect(await sendWith(`smtp://desk:geheim@127.0.0.1:${secured.port}`)).toMatchObject({ kind: 'failed' });
    await secured.end();
  });

  it('that refuses the recipient, hangs or is not there makes the delivery fail', async () => {
    await setContacts(service.context, HOTEL, [
      { name: 'R', email: 'refused@hotel.example', language: 'en' },
    ]);
    const url = `smtp://127.0.0.1:${server.port}`;
    expect(await sendWith(url, 'refused@hotel.example')).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('no such mailbox'),
    });
    await setContacts(service.context, HOTEL, CONTACTS);
    const silent = net.createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    expect(await sendWith(`smtp://127.0.0.1:${port}`, undefined, 300)).toMatchObject({ kind: 'failed' });
    silent.close();
    expect(await sendWith('smtp://127.0.0.1:1')).toMatchObject({ kind: 'failed' });
  });

  it('of the gateway that responds with 500 makes the delivery fail', async () => {
    gateway.status = 500;
    const address = CONTACTS[0]!.phone!;
    const delivery = await deliveryOf(service.context, await book(), { channel: 'HOTEL_MESSAGE', address });
    expect(await open.senders.HOTEL_MESSAGE!(delivery)).toEqual({ kind: 'failed', error: 'HTTP 500' });
    gateway.status = 200;
  });
});
