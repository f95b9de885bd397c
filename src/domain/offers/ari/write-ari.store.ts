// Writes the restrictions and marks of a part, and the progress of its message.

import { type Day, formatDay } from '../../../kernel/day.ts';
import { arrayLiteral } from '../../../platform/db/array-literal.ts';
import type { Transaction } from '../../../platform/db/pool.ts';
import type { ExecutedPart } from './execute-ari.ts';
import type { ChangedPlanDay, Mark } from './part-state.ts';

export function writePlanDays(tx: Transaction, hotelId: string, days: ChangedPlanDay[]): Promise<unknown> {
  return tx.query({
    name: 'ari-write-plan-days',
    text: `with written as (
        insert into plan_days (hotel_id, rate_plan_id, day, stop_sell, closed_to_arrival, closed_to_departure, min_stay,
          min_stay_through, max_stay)
        select $1::uuid, * from unnest($2::uuid[], $3::date[], $4::bool[], $5::bool[], $6::bool[], $7::int2[],
          $8::int2[], $9::int2[])
        on conflict (rate_plan_id, day) do update set stop_sell = excluded.stop_sell,
          closed_to_arrival = excluded.closed_to_arrival, closed_to_departure = excluded.closed_to_departure,
          min_stay = excluded.min_stay, min_stay_through = excluded.min_stay_through, max_stay = excluded.max_stay
        returning 1)
      select expect_rows(count(*), cardinality($2), 'the database did not write every restriction') from written`,
    values: [
      hotelId,
      arrayLiteral(days.map(({ ratePlanId }) => ratePlanId)),
      arrayLiteral(days.map(({ day }) => formatDay(day))),
      arrayLiteral(days.map(({ after }) => after!.stopSell)),
      arrayLiteral(days.map(({ after }) => after!.closedToArrival)),
      arrayLiteral(days.map(({ after }) => after!.closedToDeparture)),
      arrayLiteral(days.map(({ after }) => after!.minStay)),
      arrayLiteral(days.map(({ after }) => after!.minStayThrough)),
      arrayLiteral(days.map(({ after }) => (after!.maxStay === 0 ? null : after!.maxStay))),
    ],
  });
}

/** Deletes the rows of days whose restrictions were all removed. */
export function deletePlanDays(tx: Transaction, days: ChangedPlanDay[]): Promise<unknown> {
  return tx.query({
    name: 'ari-delete-plan-days',
    text: `with deleted as (
        delete from plan_days d using unnest($1::uuid[], $2::date[]) as k(plan, day)
        where d.rate_plan_id = k.plan and d.day = k.day returning 1)
      select expect_rows(count(*), cardinality($1), 'a restriction was already deleted') from deleted`,
    values: [
      arrayLiteral(days.map(({ ratePlanId }) => ratePlanId)),
      arrayLiteral(days.map(({ day }) => formatDay(day))),
    ],
  });
}

/**
 * If an operator made a change, this word is stored instead of a client id. Only the audit log contains the operator's
 * name, because suppliers must not see it.
 */
export const BY_OPERATOR = 'OPERATOR';

/**
 * Stores a mark for each changed day. The author in a mark is a supplier's client id or BY_OPERATOR. If a mark has a
 * version, this version must be higher by one than the stored version. Otherwise another transaction has changed the
 * day. The lock of the hotel usually prevents this, but in a sandbox, operators and testers use different locks.
 */
export function writeMarks(
  tx: Transaction,
  hotelId: string,
  marks: Mark[],
  { who, person, messageId }: { who: string; person: string | null; messageId: string | null },
): Promise<unknown> {
  return tx.query({
    name: 'ari-write-marks',
    text: `with written as (
        insert into offer_marks as m (hotel_id, product_id, day, version, changed_at, changed_by, person, message_id, sent)
        select $1::uuid, k.product, k.day, coalesce(k.version, 1), clock_timestamp(), $4, $7, $5,
          coalesce(k.sent::bigint[], '{}')
        from unnest($2::uuid[], $3::date[], $6::text[], $8::int4[]) as k(product, day, sent, version)
        on conflict (hotel_id, product_id, day) do update set version = m.version + 1, changed_at = excluded.changed_at,
          changed_by = excluded.changed_by, person = excluded.person, message_id = excluded.message_id,
          sent = case when excluded.sent = '{}' then m.sent else excluded.sent end
        where not $9 or m.version + 1 = excluded.version
        returning 1)
      select expect_rows(count(*), cardinality($2), 'the database did not write every mark') from written`,
    values: [
      hotelId,
      arrayLiteral(marks.map(({ productId }) => productId)),
      arrayLiteral(marks.map(({ day }) => formatDay(day))),
      who,
      messageId,
      // PostgreSQL requires quotes around an array inside an array literal.
      arrayLiteral(marks.map(({ sent }) => (sent === null ? null : `"{${sent.join(',')}}"`))),
      person,
      arrayLiteral(marks.map(({ version }) => version ?? null)),
      marks.some(({ version }) => version !== undefined),
    ],
  });
}

/**
 * Stores the progress of a message in the same transaction as its part. Throws an error if another transaction has
 * already executed this part.
 */
export function writeProgress(tx: Transaction, part: ExecutedPart): Promise<unknown> {
  const { command, decision, rejected, cells, partsDone, isComplete, seenEvent, receivedAt } = part;
  const { client, hotelLedger, message } = command;
  const key = [client.id, hotelLedger.hotelId, message.messageId];
  if (rejected !== null)
    return tx.query({
      name: 'ari-begin',
      text: `with written as (
          insert into supply_messages (client_id, hotel_id, message_id, request_hash, received_at, seen_event, parts_done,
            is_complete, results, plan_hash)
          values ($1, $2, $3, decode($4, 'hex'), to_timestamp($5::float8 / 1000), $6, 1, $7, $8, decode($9, 'hex'))
          on conflict do nothing returning 1)
        select expect_rows(count(*), 1, 'the message was begun by another transaction') from written`,
      values: [
        ...key,
        message.requestHash,
        receivedAt,
        seenEvent,
        isComplete,
        JSON.stringify({ rejected, notes: decision.notes, cells }),
        message.planHash,
      ],
    });
  return tx.query({
    name: 'ari-continue',
    text: `with written as (
        update supply_messages set parts_done = parts_done + 1, is_complete = $5,
          results = case when $6::jsonb = '[]' then results
            else jsonb_set(results, '{notes}', results->'notes' || $6::jsonb) end
        where client_id = $1 and hotel_id = $2 and message_id = $3 and parts_done = $4 and not is_complete returning 1)
      select expect_rows(count(*), 1, 'the message was continued by another transaction') from written`,
    values: [...key, partsDone, isComplete, JSON.stringify(decision.notes)],
  });
}

/**
 * Deletes messages that are older than `keepDays` days. If a supplier sends a deleted message again, the message is
 * executed again as a new message.
 */
export async function pruneMessages(
  tx: Transaction,
  limit: number,
  now: Date,
  keepDays: number,
): Promise<number> {
  const result = await tx.query(
    `delete from supply_messages where ctid in (
       select ctid from supply_messages where received_at < $1::timestamptz - make_interval(days => $2)
       order by received_at limit $3)`,
    [now, keepDays, limit],
  );
  return result.rowCount ?? 0;
}

/** Deletes marks, and the restrictions of rate plans, on days before `before`. */
export async function pruneMarks(tx: Transaction, limit: number, before: Day): Promise<number> {
  const deleted = await Promise.all(
    ['offer_marks', 'plan_days'].map((table) =>
      tx.query(
        `delete from ${table} where ctid in (select ctid from ${table} where day < $1 order by day limit $2)`,
        [formatDay(before), limit],
      ),
    ),
  );
  return Math.max(...deleted.map(({ rowCount }) => rowCount ?? 0));
}
