import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../src/domain/booking/booking.ts';
import { findBooking } from '../../src/domain/booking/bookings.store.ts';
import { readEvents } from '../../src/domain/booking/events/events.store.ts';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { readMigrations } from '../../src/platform/db/migrate.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

const migrations = readMigrations();
const { sql } = migrations[16]!;
/** A later migration drops the table. */
const createOutbox = /create table outbox[^;]*;/.exec(migrations[1]!.sql)![0];

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
  const response = await service.call('POST', '/v1/bookings', {
    body: { ...demoStay(), ...GUEST, ...changes },
  });
  expect(response.status).toBe(200);
  return response.body.data.booking_id;
}
const change = (id: string, step: string, body: object) =>
  service.call('POST', `/v1/bookings/${id}/${step}`, { body });
async function violations(): Promise<string[]> {
  const lines: string[] = [];
  await verify(service.context.pool, (line) => lines.push(line));
  return lines.filter((line) => !line.includes(': ok ('));
}

describe('an upgrade from the outbox', () => {
  it('turns its rows into events: in order, with the booking as it is now', async () => {
    const first = await book();
    await book();
    const cancelled = await book();
    await change(first, 'modify', { checkOut: inDays(33) });
    await change(cancelled, 'cancel', {});
    // As release 1.2.0 would have left it: an outbox row per audit entry, and no event.
    await query(createOutbox);
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

    await query(sql);
    expect(await inShort()).toEqual([
      [1, 'booking.confirmed', 2, [[3, 1]]],
      [2, 'booking.confirmed', 1, [[2, 1]]],
      [3, 'booking.confirmed', 2, []],
      [4, 'booking.modified', 2, []],
      [5, 'booking.cancelled', 2, []],
    ]);
    const [event] = await events();
    expect(event!.booking).toEqual(await bookingOf(first));
    expect(await violations()).toEqual([]);
  });
});

async function bookingOf(id: string): Promise<Booking> {
  const client = service.context.snapshot.findClient(service.credentials['x-client-id']!)!;
  return (await findBooking(service.context.pool, client.id, { id }))!;
}
