import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Deliverer, type DelivererOptions } from '../../src/outgoing/delivery/deliverer.ts';
import type { Channel, Delivery, Send, Senders } from '../../src/outgoing/delivery/delivery.ts';

export interface NewDelivery {
  channel?: Channel;
  destination?: string;
  bookingId?: string | null;
  /** The creation time relative to now. */
  createdMilliseconds?: number;
  dueMilliseconds?: number;
}

/** Inserts deliveries as the sequencer does. Returns their ids, in order. */
export async function insertDeliveries(pool: pg.Pool, deliveries: NewDelivery[]): Promise<number[]> {
  const result = await pool.query(
    `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, event_number, booking_id, message_id,
       created_at, due_at)
     select channel, destination, 'booking.confirmed', 1, $6, place, booking_id, gen_random_uuid(),
       clock_timestamp() + created * interval '1 ms', clock_timestamp() + due * interval '1 ms'
     from unnest($1::text[], $2::text[], $3::uuid[], $4::float[], $5::float[])
       with ordinality n(channel, destination, booking_id, created, due, place) order by place returning id`,
    [
      deliveries.map(({ channel = 'WEBHOOK' }) => channel),
      deliveries.map(({ destination = 'a' }) => destination),
      deliveries.map(({ bookingId = null }) => bookingId),
      deliveries.map(({ createdMilliseconds = 0 }) => createdMilliseconds),
      deliveries.map(({ dueMilliseconds = 0 }) => dueMilliseconds),
      randomUUID(),
    ],
  );
  return result.rows.map((row) => Number(row.id));
}

export async function readDeliveries(pool: pg.Pool, ids: number[]) {
  const result = await pool.query(
    `select id::int, state, attempts, last_error as error, lease, destination,
       round(extract(epoch from due_at - created_at))::int as "dueAfter", ended_at as "endedAt"
     from deliveries where id = any($1) order by id`,
    [ids],
  );
  return result.rows;
}

export const NO_SENDERS: Senders = {
  WEBHOOK: null,
  HOTEL_EMAIL: null,
  HOTEL_MESSAGE: null,
  OPERATOR_EMAIL: null,
};

/** Returns a deliverer of webhooks without pauses and waits. */
export function delivererOf(pool: pg.Pool, send: Send, options: Partial<DelivererOptions> = {}): Deliverer {
  return new Deliverer({
    pool,
    senders: { ...NO_SENDERS, WEBHOOK: send },
    clockShift: () => 0,
    onError: (error) => {
      throw error;
    },
    pollMilliseconds: 20,
    claimMilliseconds: 0,
    gatherMilliseconds: 5,
    restOf: () => 0,
    ...options,
  });
}

/** Returns true when no delivery is pending. */
export async function nothingPending(pool: pg.Pool): Promise<boolean> {
  const result = await pool.query("select 1 from deliveries where state = 'PENDING' limit 1");
  return result.rowCount === 0;
}

export const succeed = (sent: Delivery[]): Send => {
  return async (delivery) => {
    sent.push(delivery);
    return { kind: 'delivered' };
  };
};
