import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Adds a webhook for every partner. The secrets are never read, because the benchmark has its own sender. */
export async function addWebhooks(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into webhooks (id, client_id, url, kinds, secret, sealed_with, created_at)
     select gen_random_uuid(), id, 'https://receiver.example/', '{}', '', '', now() from clients where kind = 'PARTNER'
     on conflict do nothing`,
  );
}

/** Adds due deliveries: four events per booking, spread over the destinations. */
export async function fillDeliveries(pool: pg.Pool, count: number, destinations: number): Promise<void> {
  await emptyDeliveries(pool);
  await pool.query(
    `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, event_number, booking_id, message_id,
       created_at, due_at)
     select 'WEBHOOK', 'destination ' || (n / 4) % $2, 'booking.confirmed', 1, $3, n,
       ('00000000-0000-4000-8000-' || lpad((n / 4)::text, 12, '0'))::uuid, gen_random_uuid(), now(), now()
     from generate_series(0, $1::int - 1) n`,
    [count, destinations, randomUUID()],
  );
  await pool.query('analyze deliveries');
}

/** Deletes all deliveries and resets the sequencer, which would otherwise wait for deleted events. */
export async function emptyDeliveries(pool: pg.Pool): Promise<void> {
  await pool.query(
    'truncate deliveries, client_events, client_event_numbers, sequenced_events, front_desk_notices',
  );
}

export async function countDelivered(pool: pg.Pool): Promise<number> {
  const result = await pool.query("select count(*)::int as count from deliveries where state = 'DELIVERED'");
  return result.rows[0].count;
}
