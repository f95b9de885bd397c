// Writes the results of attempts.

import type { Transaction } from '../../platform/db/pool.ts';
import type { DeliveryState } from './delivery.ts';

export const ERROR_LIMIT = 500;

/** The new state of a delivery. If `state` is PENDING, the delivery is sent again at `dueAt`. */
export interface Mark {
  id: number;
  lease: string;
  state: DeliveryState;
  /** Milliseconds since 1970. Null when the delivery has ended. */
  dueAt: number | null;
  /** Null keeps the last error. */
  error: string | null;
}

/**
 * Writes the results of attempts. If another process now has the lease of a delivery, the delivery is not changed. When
 * a delivery has ended, the next delivery of the same booking to the same destination becomes ready to send. Returns
 * how many deliveries became ready because an earlier delivery has ended.
 */
export async function markDeliveries(tx: Transaction, marks: Mark[], clockShift: number): Promise<number> {
  const result = await tx.query<{ released: number }>({
    name: 'mark-deliveries',
    text: `with time as materialized (select clock_timestamp() + $6 * interval '1 millisecond' as now),
      marked as (
        update deliveries d set state = r.state, due_at = coalesce(r.due_at, d.due_at),
          ended_at = case when r.state = 'PENDING' then null else now end, last_error = coalesce(r.error, d.last_error),
          lease = null, leased_until = null
        from unnest($1::bigint[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[])
          r(id, lease, state, due_at, error), time
        where d.id = r.id and d.lease = r.lease and d.state = 'PENDING'
        returning d.id, d.destination, d.booking_id, d.state),
      released as (
        update deliveries d set due_at = now
        from marked m cross join time cross join lateral (
          select n.id from deliveries n
          where n.state = 'PENDING' and n.destination = m.destination and n.booking_id = m.booking_id and n.id > m.id
            and n.id <> all($1::bigint[])
          order by n.id limit 1) n
        where m.state <> 'PENDING' and d.id = n.id and (d.leased_until is null or d.leased_until <= now)
        returning d.id)
      select count(*)::int as released from released`,
    values: [
      marks.map((mark) => mark.id),
      marks.map((mark) => mark.lease),
      marks.map((mark) => mark.state),
      marks.map((mark) => (mark.dueAt === null ? null : new Date(mark.dueAt))),
      marks.map((mark) => mark.error),
      clockShift,
    ],
  });
  return result.rows[0]!.released;
}
