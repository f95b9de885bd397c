import type { HotelId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { Channel, DeliveryState } from './delivery.ts';

/** A delivery as the operator sees it. */
export interface DeliveryRow {
  id: number;
  channel: Channel;
  destination: string;
  /** A readable name of the destination: the address of the webhook or of the reception. */
  address: string;
  state: DeliveryState;
  kind: string;
  hotelId: HotelId;
  hotel: string | null;
  /** The partner's client id. Null for receptions. */
  partner: string | null;
  voucherId: string | null;
  isReminder: boolean;
  attempts: number;
  createdAt: Date;
  dueAt: Date;
  attemptedAt: Date | null;
  retriedAt: Date | null;
  endedAt: Date | null;
  lastError: string | null;
}

const DELIVERIES = `select d.id::float as id, d.channel, d.destination, d.state, d.kind, d.hotel_id as "hotelId",
    case when d.channel = 'WEBHOOK' then coalesce(w.url, d.destination)
      else regexp_replace(d.destination, '^[0-9a-f-]{36} ', '') end as address,
    h.public_id as hotel, c.client_id as partner, b.voucher_id as "voucherId", d.reminder as "isReminder", d.attempts,
    d.created_at as "createdAt", d.due_at as "dueAt", d.attempted_at as "attemptedAt", d.retried_at as "retriedAt",
    d.ended_at as "endedAt", d.last_error as "lastError"
  from deliveries d left join hotels h on h.id = d.hotel_id left join clients c on c.id = d.client_id
    left join bookings b on b.id = d.booking_id left join webhooks w on w.id::text = d.destination`;

/** `TROUBLE` lists dead deliveries first, then deliveries that have failed and are retried. */
export type ListedState = DeliveryState | 'TROUBLE';

export interface DeliveriesQuery {
  state: ListedState;
  channel: Channel | null;
  hotelId: HotelId | null;
  limit: number;
}

/**
 * Lists deliveries. If they are waiting or dead, the oldest is first. If they were delivered or skipped, the newest is
 * first.
 */
export async function readDeliveries(
  database: Queryable,
  { state, channel, hotelId, limit }: DeliveriesQuery,
): Promise<DeliveryRow[]> {
  const chosen: Record<ListedState, string> = {
    TROUBLE:
      "(d.state = 'DEAD' or d.state = 'PENDING' and d.last_error is not null) order by d.state, d.created_at, d.id",
    DEAD: "d.state = 'DEAD' order by d.created_at, d.id",
    PENDING: "d.state = 'PENDING' order by d.created_at, d.id",
    DELIVERED: "d.state = 'DELIVERED' order by d.ended_at desc, d.id desc",
    SKIPPED: "d.state = 'SKIPPED' order by d.ended_at desc, d.id desc",
  };
  const result = await database.query<DeliveryRow>(
    `${DELIVERIES} where ($1::text is null or d.channel = $1) and ($2::uuid is null or d.hotel_id = $2)
       and ${chosen[state]} limit $3`,
    [channel, hotelId, limit],
  );
  return result.rows;
}

/** Everything about one delivery. A value is null if a sandbox reset or housekeeping has deleted it. */
export interface ShownDelivery extends DeliveryRow {
  messageId: string;
  leasedUntil: Date | null;
  hotelName: string | null;
  hotelPhone: string | null;
  reception: { name?: string; phone?: string; email?: string }[] | null;
  event: { number: number; at: Date; revision: number } | null;
  booking: {
    id: string;
    status: string;
    revision: number;
    guest: string | null;
    checkIn: string;
    checkOut: string;
    rooms: number;
    roomType: string;
    channelReference: string | null;
  } | null;
  /**
   * `waitsFor` lists the earlier deliveries of the same booking that must end before this delivery is sent. `waiting`
   * lists the later deliveries that wait for this delivery.
   */
  waitsFor: number[];
  waiting: number[];
}

export async function readDelivery(database: Queryable, id: number): Promise<ShownDelivery | null> {
  const other = (which: string) => `(select coalesce(json_agg(o.id order by o.id), '[]') from deliveries o
    where o.state = 'PENDING' and o.destination = d.destination and o.booking_id = d.booking_id and ${which})`;
  const result = await database.query<ShownDelivery>(
    `select s.*, d.message_id as "messageId", d.leased_until as "leasedUntil", h.name_en as "hotelName",
       h.phone as "hotelPhone", h.front_desk as "reception",
       case when e.number is not null then json_build_object('number', e.number, 'at', e.at, 'revision', e.revision) end
         as event,
       case when b.id is not null then json_build_object('id', b.id, 'status', b.status, 'revision', b.revision,
         'guest', g.name, 'checkIn', b.check_in, 'checkOut', b.check_out, 'rooms', b.rooms_count,
         'roomType', r.name_en, 'channelReference', b.channel_reference) end as booking,
       ${other('o.id < d.id')} as "waitsFor", ${other("o.id > d.id and d.state = 'PENDING'")} as waiting
     from (${DELIVERIES} where d.id = $1) s join deliveries d on d.id = s.id left join hotels h on h.id = d.hotel_id
       left join events e on e.ledger_id = d.ledger_id and e.hotel_id = d.hotel_id and e.number = d.event_number
       left join bookings b on b.id = d.booking_id left join guests g on g.ledger_id = b.ledger_id
         and g.hotel_id = b.hotel_id and g.booking_id = b.id and g.lead
       left join room_types r on r.id = b.room_type_id`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Locks deliveries, so that two operators cannot retry the same delivery at the same time. */
export async function lockDeliveries(
  tx: Transaction,
  ids: number[],
): Promise<{ id: number; state: DeliveryState; attempts: number; lastError: string | null }[]> {
  const result = await tx.query<{
    id: number;
    state: DeliveryState;
    attempts: number;
    lastError: string | null;
  }>(
    `select id::float as id, state, attempts, last_error as "lastError" from deliveries
     where id = any($1::bigint[]) order by id for update`,
    [ids],
  );
  return result.rows;
}

export interface DeadQuery {
  channel: Channel | null;
  destination: string | null;
}

/**
 * Locks deliveries that became dead at or before `endedUpTo`, oldest first. Skips rows that another transaction has
 * locked.
 */
export async function lockDead(
  tx: Transaction,
  { channel, destination }: DeadQuery,
  endedUpTo: Date,
  limit: number,
): Promise<number[]> {
  const result = await tx.query<{ id: number }>(
    `select id::float as id from deliveries
     where state = 'DEAD' and ended_at <= $3 and ($1::text is null or channel = $1)
       and ($2::text is null or destination = $2)
     order by ended_at limit $4 for update skip locked`,
    [channel, destination, endedUpTo, limit],
  );
  return result.rows.map((row) => row.id);
}

export async function countDead(
  database: Queryable,
  { channel, destination }: DeadQuery,
  endedUpTo: Date,
): Promise<number> {
  const result = await database.query<{ count: number }>(
    `select count(*)::int as count from deliveries
     where state = 'DEAD' and ended_at <= $3 and ($1::text is null or channel = $1)
       and ($2::text is null or destination = $2)`,
    [channel, destination, endedUpTo],
  );
  return result.rows[0]!.count;
}

/**
 * Makes dead deliveries ready to be sent now. Sets the number of attempts to zero and starts the 72 hours for retries
 * again. Does not delete the last error.
 */
export async function retryDeliveries(tx: Transaction, ids: number[], now: Date): Promise<void> {
  await tx.query(
    `update deliveries set state = 'PENDING', due_at = $2, retried_at = $2, attempts = 0, ended_at = null,
       lease = null, leased_until = null
     where id = any($1::bigint[]) and state = 'DEAD'`,
    [ids, now],
  );
}

/** Deletes deliveries that ended long ago, oldest first. Returns the number of deleted deliveries. */
export async function pruneDeliveries(
  tx: Transaction,
  limit: number,
  now: Date,
  keptDays: number,
  deadKeptDays: number,
): Promise<number> {
  const result = await tx.query(
    `with old as (
       (select id from deliveries where state in ('DELIVERED', 'SKIPPED')
          and ended_at < $2::timestamptz - $3 * interval '1 day' order by ended_at limit $1)
       union all
       (select id from deliveries where state = 'DEAD'
          and ended_at < $2::timestamptz - $4 * interval '1 day' order by ended_at limit $1)
       limit $1)
     delete from deliveries d using old where d.id = old.id`,
    [limit, now, keptDays, deadKeptDays],
  );
  return result.rowCount ?? 0;
}
