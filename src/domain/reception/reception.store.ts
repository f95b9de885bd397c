import { formatDay } from '../../kernel/day.ts';
import type { BookingId, HotelId } from '../../kernel/ids.ts';
import { staffWho } from '../../platform/audit/staff-who.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { ReceptionCommand } from '../booking/command.ts';
import type { Client } from '../partners/client.ts';
import type { LoadedReservation, NotHonoured } from './batch-reception.ts';

/**
 * Finds a booking of a supplier's hotels by booking id or voucher id. The function does not find bookings of other
 * hotels or of other ledgers.
 */
export async function findSuppliedBooking(
  database: Queryable,
  { ledgerId, suppliedHotels }: Pick<Client, 'ledgerId' | 'suppliedHotels'>,
  reference: { id: string } | { voucherId: string },
): Promise<{ bookingId: BookingId; hotelId: HotelId } | null> {
  const key = 'id' in reference ? '$1' : '(select booking_id from vouchers where voucher_id = $1)';
  const result = await database.query<{ bookingId: BookingId; hotelId: HotelId }>(
    `select b.id as "bookingId", b.hotel_id as "hotelId" from bookings b
     where b.id = ${key} and b.ledger_id = $2 and b.hotel_id = any($3::uuid[])`,
    ['id' in reference ? reference.id : reference.voucherId, ledgerId, suppliedHotels],
  );
  return result.rows[0] ?? null;
}

/** An SQL expression that returns the steps of a booking as JSON, for `stepsInForce`. `b` is the row of the booking. */
export const AUDITED_STEPS = `(select coalesce(json_agg(json_build_object('revision', a.revision, 'action', a.action,
    'actor', a.actor, 'at', round(extract(epoch from a.at) * 1000)) order by a.revision), '[]')
  from booking_audit a where a.ledger_id = b.ledger_id and a.hotel_id = b.hotel_id and a.booking_id = b.id
    and a.action in ('CHECKED_IN', 'CHECKED_OUT', 'CORRECTED'))`;

/**
 * Loads data about the bookings that these commands concern: the partner, the event of the present revision and the
 * earlier steps.
 */
export async function loadReservations(
  tx: Queryable,
  commands: ReceptionCommand[],
): Promise<LoadedReservation[]> {
  const ids = commands.map(({ bookingId }) => bookingId);
  if (ids.length === 0) return [];
  const result = await tx.query<LoadedReservation>({
    name: 'desk-reservations',
    text: `select b.id as "bookingId", c.client_id as "clientId", e.number as event, ${AUDITED_STEPS} as audited
      from bookings b join clients c on c.id = b.client_id
      left join events e on e.booking_id = b.id and e.revision = b.revision
        and e.ledger_id = b.ledger_id and e.hotel_id = b.hotel_id
      where b.id = any($1::uuid[])`,
    values: [ids],
  });
  return result.rows;
}

/** The highest number of blocked rooms that the column can store. */
const MOST_ROOMS = 32_767;

/**
 * Increases the stored number of blocked rooms. The statement adds to the stored number and does not overwrite it,
 * because an operator may have changed the number with SQL after it was loaded.
 */
export function blockNights(tx: Transaction, notHonoured: NotHonoured[]): Promise<unknown> {
  const nights = notHonoured.flatMap(({ booking, blocked }) => blocked.map((one) => ({ ...one, booking })));
  return tx.query({
    name: 'desk-block-nights',
    text: `with written as (
        update nights n set blocked = least(n.blocked + w.rooms, ${MOST_ROOMS})
        from (select hotel, room, day, sum(rooms)::int4 as rooms
          from unnest($1::uuid[], $2::uuid[], $3::date[], $4::int2[]) as w(hotel, room, day, rooms) group by 1, 2, 3) w
        where n.hotel_id = w.hotel and n.room_type_id = w.room and n.day = w.day returning 1)
      select expect_rows(count(*), $5, 'a night of the booking was deleted') from written`,
    values: [
      nights.map(({ booking }) => booking.hotelId),
      nights.map(({ booking }) => booking.roomTypeId),
      nights.map(({ day }) => formatDay(day)),
      nights.map(({ rooms }) => rooms),
      new Set(nights.map(({ booking, day }) => `${booking.roomTypeId}/${day}`)).size,
    ],
  });
}

/**
 * Records in the operators' audit that a hotel could not honour bookings. Operators read this audit, and help to find
 * another room for the guest.
 */
export function insertNotHonouredAudit(tx: Transaction, notHonoured: NotHonoured[]): Promise<unknown> {
  return tx.query({
    name: 'desk-not-honoured-audit',
    text: `with added as (
        insert into operator_audit (who, action, subject, before, after)
        select who, 'cannot-honour', subject, before, after
        from unnest($1::text[], $2::text[], $3::jsonb[], $4::jsonb[]) as a(who, subject, before, after) returning 1)
      select expect_rows(count(*), cardinality($1), '') from added`,
    values: [
      notHonoured.map(({ command: { client } }) =>
        client.staffId !== undefined
          ? staffWho(client.staffId)
          : client.person === undefined
            ? client.name
            : `${client.person} (${client.name})`,
      ),
      notHonoured.map(({ hotel }) => hotel.publicId),
      notHonoured.map(() => JSON.stringify({ status: 'CONFIRMED' })),
      notHonoured.map(({ booking, command, blocked }) =>
        JSON.stringify({
          status: booking.status,
          booking_id: booking.id,
          voucher_id: booking.voucherId,
          check_in: formatDay(booking.stay.checkIn),
          check_out: formatDay(booking.stay.checkOut),
          rooms: booking.party.rooms,
          reason: command.request.reason,
          blocked: Object.fromEntries(blocked.map(({ day, rooms }) => [formatDay(day), rooms])),
        }),
      ),
    ],
  });
}
