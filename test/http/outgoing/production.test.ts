import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReceptionSettings } from '../../../src/boot/delivering/delivery-settings.ts';
import { startReminders } from '../../../src/boot/delivering/reminders.ts';
import { remindReceptions } from '../../../src/outgoing/hotel-notices/remind.usecase.ts';
import { PROJECT_DIRECTORY } from '../../../src/platform/db/project-directory.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { ihcOn } from '../../support/ihc-in-process.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { FROM, GATEWAY_SECRET, NO_SETTINGS } from '../../support/reception.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { GUEST, inDays } from '../../support/stay.ts';
import { testSecrets } from '../../support/test-config.ts';
import { until } from '../../support/until.ts';

const HOTEL = 'HTL-2026-0101';
const RECEPTION = '+9647701234567';
const EXAMPLE = join(PROJECT_DIRECTORY, 'docs/examples/hotel.json');
const folder = mkdtempSync(join(tmpdir(), 'ihc-reception-'));

let database: TestDatabase;
let service: TestService;
let mail: MailServer;
let headers: Record<string, string>;
const messages: { type: string; to: string; acknowledge_url: string; reminder: boolean }[] = [];
const gateway = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const message = JSON.parse(Buffer.concat(chunks).toString());
    // The example has a second contact, with a telephone only.
    if (message.to === RECEPTION) messages.push(message);
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  mail = await startMailServer();
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  database = await createTestDatabase('migrated');
  const ihc = ihcOn(database.url);
  const nights = join(folder, 'nights.csv');
  writeFileSync(nights, `hotel,room_type,from,to,allotment\n${HOTEL},DBL,${inDays(1)},${inDays(60)},9\n`);
  const run = async (...parameters: string[]) => {
    const result = await ihc('--json', ...parameters);
    expect([parameters, result.code]).toEqual([parameters, 0]);
    return result.data;
  };
  await run('hotel', 'import', EXAMPLE, '--nights', nights);
  await run('partner', 'create', 'acme', '--name', 'Acme Travel');
  const terms = ['--commission', '10', '--permissions', 'view,book', '--collected-by', 'hotel'];
  await run('contract', 'set', '--partner', 'acme', '--hotel', HOTEL, ...terms, '--from', inDays(0));
  headers = { 'x-client-id': 'acme', 'x-api-key': (await run('key', 'issue', 'acme')).api_key };
  const port = (gateway.address() as AddressInfo).port;
  service = await startTestService({
    databaseUrl: database.url,
    housekeeping: false,
    config: {
      environment: 'production',
      keyPepper: testSecrets.keyPepper,
      reception: {
        mail: { smtpUrl: `smtp://127.0.0.1:${mail.port}`, from: FROM },
        operatorEmail: 'night@channel.example',
        gateway: { url: `http://127.0.0.1:${port}/`, secret: GATEWAY_SECRET },
      },
    },
  });
});
afterAll(async () => {
  await service?.end();
  await mail?.end();
  gateway.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('a booking reaches the reception, is reminded of, acknowledged, changed and cancelled', async () => {
  const { pool } = service.context;
  const { rows } = await pool.query(
    `select r.id as room, p.id as plan from rate_plans p join room_types r on r.id = p.room_type_id
     where r.code = 'DBL' and p.code = 'BB'`,
  );
  const [{ room, plan }] = rows;
  const stay = {
    hotelId: HOTEL,
    roomTypeId: room,
    ratePlanId: plan,
    checkIn: inDays(10),
    checkOut: inDays(12),
  };
  const booked = await service.call('POST', '/v1/bookings', { headers, body: { ...stay, ...GUEST } });
  expect(booked.status).toBe(200);
  const id = booked.body.data.booking_id;
  await until(() => mail.mails.length === 1 && messages.length === 1);
  expect(mail.mails[0]).toMatchObject({ recipients: ['reception@two-palms.example.com'] });
  expect(mail.mails[0]!.attachments).toHaveLength(1);
  expect(messages[0]).toMatchObject({ type: 'front_desk.new', to: RECEPTION, reminder: false });

  // Half an hour later nobody has acknowledged.
  await pool.query("update front_desk_notices set at = at - interval '31 minutes'");
  expect(await remindReceptions(service.context)).toBe(1);
  await until(() => mail.mails.length === 3 && messages.length === 2);
  expect(messages[1]).toMatchObject({ type: 'front_desk.new', reminder: true });
  expect(mail.mails.flatMap(({ recipients }) => recipients)).toContain('night@channel.example');

  const { pathname, search } = new URL(messages[0]!.acknowledge_url);
  const page = await service.app.inject({ method: 'GET', url: pathname + search });
  const revision = /name="revision" value="(\d+)"/.exec(page.body)![1]!;
  const confirmed = await service.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `revision=${revision}`,
  });
  expect(confirmed.statusCode).toBe(303);

  const change = { headers, body: { checkOut: inDays(13) } };
  expect((await service.call('POST', `/v1/bookings/${id}/modify`, change)).status).toBe(200);
  await until(() => messages.length === 3);
  expect((await service.call('POST', `/v1/bookings/${id}/cancel`, { headers })).status).toBe(200);
  await until(() => messages.length === 4 && mail.mails.length === 5);
  expect(messages.map(({ type }) => type).slice(2)).toEqual(['front_desk.changed', 'front_desk.cancelled']);
  const open = await ihcOn(database.url)('--json', 'delivery', 'unacknowledged', '--all');
  expect(open.data).toMatchObject([{ booking_id: id, kind: 'CANCELLED', arrival: 'LATER' }]);
});

it('a service that can tell nobody says so when it starts', async () => {
  const warnings: string[] = [];
  const start = async (reception: ReceptionSettings) => {
    const config = { ...service.context.config, reception };
    const log = { warn: (text: string) => warnings.push(text) };
    const context = Object.create(service.context, { config: { value: config }, log: { value: log } });
    await startReminders(context).stop();
  };
  await start({ ...NO_SETTINGS, mail: { smtpUrl: 'smtp://127.0.0.1:1', from: FROM } });
  await start({ ...NO_SETTINGS, gateway: { url: 'http://127.0.0.1:1/', secret: GATEWAY_SECRET } });
  expect(warnings).toEqual([]);
  await start(NO_SETTINGS);
  expect(warnings).toEqual([expect.stringContaining('front desks are not told about bookings')]);
});
