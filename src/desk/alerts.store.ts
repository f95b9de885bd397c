import type { BookCommand } from '../domain/booking/command.ts';
import type { PriceAlert } from '../domain/pricing/price-alert.ts';
import { formatDay, getDay } from '../kernel/day.ts';
import type { Queryable, Transaction } from '../platform/db/pool.ts';
import type { DeskState } from './desk-state.ts';

/** Loads the price alerts that were recorded for the guests and stays of these commands. */
export async function loadAlerts(tx: Queryable, bookings: BookCommand[]): Promise<PriceAlert[]> {
  if (bookings.length === 0) return [];
  const requests = bookings.map((command) => command.request);
  const result = await tx.query({
    name: 'desk-alerts',
    text: `select a.* from (select distinct * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::date[], $5::date[], $6::text[]))
        k(client_id, room_type_id, rate_plan_id, check_in, check_out, guest_phone)
      join price_alerts a using (client_id, room_type_id, rate_plan_id, check_in, check_out, guest_phone)`,
    values: [
      requests.map((request) => request.clientId),
      requests.map((request) => request.roomTypeId),
      requests.map((request) => request.ratePlanId),
      requests.map((request) => formatDay(request.stay.checkIn)),
      requests.map((request) => formatDay(request.stay.checkOut)),
      requests.map((request) => request.guest.phone),
    ],
  });
  return result.rows.map((row) => ({
    ledgerId: row.ledger_id,
    hotelId: row.hotel_id,
    clientId: row.client_id,
    roomTypeId: row.room_type_id,
    ratePlanId: row.rate_plan_id,
    stay: { checkIn: getDay(row.check_in), checkOut: getDay(row.check_out) },
    guestPhone: row.guest_phone,
    party: { rooms: row.rooms_count, adults: row.adults, children: row.children },
    currency: row.currency,
    at: row.alerted_at.getTime(),
  }));
}

/** Deletes the earlier alerts of guests who have now booked. */
export function deleteAlerts(tx: Transaction, state: DeskState): Promise<unknown> {
  const ended = [...state.alerts.ended.values()];
  return tx.query({
    name: 'desk-delete-alerts',
    text: `with written as (
      delete from price_alerts a
      using unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::date[], $5::date[], $6::text[])
        k(client_id, room_type_id, rate_plan_id, check_in, check_out, guest_phone)
      where a.client_id = k.client_id and a.room_type_id = k.room_type_id and a.rate_plan_id = k.rate_plan_id
        and a.check_in = k.check_in and a.check_out = k.check_out and a.guest_phone = k.guest_phone
      returning 1
    ) select expect_rows(count(*), null, 'any number of alerts') from written`,
    values: [
      ended.map(({ stay }) => stay.clientId),
      ended.map(({ stay }) => stay.roomTypeId),
      ended.map(({ stay }) => stay.ratePlanId),
      ended.map(({ stay }) => formatDay(stay.stay.checkIn)),
      ended.map(({ stay }) => formatDay(stay.stay.checkOut)),
      ended.map((one) => one.guestPhone),
    ],
  });
}

export function insertAlerts(tx: Transaction, state: DeskState): Promise<unknown> {
  const rows = [...state.alerts.added.values()].map((alert) => ({
    ledger_id: alert.ledgerId,
    hotel_id: alert.hotelId,
    client_id: alert.clientId,
    room_type_id: alert.roomTypeId,
    rate_plan_id: alert.ratePlanId,
    check_in: formatDay(alert.stay.checkIn),
    check_out: formatDay(alert.stay.checkOut),
    guest_phone: alert.guestPhone,
    rooms_count: alert.party.rooms,
    adults: alert.party.adults,
    children: alert.party.children,
    currency: alert.currency,
    alerted_at: new Date(alert.at).toISOString(),
  }));
  return tx.query({
    name: 'desk-insert-alerts',
    text: `with written as (
      insert into price_alerts
      select * from json_populate_recordset(null::price_alerts, $1)
      on conflict (client_id, room_type_id, rate_plan_id, check_in, check_out, guest_phone, rooms_count, adults, children,
        currency) do update set alerted_at = excluded.alerted_at
      returning 1
    ) select expect_rows(count(*), $2, 'an alert is missing') from written`,
    values: [JSON.stringify(rows), rows.length],
  });
}
