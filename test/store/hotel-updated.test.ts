import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/domain/partners/client.ts';
import { addDays, formatDay } from '../../src/kernel/day.ts';
import { announceOnce } from '../../src/outgoing/events/announce-hotels.worker.ts';
import { markReader, readClientEvents } from '../../src/outgoing/events/client-events.store.ts';
import { inTransaction } from '../../src/platform/db/pool.ts';
import { bookCommand } from '../support/book-command.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay } from '../support/stay.ts';

/** The announcer of the service does not run: the tests run its passes themselves. */
const STAY = demoStay();
const HOTEL = STAY.hotelId;
const OTHER = 'HTL-2026-0002';

let service: TestService;
let credentials: Record<string, string>;
let client: Client;
beforeAll(async () => {
  service = await startTestService({ deliveries: false, housekeeping: false });
});
afterAll(() => service.end());
beforeEach(async () => {
  await pool().query('delete from event_readers');
  await pool().query('delete from webhooks');
  await announce();
  [credentials, client] = await newClient();
});

const pool = () => service.context.pool;
const announce = (limit?: number) => announceOnce(pool(), service.context.today(), limit);
async function newClient(): Promise<[Record<string, string>, Client]> {
  const headers = await freshCredentials(service);
  return [headers, service.context.snapshot.findClient(headers['x-client-id']!)!];
}
const reads = (who: Client) => inTransaction(pool(), 'read committed', (tx) => markReader(tx, who.id));
const idOfHotel = (publicId: string) => service.context.snapshot.findHotel(publicId)!.id;
const change = (publicId: string) =>
  pool().query('update hotels set star_rating = 6 - star_rating where public_id = $1', [publicId]);
async function book(headers = credentials): Promise<void> {
  expect((await service.context.submit(bookCommand(service, headers, STAY))).status).toBe(200);
}
/** The last announcements were more than a minute ago. */
const minuteLater = () =>
  pool().query("update hotel_announcements set announced_at = announced_at - interval '61 seconds'");
const told = async (who = client) =>
  (await readClientEvents(pool(), who.id, 0, 1_000)).map(({ number, hotelId }) => [number, hotelId]);
async function addWebhook(who: Client, kinds: string[]): Promise<string> {
  const id = randomUUID();
  await pool().query(
    `insert into webhooks (id, client_id, url, kinds, secret, sealed_with, created_at)
     values ($1::uuid, $2, 'https://example.com/' || $1::uuid, $3, '', '', clock_timestamp())`,
    [id, who.id, kinds],
  );
  return id;
}
const deliveriesTo = async (webhook: string) =>
  (await pool().query('select * from deliveries where destination = $1 order by id', [webhook])).rows;

describe('hotel.updated', () => {
  it('comes for changes of the catalogue, prices, restrictions, nights and counters', async () => {
    await reads(client);
    const { roomTypeId, ratePlanId } = STAY;
    const day = formatDay(addDays(service.context.today(), 40));
    const { hotelId } = bookCommand(service, credentials, STAY).hotelLedger;
    const changes: [string, unknown[]][] = [
      ['update hotels set star_rating = 6 - star_rating where id = $1', [hotelId]],
      ['update room_types set name_en = name_en where id = $1', [roomTypeId]],
      ['update rate_plans set name_en = name_en where id = $1', [ratePlanId]],
      ["update room_types set name_ckb = 'ژوور' where id = $1", [roomTypeId]],
      ["update rate_plans set name_ckb = 'پلان' where id = $1", [ratePlanId]],
      ["update hotels set address_ckb = 'شەقام' where id = $1", [hotelId]],
      ['update cancellation_policies set rules = rules where hotel_id = $1', [hotelId]],
      ['update nights set stop_sell = not stop_sell where room_type_id = $1 and day = $2', [roomTypeId, day]],
      [
        `insert into day_prices (hotel_id, rate_plan_id, day, single_price, double_price, extra_adult_price, child_price)
         values ($1, $2, $3, 1, 1, 1, 1) on conflict (rate_plan_id, day) do update set single_price = 2`,
        [hotelId, ratePlanId, day],
      ],
      ['delete from day_prices where rate_plan_id = $1 and day = $2', [ratePlanId, day]],
      [
        `insert into plan_days values ($1, $2, $3, true, false, false, 1, 1, null)`,
        [hotelId, ratePlanId, day],
      ],
      ['delete from plan_days where rate_plan_id = $1', [ratePlanId]],
    ];
    let number = 0;
    for (const [statement, values] of changes) {
      expect([statement, (await pool().query(statement, values)).rowCount]).not.toEqual([statement, 0]);
      expect([statement, await announce()]).toMatchObject([statement, { count: 1 }]);
      number += 1;
      expect([statement, await told()]).toEqual([statement, [[number, hotelId]]]);
      await minuteLater();
    }
    expect(await announce()).toEqual({ count: 0, nextDue: null });
    await book();
    expect(await announce()).toMatchObject({ count: 1 });
  });

  it('does not come for changes that partners cannot see', async () => {
    await reads(client);
    const past = formatDay(addDays(service.context.today(), -2));
    await pool().query(
      `insert into day_prices (hotel_id, rate_plan_id, day, single_price, double_price, extra_adult_price, child_price)
       values ($1, $2, $3, 1, 1, 1, 1)`,
      [idOfHotel(HOTEL), STAY.ratePlanId, past],
    );
    await announce();
    await minuteLater();
    await pool().query('delete from day_prices where rate_plan_id = $1 and day = $2', [
      STAY.ratePlanId,
      past,
    ]);
    await pool().query(`update clients set name = name where id = $1`, [client.id]);
    await pool().query(`update api_keys set hint = hint where client_id = $1`, [client.id]);
    expect(await announce()).toEqual({ count: 0, nextDue: null });
  });

  it('is announced at once, then at most once a minute, and the last change is not lost', async () => {
    await reads(client);
    await change(HOTEL);
    expect(await announce()).toEqual({ count: 1, nextDue: null });
    await change(HOTEL);
    const { count, nextDue } = await announce();
    expect(count).toBe(0);
    expect(nextDue).toBeGreaterThan(0);
    expect(nextDue).toBeLessThanOrEqual(60_000);
    await change(HOTEL);
    expect((await announce()).count).toBe(0);
    await minuteLater();
    expect(await announce()).toEqual({ count: 1, nextDue: null });
    await minuteLater();
    expect(await announce()).toEqual({ count: 0, nextDue: null });
  });

  it('keeps only the newest one of a hotel', async () => {
    await reads(client);
    for (const hotel of [HOTEL, OTHER, HOTEL]) {
      await change(hotel);
      await announce();
      await minuteLater();
    }
    expect(await told()).toEqual([
      [2, idOfHotel(OTHER)],
      [3, idOfHotel(HOTEL)],
    ]);
  });

  it('comes for counters to the clients of their ledger, and for the rest to all', async () => {
    const [, other] = await newClient();
    for (const who of [client, other]) await reads(who);
    await book();
    expect((await announce()).count).toBe(1);
    expect(await told()).toHaveLength(1);
    expect(await told(other)).toEqual([]);
    await change(OTHER);
    expect((await announce()).count).toBe(2);
    expect(await told(other)).toEqual([[1, idOfHotel(OTHER)]]);
  });

  it('is written only for clients that read their events, or have a webhook for it', async () => {
    const [[, hooked], [, unwilling], [, silent]] = [await newClient(), await newClient(), await newClient()];
    await reads(client);
    await reads(silent);
    await pool().query(
      "update event_readers set read_at = clock_timestamp() - interval '169 hours' where client_id = $1",
      [silent.id],
    );
    await addWebhook(hooked, ['hotel.updated']);
    await addWebhook(unwilling, ['booking.confirmed']);
    await change(HOTEL);
    expect((await announce()).count).toBe(2);
    expect(await told(hooked)).toHaveLength(1);
    expect([await told(unwilling), await told(silent)]).toEqual([[], []]);
    await pool().query(
      "update event_readers set read_at = clock_timestamp() - interval '167 hours' where client_id = $1",
      [silent.id],
    );
    await minuteLater();
    await change(HOTEL);
    await announce();
    expect(await told(silent)).toHaveLength(1);
  });

  it('needs a contract in force that permits VIEW', async () => {
    await reads(client);
    const today = formatDay(service.context.today());
    const yesterday = formatDay(addDays(service.context.today(), -1));
    const own = async (permissions: string[], until: string | null) => {
      await pool().query('update clients set contract_holder_id = null where id = $1', [client.id]);
      await pool().query('delete from contracts where client_id = $1', [client.id]);
      await pool().query(
        `insert into contracts (client_id, hotel_id, commission_basis_points, permissions, valid_from, valid_until)
         values ($1, $2, 0, $3, '2020-01-01', $4)`,
        [client.id, idOfHotel(HOTEL), permissions, until],
      );
    };
    for (const [permissions, until, count] of [
      [['VIEW'], null, 1],
      [['VIEW', 'BOOK'], today, 1],
      [['BOOK'], null, 0],
      [['VIEW'], yesterday, 0],
    ] as const) {
      await own([...permissions], until);
      await minuteLater();
      await change(HOTEL);
      await change(OTHER);
      expect([permissions, until, (await announce()).count]).toEqual([permissions, until, count]);
    }
  });

  it('replaces a delivery that nobody has begun, and leaves the others', async () => {
    const id = await addWebhook(client, []);
    const next = async () => {
      await minuteLater();
      await change(HOTEL);
      expect((await announce()).count).toBe(1);
    };
    await next();
    await next();
    const [waiting, ...more] = await deliveriesTo(id);
    expect(more).toEqual([]);
    expect(waiting).toMatchObject({
      ...{
        channel: 'WEBHOOK',
        kind: 'hotel.updated',
        client_event: '2',
        event_number: null,
        booking_id: null,
      },
      message_id: (await readClientEvents(pool(), client.id, 0, 1))[0]!.id,
    });
    await pool().query("update deliveries set leased_until = clock_timestamp() + interval '1 minute'");
    await next();
    expect((await deliveriesTo(id)).map((row) => row.client_event)).toEqual(['2', '3']);
    await pool().query(
      'update deliveries set leased_until = null, attempts = case client_event when 2 then 1 else 0 end',
    );
    await next();
    expect((await deliveriesTo(id)).map((row) => row.client_event)).toEqual(['2', '4']);
  });

  it('finds what was committed while no process announced, also by a transaction that began before', async () => {
    await reads(client);
    await announce();
    const early = await pool().connect();
    await early.query('begin');
    await early.query('update hotels set star_rating = 6 - star_rating where public_id = $1', [OTHER]);
    await change(HOTEL);
    await announce();
    expect((await told()).map(([, hotel]) => hotel)).toEqual([idOfHotel(HOTEL)]);
    await early.query('commit');
    early.release();
    await announce();
    expect((await told()).map(([, hotel]) => hotel)).toEqual([idOfHotel(HOTEL), idOfHotel(OTHER)]);
  });

  it('comes for all hotels when the changes since the last time are not kept any more, in steps', async () => {
    const hotels = [...service.context.snapshot.contracts.in(client.contractHolderId)].length;
    await reads(client);
    for (const age of ['24 minutes', '26 minutes']) {
      await pool().query('update announced_changes set read_at = clock_timestamp() - $1::interval', [age]);
      const first = await announce(5);
      expect([age, first.count]).toEqual([age, age === '24 minutes' ? 0 : 5]);
    }
    await announce(1_000);
    expect((await told()).length).toBe(hotels);
    // The position of another server, of which this database is a copy.
    await minuteLater();
    await pool().query("update announced_changes set position = '9000000000:9000000000:'");
    expect((await announce(1_000)).count).toBe(hotels);
    await minuteLater();
    expect((await announce()).count).toBe(0);
  });

  it('comes in steps when many partners are told, each with numbers without gaps', async () => {
    // 700 partners of one ledger: the third hotel is begun before 2,000 events, and the fourth is not.
    await pool().query(
      `with c as (insert into clients (client_id, name, ledger_id, contract_holder_id)
         select 'many-' || gen_random_uuid(), 'Many', ledger_id, contract_holder_id
         from clients, generate_series(1, 700) where id = $1 returning id)
       insert into event_readers select id, clock_timestamp() from c`,
      [client.id],
    );
    for (const hotel of [HOTEL, OTHER, 'HTL-2026-0003', 'HTL-2026-0004']) await change(hotel);
    expect(await announce()).toEqual({ count: 2_100, nextDue: 0 });
    expect(await announce()).toEqual({ count: 700, nextDue: null });
    const { rows } = await pool().query(
      `select distinct numbers from (select array_agg(number::int order by number) as numbers from client_events
         where ledger_id = $1 group by client_id) each`,
      [client.ledgerId],
    );
    expect(rows).toEqual([{ numbers: [1, 2, 3, 4] }]);
  });

  it('does not read changes while nobody is interested', async () => {
    await change(HOTEL);
    expect(await announce()).toEqual({ count: 0, nextDue: null });
    await reads(client);
    expect(await announce()).toEqual({ count: 0, nextDue: null });
  });
});

describe('the announcer', () => {
  it('runs in the desk, and hears of changes of its own desk and of others', async () => {
    const node = await startTestService({ databaseUrl: service.databaseUrl });
    const [first, second] = [service, node].map(({ context }) => context.desk.isDesk);
    expect([first, second]).toEqual([true, false]);
    await reads(client);
    service.context.announcer.start();
    await book();
    while ((await told()).length < 1) await pause(20);
    await change(OTHER);
    while ((await told()).length < 2) await pause(20);
    await service.context.announcer.stop();
    await node.close();
  });
});
