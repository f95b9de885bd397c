// Finds changes that the service has reported to callers and that are missing in the database.

import type { AnsweredHead } from '../../desk/one-desk/answered-line.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { ToldBooking } from './told-booking.ts';

/** A change that the service has reported to a caller. `booking` is null if the stored line contains no booking. */
export interface Told {
  head: AnsweredHead;
  booking: ToldBooking | null;
}

/**
 * Reads the lines that processes have stored in the database about missing batches. Each row contains the lines that
 * one process has stored about one batch.
 */
export async function readLostLines(database: Queryable, after: LostPosition | null): Promise<LostRow[]> {
  const result = await database.query<LostRow>(
    `select batch, process, lines from lost_batches where $1::uuid is null or (batch, process) > ($1, $2::uuid)
     order by batch, process limit 100`,
    [after?.batch ?? null, after?.process ?? null],
  );
  return result.rows;
}

export interface LostPosition {
  batch: string;
  process: string;
}

export interface LostRow extends LostPosition {
  lines: string[];
}

export async function readDatabaseId(database: Queryable): Promise<string> {
  const result = await database.query("select value #>> '{}' as id from deployment where key = 'database'");
  return result.rows[0].id;
}

/**
 * Returns the positions in `told` of the changes that are missing in the database. If the caller has sent the same
 * request again after the loss, the change is not missing. The query recognises such a request by its idempotency key,
 * and a booking also by the partner's reference. Changes in ledgers that were reset or deleted after the change are
 * left out.
 */
export async function findMissing(database: Queryable, told: Told[]): Promise<Set<number>> {
  const rows = told.map(({ head, booking }, place) => ({
    ...{ place, batch: head.batch?.id, epoch: head.batch?.epoch, number: head.batch?.number },
    ...{ ledger: head.ledger, at: head.at, client: head.client, operation: head.operation, key: head.key },
    ...{ kind: head.kind, booking: booking?.id, revision: booking?.revision, reference: booking?.reference },
  }));
  const result = await database.query<{ place: number }>(
    `with told as materialized (
        select * from jsonb_to_recordset($1::jsonb) as t(place int, batch uuid, epoch bigint, number bigint, ledger int,
          at timestamptz, client uuid, operation text, key text, kind text, booking uuid, revision int, reference text)
      ), oldest as materialized (
        select epoch, min(number) as number from desk_batches where epoch in (select epoch from told) group by 1
      )
      select t.place from told t left join oldest o using (epoch)
      where exists (select from ledgers l where l.id = t.ledger)
        and not exists (select from clients c where c.ledger_id = t.ledger and c.reset_at > t.at)
        and (t.batch is null
          or t.number >= coalesce(o.number, 0) and not exists (select from desk_batches b where b.id = t.batch))
        and (t.booking is null
          or not exists (select from bookings b where b.id = t.booking and b.revision >= t.revision))
        and not exists (select from idempotency_records r
          where r.client_id = t.client and r.operation = t.operation and r.key = t.key)
        and not (t.kind = 'book' and t.reference is not null and exists (
          select from bookings b where b.client_id = t.client and b.channel_reference = t.reference))`,
    [JSON.stringify(rows)],
  );
  return new Set(result.rows.map(({ place }) => place));
}

/** Returns the public id of each hotel. */
export async function readHotelIds(database: Queryable): Promise<Map<string, string>> {
  const result = await database.query<{ id: string; public_id: string }>('select id, public_id from hotels');
  return new Map(result.rows.map((row) => [row.id, row.public_id]));
}
