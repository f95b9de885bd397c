// Counts the waiting deliveries, and measures how long they wait.

import type { Transaction } from '../../platform/db/pool.ts';
import { CHANNELS, type Channel } from './delivery.ts';

/** The query stops counting at this number, because it would take too long to count a very long queue. */
const COUNTED_TO = 10_000;

/** Numbers about the waiting deliveries, for the metrics. */
export interface QueueMetrics {
  pending: Record<Channel, number>;
  /** The number of seconds since the oldest ready delivery became ready to send. Zero when no delivery is ready. */
  oldestDueSeconds: Record<Channel, number>;
  dead: number;
}

/**
 * Returns the numbers for the metrics. `oldestDueSeconds` ignores failing destinations, because the service delays
 * their deliveries on purpose.
 */
export async function readQueueMetrics(
  tx: Transaction,
  failing: (channel: Channel) => string[],
  clockShift: number,
): Promise<QueueMetrics> {
  const pending = {} as Record<Channel, number>;
  const oldestDueSeconds = {} as Record<Channel, number>;
  for (const channel of CHANNELS) {
    pending[channel] = await countPending(tx, channel);
    oldestDueSeconds[channel] =
      pending[channel] === 0 ? 0 : await readOldestDue(tx, channel, failing(channel), clockShift);
  }
  const dead = await tx.query<{ count: number }>({
    name: 'count-dead-deliveries',
    text: "select count(*)::int as count from (select 1 from deliveries where state = 'DEAD' limit $1) one",
    values: [COUNTED_TO],
  });
  return { pending, oldestDueSeconds, dead: dead.rows[0]!.count };
}

async function countPending(tx: Transaction, channel: Channel): Promise<number> {
  const result = await tx.query<{ count: number }>({
    name: 'count-pending-deliveries',
    text: `select count(*)::int as count
      from (select 1 from deliveries where state = 'PENDING' and channel = $1 limit $2) one`,
    values: [channel, COUNTED_TO],
  });
  return result.rows[0]!.count;
}

/**
 * Returns the seconds since the oldest ready delivery became ready. The query reads only one index entry per
 * destination.
 */
async function readOldestDue(
  tx: Transaction,
  channel: Channel,
  except: string[],
  clockShift: number,
): Promise<number> {
  const result = await tx.query<{ seconds: number }>({
    name: 'read-oldest-due-delivery',
    text: `with recursive each as (
        (select destination, due_at from deliveries where state = 'PENDING' and channel = $1
          order by channel, destination, due_at, id limit 1)
        union all
        select next.destination, next.due_at from each cross join lateral (
          select d.destination, d.due_at from deliveries d
          where d.state = 'PENDING' and d.channel = $1 and d.destination > each.destination
          order by d.channel, d.destination, d.due_at, d.id limit 1) next
      )
      select greatest(0, extract(epoch from clock_timestamp() + $3 * interval '1 millisecond' - min(due_at)))::float
        as seconds
      from each where destination <> all($2::text[])`,
    values: [channel, except, clockShift],
  });
  return result.rows[0]!.seconds;
}
