// Loads, stores and deletes responses by idempotency key.

import type { BookingId, ClientId, LedgerId } from '../kernel/ids.ts';
import type { Queryable, Transaction } from '../platform/db/pool.ts';
import type { IdempotencyRecord } from './desk-state.ts';
import type { KeyedCommand } from './load/sort-commands.ts';

interface RecordRow {
  client_id: ClientId;
  operation: string;
  key: string;
  request_hash: string;
  status: number;
  body: string;
  ledger_id: LedgerId;
  booking_id: BookingId | null;
}

/** Loads the stored responses for the idempotency keys of a batch. */
export async function loadRecords(tx: Queryable, commands: KeyedCommand[]): Promise<IdempotencyRecord[]> {
  if (commands.length === 0) return [];
  const result = await tx.query<RecordRow>({
    name: 'desk-idempotency',
    text: `select r.client_id, r.operation, r.key, encode(r.request_hash, 'hex') as request_hash, r.status, r.body,
        r.ledger_id, r.booking_id
      from (select distinct * from unnest($1::uuid[], $2::text[], $3::text[])) k(client_id, operation, key)
      join idempotency_records r using (client_id, operation, key)`,
    values: [
      commands.map(({ client }) => client.id),
      commands.map(({ idempotency }) => idempotency.operation),
      commands.map(({ idempotency }) => idempotency.key),
    ],
  });
  return result.rows.map((row) => ({
    clientId: row.client_id,
    scope: { operation: row.operation, key: row.key, requestHash: row.request_hash },
    status: row.status,
    body: row.body,
    ledgerId: row.ledger_id,
    bookingId: row.booking_id,
  }));
}

/**
 * A separator that never occurs inside JSON text, because JSON writes it as \\u001e. Joined bodies therefore need no
 * escaping.
 */
const BETWEEN_BODIES = '\u001e';

/** Inserts the records in sorted order, so that two batches of up to 16 commands with the same keys cannot deadlock. */
export function insertRecords(tx: Transaction, records: IdempotencyRecord[], now: number): Promise<unknown> {
  const rows = records.map((record) => ({
    client_id: record.clientId,
    operation: record.scope.operation,
    key: record.scope.key,
    hash: record.scope.requestHash,
    status: record.status,
    ledger_id: record.ledgerId,
    booking_id: record.bookingId,
  }));
  return tx.query({
    name: 'desk-insert-records',
    text: `with written as (
      insert into idempotency_records (client_id, operation, key, request_hash, status, body, ledger_id, booking_id, created_at)
      select client_id, operation, key, decode(hash, 'hex'), status, body, ledger_id, booking_id, to_timestamp($3::float8 / 1000)
      from rows from (
        json_to_recordset($1) as (client_id uuid, operation text, key text, hash text, status int2, ledger_id int, booking_id uuid),
        string_to_table($2, '${BETWEEN_BODIES}')
      ) as r(client_id, operation, key, hash, status, ledger_id, booking_id, body)
      order by client_id, operation, key on conflict do nothing returning 1
    ) select expect_rows(count(*), $4, 'an idempotency key was used by another transaction') from written`,
    values: [
      JSON.stringify(rows),
      records.map((record) => record.body).join(BETWEEN_BODIES),
      now,
      rows.length,
    ],
  });
}

export async function pruneRecords(
  tx: Transaction,
  limit: number,
  now: Date,
  keepDays: number,
): Promise<number> {
  const result = await tx.query(
    `delete from idempotency_records where (client_id, operation, key) in (
       select client_id, operation, key from idempotency_records
       where created_at < $1::timestamptz - make_interval(days => $2) order by created_at limit $3)`,
    [now, keepDays, limit],
  );
  return result.rowCount ?? 0;
}

/** Deletes the records of commands whose key was made by a process of the service, and not by the caller. */
export async function pruneOwnKeys(
  tx: Transaction,
  limit: number,
  now: Date,
  keepMinutes: number,
): Promise<number> {
  const result = await tx.query(
    `delete from idempotency_records where (client_id, operation, key) in (
       select client_id, operation, key from idempotency_records
       where operation = 'command' and created_at < $1::timestamptz - make_interval(mins => $2)
       order by created_at limit $3)`,
    [now, keepMinutes, limit],
  );
  return result.rowCount ?? 0;
}
