import type { BookingId, HotelId, LedgerId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { COVERING_SUPPLIER } from './notices.store.ts';

/** Marks notices as acknowledged if a supplier has acknowledged their events. These notices then need no reminder. */
export async function closeCoveredNotices(tx: Transaction, today: string, limit: number): Promise<number> {
  const result = await tx.query({
    name: 'close-covered-notices',
    text: `with covered as (
        select n.hotel_id, n.booking_id, n.revision, clock_timestamp() as at from front_desk_notices n
        where n.acknowledged_at is null and n.check_out >= $1 and exists (${COVERING_SUPPLIER})
        limit $2 for update of n skip locked)
      update front_desk_notices n set acknowledged_at = c.at from covered c
      where n.hotel_id = c.hotel_id and n.booking_id = c.booking_id and n.revision = c.revision`,
    values: [today, limit],
  });
  return result.rowCount ?? 0;
}

export interface DueNotice {
  ledgerId: LedgerId;
  hotelId: HotelId;
  bookingId: BookingId;
  revision: number;
  eventNumber: number;
}

interface DueRow {
  ledger_id: LedgerId;
  hotel_id: HotelId;
  booking_id: BookingId;
  revision: number;
  event_number: number;
}

/**
 * Finds bookings with a notice that is older than `until`, is not acknowledged and has no reminder yet. Returns the
 * newest notice of each booking, because an older notice shows old facts. Locks the newest notice of each booking and
 * no other notice. If two processes remind at the same time, only one of them can lock this notice.
 */
export async function lockDueNotices(
  tx: Transaction,
  until: Date,
  today: string,
  limit: number,
): Promise<DueNotice[]> {
  const result = await tx.query<DueRow>({
    name: 'lock-due-notices',
    text: `select n.ledger_id, n.hotel_id, n.booking_id, n.revision, n.event_number from front_desk_notices n
      where n.acknowledged_at is null and n.reminded_at is null and n.check_out >= $2
        and not exists (${LATER_NOTICE})
        and exists (select 1 from front_desk_notices o
          where o.hotel_id = n.hotel_id and o.booking_id = n.booking_id and o.acknowledged_at is null
            and o.reminded_at is null and o.at <= $1)
        and not exists (${COVERING_SUPPLIER})
      order by n.at limit $3 for update of n skip locked`,
    values: [until, today, limit],
  });
  return result.rows.map((row) => ({
    ledgerId: row.ledger_id,
    hotelId: row.hotel_id,
    bookingId: row.booking_id,
    revision: row.revision,
    eventNumber: row.event_number,
  }));
}

const LATER_NOTICE = `select 1 from front_desk_notices l
  where l.hotel_id = n.hotel_id and l.booking_id = n.booking_id and l.revision > n.revision`;

/** Marks notices, and the earlier notices of the same bookings, as reminded. */
export async function markReminded(tx: Transaction, due: DueNotice[], at: Date): Promise<void> {
  await tx.query({
    name: 'mark-reminded',
    text: `update front_desk_notices n set reminded_at = $4
      from unnest($1::uuid[], $2::uuid[], $3::int[]) as d(hotel_id, booking_id, revision)
      where n.hotel_id = d.hotel_id and n.booking_id = d.booking_id and n.revision <= d.revision
        and n.reminded_at is null`,
    values: [
      due.map((one) => one.hotelId),
      due.map((one) => one.bookingId),
      due.map((one) => one.revision),
      at,
    ],
  });
}

/** The channels on which this deployment can send. */
export interface Channels {
  email: boolean;
  message: boolean;
  operator: boolean;
}

/**
 * Inserts the deliveries of the reminders: one for each e-mail address and telephone number of the reception, and one
 * for the operator.
 */
export async function insertReminders(
  tx: Transaction,
  due: DueNotice[],
  at: Date,
  { email, message, operator }: Channels,
): Promise<number> {
  const result = await tx.query({
    name: 'insert-reminders',
    text: `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, event_number, booking_id,
        message_id, reminder, created_at, due_at)
      select to_whom.channel, to_whom.destination, e.kind, e.ledger_id, e.hotel_id, e.number, e.booking_id,
        gen_random_uuid(), true, $4, $4
      from unnest($1::int[], $2::uuid[], $3::int[]) as d(ledger_id, hotel_id, number)
      join events e using (ledger_id, hotel_id, number)
      join hotels h on h.id = e.hotel_id
      cross join lateral (
        select 'HOTEL_EMAIL' as channel, h.id || ' ' || min(c->>'email') as destination
        from jsonb_array_elements(h.front_desk) c where $5 and c->>'email' <> '' group by lower(c->>'email')
        union select 'HOTEL_MESSAGE', h.id || ' ' || (c->>'phone')
        from jsonb_array_elements(h.front_desk) c where $6 and c->>'phone' <> ''
        union select 'OPERATOR_EMAIL', 'operator' where $7) to_whom
      order by d.ledger_id, d.hotel_id, d.number, to_whom.channel, to_whom.destination`,
    values: [
      due.map((one) => one.ledgerId),
      due.map((one) => one.hotelId),
      due.map((one) => one.eventNumber),
      at,
      ...[email, message, operator],
    ],
  });
  return result.rowCount ?? 0;
}

export interface OpenNotices {
  /** The number of bookings with an unacknowledged notice that is older than `until`. */
  all: number;
  /** The number of these bookings whose arrival day is tomorrow or earlier. */
  arriving: number;
}

/**
 * Counts the bookings with unacknowledged notices. `arrival` is tomorrow. A booking is counted until its departure day
 * has passed, even if its arrival day is in the past.
 */
export async function countOpenNotices(
  database: Queryable,
  until: Date,
  today: string,
  arrival: string,
): Promise<OpenNotices> {
  const result = await database.query<OpenNotices>({
    name: 'count-open-notices',
    text: `select count(*)::int as all, (count(*) filter (where arrival <= $3))::int as arriving
      from (select min(n.check_in) as arrival from front_desk_notices n
        where n.acknowledged_at is null and n.check_out >= $2 and n.at <= $1
          and not exists (${COVERING_SUPPLIER})
        group by n.hotel_id, n.booking_id) open`,
    values: [until, today, arrival],
  });
  return result.rows[0]!;
}
