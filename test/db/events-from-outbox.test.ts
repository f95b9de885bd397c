import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../src/booking/booking.ts';
import { findBooking } from '../../src/booking/bookings.store.ts';
import { drawVoucherSuffix } from '../../src/booking/voucher.ts';
import { readMigrations } from '../../src/db/migrate.ts';
import { readEvents } from '../../src/events/events.store.ts';
import { addDays } from '../../src/kernel/day.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { minor } from '../../src/kernel/money.ts';
import { verify } from '../../src/verification/verify.usecase.ts';
import { insertByPreviousDesk, updateByPreviousDesk } from '../support/previous-desk.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

const { sql } = readMigrations()[16]!;
/** Bookings go on before this line of the migration, and wait after it. */
const WAITS = 'lock table bookings, outbox';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
});
afterAll(() => service.end());

const query = (text: string, values: unknown[] = []) => service.context.pool.query(text, values);
const ledger = () => service.context.snapshot.findClient(service.credentials['x-client-id']!)!.ledgerId;
const hotel = () => service.context.snapshot.findHotel('HTL-2026-0001')!.id;
const events = () => readEvents(service.context.pool, { ledgerId: ledger(), hotelId: hotel() }, 0, 1000);
const inShort = async () =>
  (await events()).map(({ number, kind, booking, nights }) => [
    ...[number, kind, booking.revision],
    nights.map(([, first, last, rooms]) => [last - first + 1, rooms]),
  ]);
async function book(changes: object = {}): Promise<string> {
  const answer = await service.call('POST', '/v1/bookings', {
    body: { ...demoStay(), ...GUEST, ...changes },
  });
  expect(answer.status).toBe(200);
  return answer.body.data.booking_id;
}
const change = (id: string, step: string, body: object) =>
  service.call('POST', `/v1/bookings/${id}/${step}`, { body });
async function violations(): Promise<string[]> {
  const lines: string[] = [];
  await verify(service.context.pool, (line) => lines.push(line));
  return lines.filter((line) => !line.includes(': ok ('));
}

/** Another booking like this one, not stored yet. */
const like = (booking: Booking): Booking => ({
  ...{ ...booking, id: idOf(randomUUID()), voucherId: `IHC-2026-${drawVoucherSuffix(randomBytes)}` },
  ...{ status: 'CONFIRMED', revision: 1, cancelled: null },
});

describe('an upgrade from the outbox', () => {
  let original: Booking;

  it('turns its rows into events: in order, with the booking as it is now', async () => {
    const first = await book();
    await book();
    const cancelled = await book();
    await change(first, 'modify', { checkOut: inDays(33) });
    await change(cancelled, 'cancel', {});
    // As the previous release would have left it: an outbox row per audit entry, and no event.
    await query('drop trigger write_events on outbox');
    await query('drop trigger delete_events on bookings');
    await query(`drop function write_events_of_outbox, write_event_of_outbox, delete_events_of_bookings, booking_in_event,
      revision_in_outbox, event_kind_of_outbox`);
    await query('truncate events, event_numbers');
    const outbox = 'insert into outbox (ledger_id, hotel_id, booking_id, kind, payload, created_at, due_at)';
    await query(`${outbox} select ledger_id, hotel_id, booking_id,
      case action when 'CREATED' then 'BOOKING_CONFIRMED' else 'BOOKING_' || action end,
      case action when 'CREATED' then '{}' else jsonb_build_object('revision', revision) end, at, at
      from booking_audit order by at, revision`);
    // Its booking was deleted.
    await query(
      `${outbox} values ($1, $2, gen_random_uuid(), 'BOOKING_CONFIRMED', '{}', clock_timestamp(), clock_timestamp())`,
      [ledger(), hotel()],
    );

    const [head, tail] = sql.split(WAITS) as [string, string];
    const client = await service.context.pool.connect();
    await client.query('begin');
    await client.query(head);
    // A desk of the previous release goes on: a new booking, and a change of one that is already converted.
    original = await bookingOf(first);
    await insertByPreviousDesk(service.context.pool, [like(original)]);
    await updateByPreviousDesk(service.context.pool, [
      { booking: { ...shortened(original), revision: 3 }, action: 'MODIFIED' },
    ]);
    await client.query(WAITS + tail);
    await client.query('commit');
    client.release();

    expect(await inShort()).toEqual([
      [1, 'booking.confirmed', 2, [[3, 1]]],
      [2, 'booking.confirmed', 1, [[2, 1]]],
      [3, 'booking.confirmed', 2, []],
      [4, 'booking.modified', 2, []],
      [5, 'booking.cancelled', 2, []],
      [6, 'booking.confirmed', 1, [[3, 1]]],
      [7, 'booking.modified', 3, [[1, -1]]],
    ]);
    const [event] = await events();
    expect(event!.booking).toEqual(original);
    expect(await violations()).toEqual([]);
  });

  it('goes on with the changes of a desk of the previous release, and then with our own', async () => {
    const bookings = [like(original), like(original), like(original)];
    await insertByPreviousDesk(service.context.pool, bookings);
    const [one, other] = bookings as [Booking, Booking];
    const cancellation = { at: new Date().toISOString(), reason: null };
    await updateByPreviousDesk(service.context.pool, [
      {
        booking: {
          ...{ ...one, status: 'CANCELLED', revision: 2 },
          cancelled: { ...cancellation, penalty: minor(0), refund: one.price.total },
        },
        action: 'CANCELLED',
      },
      { booking: { ...moved(other), revision: 2 }, action: 'MODIFIED' },
    ]);
    await updateByPreviousDesk(service.context.pool, [
      { booking: { ...moved(other), status: 'CHECKED_OUT', revision: 3 }, action: 'CHECKED_OUT' },
    ]);
    await service.context.feed.catchUp();
    await book();
    expect((await inShort()).slice(7)).toEqual([
      [8, 'booking.confirmed', 1, [[3, 1]]],
      [9, 'booking.confirmed', 1, [[3, 1]]],
      [10, 'booking.confirmed', 1, [[3, 1]]],
      [11, 'booking.cancelled', 2, [[3, -1]]],
      [
        12,
        'booking.modified',
        2,
        [
          [1, -1],
          [1, 1],
        ],
      ],
      [13, 'booking.checked_out', 3, []],
      [14, 'booking.confirmed', 1, [[2, 1]]],
    ]);
    expect(await violations()).toEqual([]);
  });

  it('a reset by a node of the previous release deletes the events too', async () => {
    await query('delete from outbox where ledger_id = $1', [ledger()]);
    await query('delete from bookings where ledger_id = $1', [ledger()]);
    expect(await events()).toEqual([]);
  });
});

async function bookingOf(id: string): Promise<Booking> {
  const client = service.context.snapshot.findClient(service.credentials['x-client-id']!)!;
  return (await findBooking(service.context.pool, client.id, { id }))!;
}

/** Without its last night. The price stays: only the nights matter here. */
function shortened(booking: Booking): Booking {
  const nightly = booking.price.nightly.slice(0, -1);
  return {
    ...booking,
    stay: { ...booking.stay, checkOut: addDays(booking.stay.checkOut, -1) },
    ...repriced(booking, nightly),
  };
}

/** One day later. */
function moved(booking: Booking): Booking {
  const stay = { checkIn: addDays(booking.stay.checkIn, 1), checkOut: addDays(booking.stay.checkOut, 1) };
  const nightly = booking.price.nightly.map((night) => ({ ...night, day: addDays(night.day, 1) }));
  return { ...booking, stay, price: { ...booking.price, nightly } };
}

/** Nights of one price: taxes are shares of their sum. */
function repriced(booking: Booking, nightly: Booking['price']['nightly']) {
  const share = nightly.length / booking.price.nightly.length;
  const part = (amount: number) => minor(Math.round(amount * share));
  const { subtotal, tax, serviceCharge, total, commission } = booking.price;
  return {
    price: {
      ...{
        ...booking.price,
        nightly,
        subtotal: part(subtotal),
        tax: part(tax),
        serviceCharge: part(serviceCharge),
      },
      ...{ total: part(total), commission: part(commission) },
    },
  };
}
