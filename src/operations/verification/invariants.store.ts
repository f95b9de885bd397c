// Invariants of the stored rows. Each invariant is a query that finds violations.

import { PRICE_HISTORY_KEPT_DAYS } from '../../domain/pricing/price-history.store.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';

export interface Invariant {
  name: string;
  /** Each row is a violation: `what` identifies the row, and `problem` describes the error in it. */
  sql: string;
}

export interface Violation {
  what: string;
  problem: string;
}

/** The maximum number of violations that are shown for an invariant. The reported count includes all violations. */
const SHOWN = 20;

/** The nights that bookings occupy. Nights that were given back for sale are not included. */
const BOOKED_NIGHTS = `select b.ledger_id, b.hotel_id, b.room_type_id, b.check_in + n as day, sum(b.rooms_count) as rooms
  from bookings b cross join lateral generate_series(0,
    coalesce((b.cancellation->>'releasedFrom')::date, b.check_out) - b.check_in - 1) n
  where b.status <> 'CANCELLED' group by 1, 2, 3, 4`;

/**
 * The changes of nights in all stored events. These changes must add up to the counters, also after a reset of a
 * sandbox ledger, which deletes the events and sets the counters to 0.
 */
const EVENT_NIGHTS = `select e.ledger_id, e.hotel_id, (n->>0)::uuid as room_type_id, date '1970-01-01' + d as day,
    sum((n->>3)::int) as rooms
  from events e cross join lateral jsonb_array_elements(e.nights) n
  cross join lateral generate_series((n->>1)::int, (n->>2)::int) d group by 1, 2, 3, 4`;

/**
 * The nights that holds occupy. Expired holds are included until their rooms are given back, because the counters still
 * contain these rooms.
 */
const HELD_NIGHTS = `select h.ledger_id, h.hotel_id, h.room_type_id, h.check_in + n as day, sum(h.rooms_count) as rooms
  from holds h cross join lateral generate_series(0, h.check_out - h.check_in - 1) n
  where h.status = 'ACTIVE' group by 1, 2, 3, 4`;

const counters = (column: 'booked' | 'held', nights: string, whose = 'actual rooms') => `
  select format('ledger %s, room type %s, %s', ledger_id, room_type_id, day) as what,
    format('${column} counter is %s, ${whose} are %s', coalesce(c.${column}, 0), coalesce(n.rooms, 0)) as problem
  from (${nights}) n full join night_counters c using (ledger_id, hotel_id, room_type_id, day)
  where coalesce(c.${column}, 0) <> coalesce(n.rooms, 0)`;

const missing = (what: string, table: string, column: string, parent: string, parentColumn = 'id') => `
  select format('${what} %s', t.${column}) as what, 'this ${parent.replace(/s$/, '').replace('_', ' ')} does not exist' as problem
  from ${table} t left join ${parent} p on p.${parentColumn} = t.${column}
  where p.${parentColumn} is null and t.${column} is not null`;

/**
 * The history stores the time at which a price was written, but a booking can use the price only after its commit. A
 * booking that is made between the write and the commit of a price may have the old price or the new price.
 * Transactions that write prices are short, so this tolerance is enough.
 */
const PRICE_TOLERANCE = "interval '15 seconds'";

/**
 * Selects the prices that were in force around the time at which a night was priced: either the day prices or the usual
 * prices.
 */
const inForce = (day: string) => `
  (select * from price_history where rate_plan_id = n.plan and day ${day} and valid_from <= n.at - ${PRICE_TOLERANCE}
    order by valid_from desc limit 1)
  union all select * from price_history where rate_plan_id = n.plan and day ${day}
    and valid_from > n.at - ${PRICE_TOLERANCE} and valid_from <= n.at + ${PRICE_TOLERANCE}`;

/**
 * Computes the amount of a night from the prices `p`. The amount is converted with the exchange rate that the booking
 * stores, and rounded half up.
 */
const NIGHT_AMOUNT = `
  select sum(case n.base when 'IQD' then floor((c.amount * 2000000 + n.rate) / (2 * n.rate))
      when 'USD' then floor((c.amount * n.rate * 2 + 1000000) / 2000000) else c.amount end)
  from jsonb_array_elements(n.rooms) r
  cross join lateral (select (case when (r->>'adults')::int = 1 then p.single_price
    else p.double_price + ((r->>'adults')::int - 2) * p.extra_adult_price end
    + (r->>'children')::int * p.child_price)::numeric as amount) c`;

const NIGHT_PRICES = `
  select format('booking %s', n.id) as what,
    format('the night of %s costs %s, which was not the price of its rate plan', n.day, n.amount) as problem
  from (
    select b.id, b.rate_plan_id as plan, date '1970-01-01' + (night->>'day')::int as day,
      to_timestamp((night->>'pricedAt')::float8 / 1000) as at, (night->>'amount')::int8 as amount, night->'rooms' as rooms,
      b.price->'exchange'->>'baseCurrency' as base,
      (b.price->'exchange'->'rate'->>'tenThousandthsOfIqdForUsd')::numeric as rate
    from bookings b join hotels h on h.id = b.hotel_id
    cross join lateral jsonb_array_elements(b.price->'nightly') night
    -- The prices of older nights are no longer stored. The sandbox hotel PRICE_RISES charges more than the prices of
    -- its plans.
    where night ? 'pricedAt' and b.check_out > current_date - ${PRICE_HISTORY_KEPT_DAYS - 31}
      and h.scenario is distinct from 'PRICE_RISES') n
  where exists (select 1 from price_history h where h.rate_plan_id = n.plan and h.day is null and h.valid_from <= n.at)
    and not exists (
      with own as (${inForce('= n.day')}), usual as (${inForce('is null')})
      select 1 from (
        select * from own where single_price is not null
        union all select * from usual where exists (select 1 from own where single_price is null)
          or not exists (select 1 from own where valid_from <= n.at - ${PRICE_TOLERANCE})) p
      where (${NIGHT_AMOUNT}) = n.amount)`;

export const INVARIANTS: Invariant[] = [
  { name: 'booked counters match the bookings', sql: counters('booked', BOOKED_NIGHTS) },
  { name: 'held counters match the holds', sql: counters('held', HELD_NIGHTS) },
  {
    name: 'booked counters match the events',
    sql: counters('booked', EVENT_NIGHTS, 'rooms of all events'),
  },
  {
    name: 'every change of a booking has one event',
    sql: `select format('booking %s', b.id) as what,
        format('revision is %s, there are %s events from %s to %s', b.revision, count(e.revision), min(e.revision), max(e.revision)) as problem
      from bookings b left join events e on e.booking_id = b.id and e.ledger_id = b.ledger_id and e.hotel_id = b.hotel_id
      group by b.id, b.revision
      having count(e.revision) <> b.revision or min(e.revision) <> 1 or max(e.revision) <> b.revision`,
  },
  {
    name: 'events are numbered without gaps',
    // A reset of a sandbox ledger deletes its events. After a reset, the numbers continue, so the first stored event
    // may have any number.
    sql: `select format('ledger %s, hotel %s', ledger_id, hotel_id) as what,
        format('%s events from %s to %s, the last number is %s', coalesce(e.count, 0), e.first, e.final, n.last) as problem
      from event_numbers n full join (
        select ledger_id, hotel_id, count(*) as count, min(number) as first, max(number) as final,
          -- The numbers that an operator has jumped over after a loss.
          coalesce(sum(number - before - 1) filter (where number - 1 in (select base from number_jumps)), 0) as jumped
        from (
          select ledger_id, hotel_id, number,
            lag(number) over (partition by ledger_id, hotel_id order by number) as before
          from events
        ) numbered group by 1, 2
      ) e using (ledger_id, hotel_id)
      cross join lateral (select not exists (select 1 from ledgers l where l.id = ledger_id)
        or exists (select 1 from clients c where c.ledger_id = n.ledger_id and c.reset_at is not null) as had_a_reset) r
      where n.last is null or (e.count is null and not r.had_a_reset) or e.final <> n.last
        or e.count <> e.final - e.first + 1 - e.jumped
        or (e.first <> 1 and e.first - 1 not in (select base from number_jumps) and not r.had_a_reset)`,
  },
  {
    name: 'every voucher id belongs to exactly one booking',
    sql: `select format('voucher %s', voucher_id) as what, format('%s bookings have it', count(*)) as problem
      from bookings group by voucher_id having count(*) > 1
      union all select format('booking %s', b.id), format('its voucher %s is not registered', b.voucher_id)
      from bookings b left join vouchers v on v.voucher_id = b.voucher_id and v.booking_id = b.id where v.voucher_id is null
      union all select format('voucher %s', v.voucher_id), 'its booking does not exist'
      from vouchers v left join bookings b on b.id = v.booking_id where b.id is null`,
  },
  {
    name: 'every booking has a hotel, a room type, a rate plan, a client and one lead guest',
    sql: `${missing('booking of hotel', 'bookings', 'hotel_id', 'hotels')}
      union all ${missing('booking of room type', 'bookings', 'room_type_id', 'room_types')}
      union all ${missing('booking of rate plan', 'bookings', 'rate_plan_id', 'rate_plans')}
      union all ${missing('booking of client', 'bookings', 'client_id', 'clients')}
      union all select format('booking %s', b.id), format('it has %s lead guests', count(g.booking_id))
      from bookings b left join guests g on g.booking_id = b.id and g.ledger_id = b.ledger_id and g.hotel_id = b.hotel_id and g.lead
      group by b.id having count(g.booking_id) <> 1`,
  },
  {
    name: 'guests, audit entries, events and used holds belong to a booking',
    sql: `${missing('guest of booking', 'guests', 'booking_id', 'bookings')}
      union all ${missing('audit of booking', 'booking_audit', 'booking_id', 'bookings')}
      union all ${missing('event of booking', 'events', 'booking_id', 'bookings')}
      union all ${missing('hold used for booking', 'holds', 'booking_id', 'bookings')}`,
  },
  {
    name: 'price lines add up to the totals',
    // The lateral join sums the lines once per booking. With a subquery in each comparison, PostgreSQL would sum the
    // lines again for each comparison.
    sql: `select format('booking %s', b.id) as what,
        format('lines %s, subtotal %s, tax %s, service charge %s, total %s', l.room_lines, b.subtotal, p.tax, p.service, b.total) as problem
      from bookings b
      cross join lateral (select (b.price->>'tax')::int8 as tax, (b.price->>'serviceCharge')::int8 as service,
        (b.price->>'subtotal')::int8 as subtotal, (b.price->>'total')::int8 as total offset 0) p
      cross join lateral (
        select count(distinct n.at) as nights, sum((r->>'amount')::int8) as room_lines,
          sum((n.night->>'amount')::int8) filter (where r_at = 1) as night_lines
        from jsonb_array_elements(b.price->'nightly') with ordinality n(night, at),
          jsonb_array_elements(n.night->'rooms') with ordinality r(r, r_at)) l
      where l.room_lines is distinct from b.subtotal or l.night_lines is distinct from b.subtotal
        or b.subtotal + p.tax + p.service <> b.total or b.subtotal <> p.subtotal or b.total <> p.total
        or l.nights <> b.check_out - b.check_in`,
  },
  {
    name: 'penalty and refund add up to the amount payable',
    // If the hotel collects the money, the guest has paid nothing before arrival, so nothing is refunded and the guest
    // owes the penalty. A booking that the hotel could not honour costs nothing, even if a penalty already applied.
    sql: `select format('booking %s', id) as what,
        format('%s %s of total %s and least penalty %s', status, ended, total, least_penalty) as problem
      from (select *, coalesce(cancelled, cancellation->'noShow') as ended from bookings) b
      where (status = 'CANCELLED') <> (cancelled is not null) or (status = 'NO_SHOW') <> (cancellation ? 'noShow')
        or (ended->>'refund')::int8 <> case payment->>'collectedBy'
          when 'HOTEL' then 0 else greatest(total, least_penalty) - (ended->>'penalty')::int8 end
        or (ended->>'penalty')::int8 not between case when ended ? 'notHonoured' then 0 else least_penalty end
          and case when ended ? 'notHonoured' then 0 else greatest(total, least_penalty) end`,
  },
  {
    name: 'the amount due at the hotel is correct',
    sql: `select format('booking %s', id) as what, format('due at the hotel %s of total %s', payment, total) as problem from bookings
      where (payment->>'dueAtHotel')::int8 <> case when payment->>'collectedBy' <> 'HOTEL' then 0
        else coalesce((coalesce(cancelled, cancellation->'noShow')->>'penalty')::int8, greatest(total, least_penalty)) end`,
  },
  { name: 'every night has the price of its rate plan at that time', sql: NIGHT_PRICES },
  {
    name: 'revisions have no gaps',
    sql: `select format('booking %s', b.id) as what,
        format('revision is %s, audit has %s from %s to %s', b.revision, count(a.revision), min(a.revision), max(a.revision)) as problem
      from bookings b left join booking_audit a on a.booking_id = b.id and a.ledger_id = b.ledger_id and a.hotel_id = b.hotel_id
      group by b.id, b.revision
      having count(a.revision) <> b.revision or min(a.revision) <> 1 or max(a.revision) <> b.revision`,
  },
  {
    name: 'each epoch has one desk',
    sql: `select format('epoch %s', epoch) as what, format('%s processes committed batches', count(distinct process)) as problem
      from desk_batches where epoch is not null group by epoch having count(distinct process) > 1
      union all select format('batch %s', b.id), format('epoch %s has not begun: the present one is %s', b.epoch, d.epoch)
      from desk_batches b join desk d on b.epoch > d.epoch`,
  },
  {
    name: 'idempotency records belong to a booking',
    sql: missing('idempotency record of booking', 'idempotency_records', 'booking_id', 'bookings'),
  },
];

export async function findViolations(
  tx: Transaction,
  invariant: Invariant,
): Promise<{ count: number; shown: Violation[] }> {
  const result = await tx.query(
    `with violations as materialized (${invariant.sql})
     select (select count(*)::int from violations) as count, what, problem from violations limit ${SHOWN}`,
  );
  return { count: result.rows[0]?.count ?? 0, shown: result.rows };
}

/** Makes the transaction read-only. The transaction is REPEATABLE READ, so all checks see the same snapshot. */
export async function beReadOnly(tx: Transaction): Promise<void> {
  await tx.query('set transaction read only');
  await tx.query("set local work_mem = '256MB'");
}

/** Returns the process id of the server process that executes this transaction. */
export async function sessionOf(tx: Transaction): Promise<number> {
  const result = await tx.query('select pg_backend_pid() as session');
  return result.rows[0].session;
}

/** Cancels the statement that another session is executing. */
export async function cancelStatement(database: Queryable, session: number): Promise<void> {
  await database.query('select pg_cancel_backend($1)', [session]);
}
