import type pg from 'pg';
import { type BookingId, type ClientId, type HotelId, idOf, ledgerIdOf } from '../../kernel/ids.ts';
import { inTransaction, type Transaction } from '../../platform/db/pool.ts';
import type { Channel, Delivery } from './delivery.ts';

/** A delivery that this process may send until the lease of the delivery ends. */
export interface ClaimedDelivery {
  delivery: Delivery;
  lease: string;
  /** The time at which the delivery was created, or at which an operator sent it again. */
  since: number;
  /** The time of the claim. */
  now: number;
}

export interface DueQuery {
  channel: Channel;
  /** The query returns only destinations whose name sorts after this name. */
  after: string;
  /** Destinations to skip, because this process may not send to them now. */
  except: string[];
  limit: number;
  clockShift: number;
}

/**
 * Settings for the transaction of a claim. PostgreSQL keeps the plan of a prepared statement, and a plan that it made
 * while the table was empty would read the whole table. Without sequential scans, every statement uses an index. The
 * commit does not wait for the disk. If a crash of the database server loses a claim, the delivery is claimed again.
 */
const KEYED_AND_QUICK =
  'set local enable_seqscan = off; set local jit = off; set local synchronous_commit = off';

export function claiming<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(pool, 'read committed', async (tx) => {
    await tx.query(KEYED_AND_QUICK);
    return work(tx);
  });
}

/**
 * Finds the next destinations that have a delivery to send now. The query reads one index entry per destination, so a
 * destination with 100,000 deliveries takes no longer than a destination with one delivery.
 */
export async function findDueDestinations(
  tx: Transaction,
  { channel, after, except, limit, clockShift }: DueQuery,
): Promise<string[]> {
  const result = await tx.query<{ destination: string }>({
    name: 'find-due-destinations',
    text: `with recursive each as (
        (select destination, due_at from deliveries
          where state = 'PENDING' and channel = $1 and destination > $2
          order by channel, destination, due_at, id limit 1)
        union all
        select next.destination, next.due_at from each cross join lateral (
          select d.destination, d.due_at from deliveries d
          where d.state = 'PENDING' and d.channel = $1 and d.destination > each.destination
          order by d.channel, d.destination, d.due_at, d.id limit 1) next
      )
      select destination from each
      where due_at <= clock_timestamp() + $5 * interval '1 millisecond' and destination <> all($3::text[])
      limit $4`,
    values: [channel, after, except, limit, clockShift],
  });
  return result.rows.map((row) => row.destination);
}

export interface ClaimQuery {
  channel: Channel;
  /** The number of deliveries to claim for each destination. */
  shares: Map<string, number>;
  /** The query reads this number of extra rows per destination, because some rows must wait for an earlier delivery. */
  spare: number;
  lease: string;
  leaseMilliseconds: number;
  clockShift: number;
  /** False only in control tests. If it is false, two processes can claim the same rows. */
  skipLocked?: boolean;
}

export interface Claim {
  claimed: ClaimedDelivery[];
  /**
   * The number of deliveries that were not claimed, because they must wait for an earlier delivery of the same booking.
   */
  deferred: number;
}

/**
 * While a delivery is being sent, the next delivery of the same booking waits. Usually, the statement that writes the
 * result of the earlier delivery also makes the waiting delivery ready. But this statement may not see a waiting
 * delivery that was inserted a moment before. The service therefore checks the waiting delivery again after this time,
 * which is earlier than the end of the lease.
 */
const UNDER_WAY_MILLISECONDS = 250;

/**
 * Claims deliveries that can be sent now, oldest first. The first statement locks the rows, and the second statement
 * sees everything that was committed before the locks. With a single statement, the claim could make a delivery wait
 * for an earlier delivery that has already ended.
 */
export async function claimDeliveries(tx: Transaction, query: ClaimQuery): Promise<Claim> {
  const { shares, lease, leaseMilliseconds, clockShift } = query;
  const locked = await lockDue(tx, query);
  if (locked.length === 0) return { claimed: [], deferred: 0 };
  const result = await tx.query<ClaimRow>({
    name: 'claim-deliveries',
    text: `with time as materialized (select clock_timestamp() + $6 * interval '1 millisecond' as now),
      picked as materialized (
        select d.id, d.destination, d.due_at, (
          select case when a.leased_until > now then now + $7 * interval '1 millisecond'
            else greatest(a.due_at, now + interval '1 second') end
          from deliveries a, time
          where a.state = 'PENDING' and a.destination = d.destination and a.booking_id = d.booking_id and a.id < d.id
          order by a.id limit 1) as after
        from deliveries d where d.id = any($1::bigint[])),
      deferred as (
        update deliveries d set due_at = p.after from picked p
        where d.id = p.id and p.after is not null returning d.id),
      free as (
        select id, destination, row_number() over (partition by destination order by due_at, id) as place
        from picked where after is null),
      claimed as (
        update deliveries d set lease = $4, leased_until = now + $5 * interval '1 millisecond',
          due_at = now + $5 * interval '1 millisecond', attempts = d.attempts + 1, attempted_at = now
        from free f join unnest($2::text[], $3::int[]) w(destination, share) using (destination), time
        where d.id = f.id and f.place <= w.share
        returning d.*, now)
      select c.*, (select count(*)::int from deferred) as deferred from claimed c
      right join (select 1) one on true order by c.id`,
    values: [
      ...[locked, [...shares.keys()], [...shares.values()], lease, leaseMilliseconds, clockShift],
      UNDER_WAY_MILLISECONDS,
    ],
  });
  const rows = result.rows.filter((row) => row.id !== null);
  return { claimed: rows.map((row) => claimOf(row, lease)), deferred: result.rows[0]!.deferred };
}

/**
 * Locks the rows of deliveries that are due. The query also checks the lease: after an operator has sent a delivery
 * again, the delivery is due at once, but an earlier attempt may still be running.
 */
async function lockDue(
  tx: Transaction,
  { channel, shares, spare, clockShift, skipLocked = true }: ClaimQuery,
): Promise<string[]> {
  const result = await tx.query<{ id: string }>({
    name: skipLocked ? 'lock-due-deliveries' : 'find-due-deliveries',
    text: `select d.id from unnest($2::text[], $3::int[]) w(destination, share) cross join lateral (
        select id from deliveries
        where state = 'PENDING' and channel = $1 and destination = w.destination
          and due_at <= clock_timestamp() + $5 * interval '1 millisecond'
          and (leased_until is null or leased_until <= clock_timestamp() + $5 * interval '1 millisecond')
        order by due_at, id limit w.share + $4 ${skipLocked ? 'for update skip locked' : ''}) d`,
    values: [channel, [...shares.keys()], [...shares.values()], spare, clockShift],
  });
  return result.rows.map((row) => row.id);
}

interface ClaimRow {
  id: string;
  channel: Channel;
  destination: string;
  kind: string;
  ledger_id: number;
  hotel_id: string;
  event_number: number | null;
  booking_id: string | null;
  client_id: string | null;
  client_event: string | null;
  message_id: string;
  reminder: boolean;
  created_at: Date;
  retried_at: Date | null;
  attempts: number;
  now: Date;
  deferred: number;
}

function claimOf(row: ClaimRow, lease: string): ClaimedDelivery {
  const createdAt = row.created_at.getTime();
  return {
    delivery: {
      id: Number(row.id),
      channel: row.channel,
      destination: row.destination,
      kind: row.kind,
      ledgerId: ledgerIdOf(row.ledger_id),
      hotelId: idOf<HotelId>(row.hotel_id),
      eventNumber: row.event_number,
      bookingId: row.booking_id === null ? null : idOf<BookingId>(row.booking_id),
      clientId: row.client_id === null ? null : idOf<ClientId>(row.client_id),
      clientEvent: row.client_event === null ? null : Number(row.client_event),
      messageId: row.message_id,
      isReminder: row.reminder,
      createdAt,
      attempts: row.attempts,
    },
    lease,
    since: row.retried_at?.getTime() ?? createdAt,
    now: row.now.getTime(),
  };
}
