import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passOver } from '../../../src/boot/delivering/reminders.ts';
import { Counts } from '../../../src/operations/metrics/counts.ts';
import { pruneNotices } from '../../../src/outgoing/hotel-notices/notices.store.ts';
import { acknowledgeByLink } from '../../../src/outgoing/hotel-notices/open-reception-link.usecase.ts';
import { receptionToken } from '../../../src/outgoing/hotel-notices/reception-link.ts';
import { countUnacknowledged, remindReceptions } from '../../../src/outgoing/hotel-notices/remind.usecase.ts';
import {
  insertReminders,
  lockDueNotices,
  markReminded,
} from '../../../src/outgoing/hotel-notices/reminders.store.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { CONTACTS, FROM, GATEWAY_SECRET, insertNotices, setContacts } from '../../support/reception.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';
import { testSecrets } from '../../support/test-config.ts';

const HOTEL = 'HTL-2026-0006';
const CHANNELS = { email: true, message: true, operator: true };

let service: TestService;
let shift = 0;
beforeAll(async () => {
  service = await startTestService({
    deliveries: false,
    housekeeping: false,
    clockShift: () => shift,
    config: {
      reception: {
        mail: { smtpUrl: 'smtp://127.0.0.1:1', from: FROM },
        operatorEmail: 'night@channel.example',
        gateway: { url: 'http://127.0.0.1:1/', secret: GATEWAY_SECRET },
      },
    },
  });
  await setContacts(service.context, HOTEL, CONTACTS);
});
afterAll(() => service?.end());
beforeEach(async () => {
  shift = 0;
  await service.context.pool.query('truncate front_desk_notices, deliveries, supply_acknowledgements');
  await service.call('POST', '/v1/sandbox/reset');
});

async function book(changes: object = {}): Promise<string> {
  const body = { ...demoStay({ hotel: HOTEL, board: 'RO' }), ...GUEST, ...changes };
  return (await service.call('POST', '/v1/bookings', { body })).body.data.booking_id;
}
const modify = (id: string, body: object) => service.call('POST', `/v1/bookings/${id}/modify`, { body });

async function deliveries(): Promise<{ channel: string; destination: string; event_number: number }[]> {
  const { rows } = await service.context.pool.query(
    `select channel, split_part(destination, ' ', 2) as destination, event_number from deliveries
     where reminder and state = 'PENDING' order by id`,
  );
  return rows;
}

async function hotelOf(id: string): Promise<string> {
  const { rows } = await service.context.pool.query('select hotel_id from events where booking_id = $1', [
    id,
  ]);
  return rows[0].hotel_id;
}

describe('reminders', () => {
  it('go to every contact and to the operator, once, after 30 minutes', async () => {
    await insertNotices(service.context, await book(), 29);
    expect(await remindReceptions(service.context)).toBe(0);
    shift = 61_000;
    expect(await remindReceptions(service.context)).toBe(1);
    expect((await deliveries()).map(({ channel, destination }) => `${channel} ${destination}`)).toEqual([
      ...['ar', 'ckb', 'en'].map((language) => `HOTEL_EMAIL ${language}@hotel.example`),
      ...CONTACTS.map(({ phone }) => `HOTEL_MESSAGE ${phone}`).toSorted(),
      'OPERATOR_EMAIL ',
    ]);
    expect(await remindReceptions(service.context)).toBe(0);
  });

  it('are about the newest revision, and once for all of them', async () => {
    const id = await book();
    await insertNotices(service.context, id, 40);
    expect((await modify(id, { checkOut: inDays(33) })).status).toBe(200);
    await insertNotices(service.context, id, 0);
    expect(await remindReceptions(service.context)).toBe(1);
    const sent = await deliveries();
    expect(sent).toHaveLength(7);
    const { rows } = await service.context.pool.query(
      'select max(event_number) as last from front_desk_notices where booking_id = $1',
      [id],
    );
    expect(new Set(sent.map(({ event_number: number }) => number))).toEqual(new Set([rows[0].last]));
    shift = 3_600_000;
    expect(await remindReceptions(service.context)).toBe(0);
  });

  it('of a change that came after a reminder wait 30 minutes too', async () => {
    const id = await book();
    await insertNotices(service.context, id, 40);
    expect(await remindReceptions(service.context)).toBe(1);
    expect((await modify(id, { checkOut: inDays(33) })).status).toBe(200);
    await insertNotices(service.context, id, 0);
    expect(await remindReceptions(service.context)).toBe(0);
    shift = 30 * 60_000;
    expect(await remindReceptions(service.context)).toBe(1);
    expect(await remindReceptions(service.context)).toBe(0);
  });

  it('are not sent when the reception, or a system of the hotel, has acknowledged', async () => {
    const { context } = service;
    const [first, second] = [await book(), await book()];
    for (const id of [first, second]) await insertNotices(context, id, 40);
    const hotelId = await hotelOf(first);
    const token = receptionToken({ hotelId, bookingId: first } as never, testSecrets.signingKey);
    expect(await acknowledgeByLink(context, token, 1)).toBe(true);
    const { rows } = await context.pool.query(
      `insert into clients (client_id, name, kind, ledger_id, supplied_hotels)
       select 'pms-' || gen_random_uuid(), 'PMS', 'SUPPLIER', ledger_id, array[hotel_id]
       from events where booking_id = $1 returning id`,
      [second],
    );
    const acknowledge = (upTo: string) =>
      context.pool.query(
        `insert into supply_acknowledgements select $1, hotel_id, ${upTo}, now() from events where booking_id = $2
         on conflict (client_id, hotel_id) do update set up_to = excluded.up_to`,
        [rows[0].id, second],
      );
    await acknowledge('number - 1');
    expect(await countUnacknowledged(context)).toEqual({ all: 1, arriving: 0 });
    await acknowledge('number');
    expect(await countUnacknowledged(context)).toEqual({ all: 0, arriving: 0 });
    expect(await remindReceptions(context)).toBe(0);
    expect(await deliveries()).toEqual([]);
    // It is kept, so that the notice is no longer open when the supplier leaves.
    await context.pool.query('delete from clients where id = $1', [rows[0].id]);
    expect(await countUnacknowledged(context)).toEqual({ all: 0, arriving: 0 });
  });

  it('are not sent for a stay that is over, and on the day of departure they are', async () => {
    await insertNotices(service.context, await book(demoStay({ hotel: HOTEL, board: 'RO', from: 1 })), 40);
    shift = 4 * 86_400_000;
    expect(await countUnacknowledged(service.context)).toEqual({ all: 0, arriving: 0 });
    expect(await remindReceptions(service.context)).toBe(0);
    shift = 3 * 86_400_000;
    expect(await countUnacknowledged(service.context)).toEqual({ all: 1, arriving: 1 });
    expect(await remindReceptions(service.context)).toBe(1);
  });

  it('count those with arrival tomorrow or earlier', async () => {
    for (const from of [0, 1, 2])
      await insertNotices(service.context, await book(demoStay({ hotel: HOTEL, board: 'RO', from })), 40);
    const counts = new Counts();
    await passOver({ ...service.context, counts });
    expect(counts.openNotices).toEqual({ all: 3, arriving: 2 });
  });

  it('of stays that are long over are deleted', async () => {
    const id = await book();
    await insertNotices(service.context, id, 40);
    const prune = (before: string) =>
      inTransaction(service.context.pool, 'read committed', (tx) => pruneNotices(tx, 10, before));
    expect(await prune(inDays(32))).toBe(0);
    expect(await prune(inDays(33))).toBe(1);
  });
});

describe('two processes that remind at the same time', () => {
  /** Both read before one of them commits. Returns how many bookings each has reminded of. */
  async function race(lock: typeof lockDueNotices): Promise<number[]> {
    const { context } = service;
    await insertNotices(context, await book(), 40);
    const arrived: (() => void)[] = [];
    const both = () =>
      new Promise<void>((resolve) => {
        arrived.push(resolve);
        if (arrived.length === 2) for (const one of arrived) one();
      });
    const remind = () =>
      inTransaction(context.pool, 'read committed', async (tx) => {
        const due = await lock(tx, new Date(Date.now() - 30 * 60_000), inDays(0), 10);
        await both();
        if (due.length === 0) return 0;
        await insertReminders(tx, due, new Date(), CHANNELS);
        await markReminded(tx, due, new Date());
        return due.length;
      });
    return (await Promise.all([remind(), remind()])).toSorted();
  }

  it('remind once', async () => {
    expect(await race(lockDueNotices)).toEqual([0, 1]);
    expect(await deliveries()).toHaveLength(7);
  });

  it('control: without the lock they remind twice', async () => {
    // One after the other: at the same moment, the second would skip the row that the first has locked.
    let turn: ReturnType<typeof lockDueNotices> = Promise.resolve([]);
    const unlocked: typeof lockDueNotices = (_tx, ...rest) => {
      turn = turn.then(() =>
        inTransaction(service.context.pool, 'read committed', (other) => lockDueNotices(other, ...rest)),
      );
      return turn;
    };
    expect(await race(unlocked)).toEqual([1, 1]);
    expect(await deliveries()).toHaveLength(14);
  });
});
