// Reads bookings for the hotel page, with their events, notices and steps.

import { addDays, type Day, formatDay, instantInBaghdad } from '../../kernel/day.ts';
import { NIGHTS_LIMIT } from '../../kernel/horizon.ts';
import type { BookingId } from '../../kernel/ids.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import { SELECT_BOOKING } from '../booking/bookings.store.ts';
import { type EventKind, type EventStream, NOTICED } from '../booking/events/event.ts';
import { type BookingRow, bookingOf } from '../booking/rows.ts';
import type { HistoryEntry, HotelBooking } from './hotel-booking.ts';
import { receivedOf } from './received.ts';
import { AUDITED_STEPS } from './reception.store.ts';
import { type AuditedStep, lastUndoable } from './steps-in-force.ts';

interface HotelBookingRow extends BookingRow {
  event: number | null;
  event_kind: EventKind | null;
  sequenced: number;
  notice_revision: number | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  system_at: Date | null;
  system_name: string | null;
  known: BookingRow | null;
  audited: AuditedStep[];
}

const NOTICED_KINDS = `('${NOTICED.join("', '")}')`;
const ENDED_KINDS = `('booking.checked_in', 'booking.checked_out', 'booking.no_show', 'booking.cancelled',
  'booking.not_honoured')`;

/**
 * The check-in day of an open stay is at most this number of days ago. The service closes open stays on the day after
 * check-out. The additional month allows for days on which the service was not running.
 */
const OPEN_DAYS = NIGHTS_LIMIT + 31;
/**
 * To find the events of today, a query reads at most this number of the newest events. The same limit applies to the
 * search for events without a notice.
 */
const RECENT_EVENTS = 2_000;

/**
 * $1 and $2 are the ledger and the hotel. Because of LATERAL and OFFSET 0, PostgreSQL looks up the booking, its event
 * and its notice by the booking's id. Otherwise PostgreSQL would read all bookings of the hotel for each query, as long
 * as the tables have no statistics.
 */
const selectWhere = (ids: string, order: string) => `
  with acks as materialized (
    select a.up_to, a.acknowledged_at, c.name from supply_acknowledgements a join clients c on c.id = a.client_id
    where a.hotel_id = $2 and c.kind = 'SUPPLIER' and c.ledger_id = $1 and $2 = any(c.supplied_hotels)
  ), b as materialized (
    select b.* from (select distinct id from (${ids}) found) ids cross join lateral (
      ${SELECT_BOOKING} where b.id = ids.id offset 0) b
    where b.ledger_id = $1 and b.hotel_id = $2 ${order}
  )
  select b.*, e.number as event, e.kind as event_kind,
    coalesce((select last from sequenced_events where ledger_id = $1 and hotel_id = $2), 0) as sequenced,
    n.revision as notice_revision, n.acknowledged_at, n.acknowledged_by,
    s.acknowledged_at as system_at, s.name as system_name, k.booking as known, ${AUDITED_STEPS} as audited
  from b
  left join lateral (
    select number, kind from events e
    where e.booking_id = b.id and e.revision = b.revision offset 0) e on true
  left join lateral (
    select revision, event_number, acknowledged_at, acknowledged_by from front_desk_notices n
    where n.hotel_id = $2 and n.booking_id = b.id and n.ledger_id = $1 order by n.revision desc limit 1) n on true
  left join lateral (
    select acknowledged_at, name from acks
    where up_to >= case when e.kind in ${NOTICED_KINDS} then e.number else n.event_number end
    order by acknowledged_at limit 1) s on true
  left join lateral (
    select p.booking from events p
    where e.kind = 'booking.modified' and (n.acknowledged_at is null or n.revision < b.revision)
      and p.booking_id = b.id and p.revision = coalesce((
        select max(r.revision) from front_desk_notices r
        where r.hotel_id = $2 and r.booking_id = b.id and r.acknowledged_at is not null), b.revision - 1) offset 0) k on true
  ${order.replace(/ limit .*/, '')}`;

async function select(
  database: Queryable,
  { ledgerId, hotelId }: EventStream,
  today: Day,
  { name, ids, order, values }: { name: string; ids: string; order: string; values: unknown[] },
): Promise<HotelBooking[]> {
  const result = await database.query<HotelBookingRow>({
    name: `hotel-bookings-${name}`,
    text: selectWhere(ids, order),
    values: [ledgerId, hotelId, ...values],
  });
  return result.rows.map((row) => hotelBookingOf(row, today));
}

function hotelBookingOf(row: HotelBookingRow, today: Day): HotelBooking {
  const booking = bookingOf(row);
  const received = receivedOf({
    revision: row.revision,
    event: row.event === null || row.event_kind === null ? null : { number: row.event, kind: row.event_kind },
    sequenced: row.sequenced,
    notice:
      row.notice_revision === null
        ? null
        : {
            revision: row.notice_revision,
            acknowledgedAt: row.acknowledged_at?.getTime() ?? null,
            acknowledgedBy: row.acknowledged_by,
          },
    system:
      row.system_at === null || row.system_name === null
        ? null
        : { at: row.system_at.getTime(), name: row.system_name },
    isOver: booking.stay.checkOut < today,
  });
  const known = received.needed && row.known !== null ? bookingOf(row.known) : null;
  const undoable = booking.stay.checkOut < today ? null : lastUndoable(row.audited);
  return { booking, event: row.event ?? 0, received, known, undoable };
}

/**
 * Returns open bookings whose check-in day has come, bookings with a check-in, check-out, no-show or cancellation
 * today, and bookings with a notice that nobody has acknowledged. Open bookings come first. Returns at most `limit`
 * bookings.
 */
export function selectDay(
  database: Queryable,
  stream: EventStream,
  today: Day,
  limit: number,
): Promise<HotelBooking[]> {
  return select(database, stream, today, {
    name: 'day',
    ids: `
        select id from bookings where ledger_id = $1 and hotel_id = $2 and check_in <= $3 and check_in > $4
          and status in ('CONFIRMED', 'CHECKED_IN')
        union all
        select booking_id from (
          select booking_id, at, kind from events where ledger_id = $1 and hotel_id = $2
          order by number desc limit ${RECENT_EVENTS}) recent
        where at >= $5 and kind in ${ENDED_KINDS}
        union all
        select booking_id from front_desk_notices
        where hotel_id = $2 and ledger_id = $1 and acknowledged_at is null and check_out >= $3
        union all
        select booking_id from (
          select booking_id, revision, kind from events where ledger_id = $1 and hotel_id = $2 and number > coalesce((
            select last from sequenced_events where ledger_id = $1 and hotel_id = $2), 0)
          order by number limit ${RECENT_EVENTS}) late
        where kind in ${NOTICED_KINDS} and not exists (
          select 1 from front_desk_notices n where n.hotel_id = $2 and n.booking_id = late.booking_id
            and n.revision >= late.revision and n.acknowledged_at is not null)`,
    order: `order by (b.status in ('CONFIRMED', 'CHECKED_IN')) desc, b.check_in, b.id limit $6`,
    values: [
      formatDay(today),
      formatDay(addDays(today, -OPEN_DAYS)),
      instantInBaghdad(today, '00:00'),
      limit,
    ],
  });
}

/** Returns bookings whose check-in is on one day, in any status. */
export function selectArrivals(
  database: Queryable,
  stream: EventStream,
  today: Day,
  arrival: Day,
  limit: number,
): Promise<HotelBooking[]> {
  return select(database, stream, today, {
    name: 'arrivals',
    ids: 'select id from bookings where ledger_id = $1 and hotel_id = $2 and check_in = $3',
    order: 'order by b.created_at, b.id limit $4',
    values: [formatDay(arrival), limit],
  });
}

/** Returns bookings in no particular order. Leaves out bookings of other hotels. */
export function selectByIds(
  database: Queryable,
  stream: EventStream,
  today: Day,
  ids: readonly BookingId[],
): Promise<HotelBooking[]> {
  return select(database, stream, today, {
    name: 'ids',
    ids: 'select unnest($3::uuid[]) as id',
    order: '',
    values: [ids],
  });
}

export interface FoundVoucher extends EventStream {
  bookingId: BookingId;
}

/** Finds the bookings of vouchers, at any hotel and in any ledger. */
export async function findVouchers(database: Queryable, voucherIds: string[]): Promise<FoundVoucher[]> {
  const result = await database.query<FoundVoucher>({
    name: 'find-vouchers',
    text: `select ledger_id as "ledgerId", hotel_id as "hotelId", booking_id as "bookingId" from vouchers
      where voucher_id = any($1::text[]) order by voucher_id desc`,
    values: [voucherIds],
  });
  return result.rows;
}

/** Whether a booking exists, at any hotel and in any ledger. */
export async function doesBookingExist(database: Queryable, id: BookingId): Promise<boolean> {
  const result = await database.query({
    name: 'does-booking-exist',
    text: 'select from bookings where id = $1',
    values: [id],
  });
  return result.rowCount === 1;
}

export async function selectHistory(
  database: Queryable,
  { ledgerId, hotelId }: EventStream,
  bookingId: BookingId,
): Promise<HistoryEntry[]> {
  const result = await database.query<HistoryEntry>({
    name: 'hotel-booking-history',
    text: `select at, actor, person, action, revision, changes ->> 'reason' as reason from booking_audit
      where ledger_id = $1 and hotel_id = $2 and booking_id = $3 order by revision`,
    values: [ledgerId, hotelId, bookingId],
  });
  return result.rows;
}
