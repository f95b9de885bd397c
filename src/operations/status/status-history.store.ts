// Reads and writes the minutes and days of the status in the database.

import { type Day, formatDay, getDay } from '../../kernel/day.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { COMPONENTS, type Component } from './component.ts';
import type { MinuteCounts, MinuteRow } from './minute-tally.ts';

const isKnown = (component: string): component is Component =>
  (COMPONENTS as readonly string[]).includes(component);

/**
 * Adds the counts of a process to the counts of other processes. The rows are written in the order of their keys, so
 * that two processes do not deadlock. A minute may occur twice if the clock of the database was set back.
 */
export async function addMinutes(tx: Transaction, rows: MinuteRow[]): Promise<void> {
  const column = <Value>(read: (row: MinuteRow) => Value) => rows.map(read);
  await tx.query({
    name: 'add-status-minutes',
    text: `insert into status_minutes as kept
        (minute, component, checks, impaired, failing, requests, failures, p99_ms)
      select to_timestamp(minute * 60::float8), component, sum(checks)::int, sum(impaired)::int, sum(failing)::int,
        sum(requests)::int, sum(failures)::int, max(p99_ms)
      from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::real[])
        as seen (minute, component, checks, impaired, failing, requests, failures, p99_ms)
      group by minute, component order by minute, component
      on conflict (minute, component) do update set checks = kept.checks + excluded.checks,
        impaired = kept.impaired + excluded.impaired, failing = kept.failing + excluded.failing,
        requests = kept.requests + excluded.requests, failures = kept.failures + excluded.failures,
        p99_ms = greatest(kept.p99_ms, excluded.p99_ms)`,
    values: [
      column(({ minute }) => minute),
      column(({ component }) => component),
      column(({ checks }) => checks),
      column(({ impaired }) => impaired),
      column(({ failing }) => failing),
      column(({ requests }) => requests),
      column(({ failures }) => failures),
      column(({ p99Milliseconds }) => p99Milliseconds),
    ],
  });
}

export interface SeenMinute extends MinuteCounts {
  minute: number;
}

export interface SeenMinutes {
  component: Component;
  /** Sorted by time. */
  minutes: SeenMinute[];
  /** The highest 99th percentile of all minutes, in milliseconds. */
  p99Milliseconds: number | null;
}

const MINUTES = `string_agg(concat_ws(' ', extract(epoch from minute)::int / 60, checks, impaired, failing, requests,
  failures), ',' order by minute)`;

/**
 * Reads the minutes between two times, except minutes that are already part of a stored day. Returns one text per
 * component. If the query returned one row per minute, the driver would take ten times as long, and other requests
 * would have to wait.
 */
export async function readMinutes(database: Queryable, from: Date, until: Date): Promise<SeenMinutes[]> {
  const result = await database.query({
    name: 'read-status-minutes',
    text: `select component, ${MINUTES} as minutes, max(p99_ms)::float8 as p99
      from status_minutes where minute >= $1 and minute < $2 group by component`,
    values: [from, until],
  });
  return result.rows
    .filter(({ component }) => isKnown(component))
    .map(({ component, minutes, p99 }) => ({
      ...{ component, p99Milliseconds: p99 },
      minutes: minutesOfText(minutes),
    }));
}

function minutesOfText(text: string): SeenMinute[] {
  return text.split(',').map((one) => {
    const [minute, checks, impaired, failing, requests, failures] = one.split(' ').map(Number);
    return {
      ...{ minute: minute!, checks: checks!, impaired: impaired! },
      ...{ failing: failing!, requests: requests!, failures: failures! },
    };
  });
}

export interface StoredDay {
  component: Component;
  day: Day;
  states: string;
}

/** Returns the stored days, oldest first. */
export async function readDays(database: Queryable, since: Day): Promise<StoredDay[]> {
  const result = await database.query<{ component: string; day: string; states: string }>({
    name: 'read-status-days',
    text: 'select component, day, states from status_days where day >= $1 order by day, component',
    values: [formatDay(since)],
  });
  return result.rows.flatMap(({ component, day, states }) =>
    isKnown(component) ? { component, day: getDay(day), states } : [],
  );
}

/** Returns the oldest minute before a time, of any component. Returns null if there is no such minute. */
export async function findOldMinute(
  database: Queryable,
  before: Date,
): Promise<{ minute: Date; component: string } | null> {
  const result = await database.query<{ minute: Date; component: string }>({
    name: 'find-old-status-minute',
    text: 'select minute, component from status_minutes where minute < $1 order by minute, component limit 1',
    values: [before],
  });
  return result.rows[0] ?? null;
}

/** Deletes and returns the minutes of a component between two times. */
export async function takeMinutes(
  tx: Transaction,
  component: string,
  from: Date,
  until: Date,
): Promise<SeenMinute[]> {
  const result = await tx.query<{ minutes: string | null }>({
    name: 'take-status-minutes',
    text: `with taken as (delete from status_minutes where component = $1 and minute >= $2 and minute < $3 returning *)
      select ${MINUTES} as minutes from taken`,
    values: [component, from, until],
  });
  const text = result.rows[0]!.minutes;
  return text === null ? [] : minutesOfText(text);
}

/** Stores a day. A day that is already stored is not changed, so counts that processes write later are not included. */
export async function insertDay(
  tx: Transaction,
  { component, day, states }: { component: string; day: Day; states: string },
): Promise<void> {
  await tx.query({
    name: 'insert-status-day',
    text: 'insert into status_days (day, component, states) values ($1, $2, $3) on conflict (day, component) do nothing',
    values: [formatDay(day), component, states],
  });
}

export async function pruneDays(tx: Transaction, limit: number, before: Day): Promise<number> {
  const result = await tx.query(
    `delete from status_days where (day, component) in (
       select day, component from status_days where day < $1 order by day limit $2)`,
    [formatDay(before), limit],
  );
  return result.rowCount ?? 0;
}
