import type { BookCommand, Command } from '../booking/command.ts';
import type { Hold } from '../booking/hold.ts';
import { type HoldRow, holdOf } from '../booking/rows.ts';
import { voucherId } from '../booking/voucher.ts';
import type { Queryable, Transaction } from '../db/pool.ts';
import { dayInBaghdad, formatDay } from '../kernel/day.ts';
import { parseRate } from '../kernel/exchange.ts';
import { stayKey } from '../pricing/quote.ts';
import { loadAlerts } from './alerts.store.ts';
import { DeskState, recordKey } from './desk-state.ts';
import {
  bookingChanges,
  loadBookings,
  loadPlansOfSameCode,
  type PricesWanted,
} from './load-bookings.store.ts';
import { loadCells, type NightsWanted } from './load-cells.store.ts';
import { loadQuotes } from './load-quotes.store.ts';
import {
  isStayCommand,
  loadSubjects,
  readSubjects,
  type StayCommand,
  wantedOf,
} from './load-subjects.store.ts';

/**
 * All that decides, read after the locks were taken, in a few statements for the whole batch. Keys travel as
 * arrays: feeding them through generate_series made the planner scan the table (40 ms a batch).
 */
export async function loadState(
  tx: Transaction,
  commands: Command[],
  clockShift: number,
): Promise<DeskState> {
  const state = new DeskState();
  // One trip for everything that depends on the commands alone; a second only for what the first one found.
  const [subjects, records, holds, bookings] = await Promise.all([
    loadSubjects(tx, commands),
    loadRecords(tx, commands),
    loadHolds(tx, commands, clockShift),
    loadBookings(tx, commands),
    loadClock(tx, state, clockShift),
    loadCells(tx, state, commands.filter(isStayCommand).map(nightsWanted)),
    loadDayPrices(tx, state, commands.filter(isStayCommand).map(pricesWanted)),
    loadQuotes(tx, state, commands),
    loadActiveHolds(tx, state, commands, clockShift),
    loadTakenVouchers(tx, state, commands, clockShift),
  ]);
  for (const [key, subject] of subjects) state.subjects.set(key, subject);
  for (const record of records) state.idempotency.set(recordKey(record.clientId, record.scope), record);
  for (const hold of holds) state.addHold(hold);
  for (const booking of bookings) state.bookings.set(booking.id, booking);
  await loadPlansOfSameCode(tx, state, commands);
  const changes = bookingChanges(state, commands);
  const quoted = commands
    .filter((command) => command.kind === 'book')
    .filter((command) => hasQuotes(state, command));
  const [later] = await Promise.all([
    readSubjects(
      tx,
      changes.flatMap(({ subjects: keys }) => keys),
    ),
    loadDayPrices(
      tx,
      state,
      changes.flatMap(({ prices }) => prices),
    ),
    loadCells(tx, state, [
      ...holds.filter((hold) => hold.status === 'ACTIVE').map(nightsOfHold),
      ...changes.flatMap(({ nights }) => nights),
    ]),
    // Without a live quote an alert says nothing: every later quote is newer.
    loadAlerts(tx, state, quoted),
  ]);
  for (const [key, subject] of later) state.subjects.set(key, subject);
  return state;
}

function hasQuotes(state: DeskState, command: BookCommand): boolean {
  return command.quotes.length > 0 || state.quotes.has(stayKey(command.request));
}

/** Of a stay also its day of departure, which may be closed to it. */
function nightsWanted(command: StayCommand): NightsWanted {
  const { checkIn, checkOut } = command.request.stay;
  const { ledgerId, hotelId } = command.place;
  return { ledgerId, hotelId, roomTypeId: wantedOf(command).roomTypeId, first: checkIn, last: checkOut };
}

function nightsOfHold({ ledgerId, hotelId, roomTypeId, stay }: Hold): NightsWanted {
  return { ledgerId, hotelId, roomTypeId, first: stay.checkIn, last: stay.checkOut - 1 };
}

/** Read once, after the locks: now() would be the moment the transaction began to wait for them. */
async function loadClock(tx: Queryable, state: DeskState, clockShift: number): Promise<void> {
  const result = await tx.query({
    name: 'desk-clock',
    text: `select extract(epoch from clock_timestamp()) * 1000 as now, r.iqd_for_a_usd, r.as_of
      from (select 1) one left join lateral (
        select iqd_for_a_usd, as_of from exchange_rates where as_of <= clock_timestamp() order by as_of desc limit 1
      ) r on true`,
  });
  const { now, iqd_for_a_usd, as_of } = result.rows[0];
  const rate = parseRate(iqd_for_a_usd ?? '0', as_of?.toISOString() ?? '');
  state.setClock(Math.round(Number(now)), clockShift, rate);
}

async function loadRecords(tx: Queryable, commands: Command[]) {
  const keyed = commands.flatMap((command) =>
    command.idempotency === null ? [] : [{ clientId: command.client.id, ...command.idempotency }],
  );
  if (keyed.length === 0) return [];
  const result = await tx.query({
    name: 'desk-idempotency',
    text: `select r.client_id, r.operation, r.key, encode(r.request_hash, 'hex') as request_hash, r.status, r.body,
        r.ledger_id, r.booking_id
      from (select distinct * from unnest($1::uuid[], $2::text[], $3::text[])) k(client_id, operation, key)
      join idempotency_records r using (client_id, operation, key)`,
    values: [
      keyed.map((one) => one.clientId),
      keyed.map((one) => one.operation),
      keyed.map((one) => one.key),
    ],
  });
  return result.rows.map((row) => ({
    clientId: row.client_id as string,
    scope: { operation: row.operation, key: row.key, requestHash: row.request_hash },
    requestHash: row.request_hash as string,
    status: row.status as number,
    body: row.body as string,
    ledgerId: row.ledger_id as number,
    bookingId: row.booking_id as string | null,
  }));
}

/** Locks that are due at the batch's hotels, the callers' own for the stays in question, and those named by token. */
async function loadHolds(tx: Queryable, commands: Command[], clockShift: number): Promise<Hold[]> {
  const stays = commands.filter(isStayCommand);
  const tokens = commands.flatMap((command) =>
    command.kind === 'release'
      ? [command.token]
      : command.kind === 'book'
        ? (command.request.prebookToken ?? [])
        : [],
  );
  const result = await tx.query<HoldRow>({
    name: 'desk-holds',
    text: `select * from holds h where h.status = 'ACTIVE'
          and h.expires_at <= clock_timestamp() + make_interval(secs => $3::float8 / 1000)
          and (h.ledger_id, h.hotel_id) in (select * from unnest($1::int[], $2::uuid[]))
      union all select h.* from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::date[], $8::date[]) k(client, room, plan, first, last)
        join holds h on h.client_id = k.client and h.room_type_id = k.room and h.rate_plan_id = k.plan
          and h.check_in = k.first and h.check_out = k.last and h.status = 'ACTIVE'
      union all select h.* from holds h where h.token = any($9::text[])`,
    values: [
      commands.map((command) => command.place.ledgerId),
      commands.map((command) => command.place.hotelId),
      clockShift,
      stays.map((command) => command.client.id),
      stays.map((command) => wantedOf(command).roomTypeId),
      stays.map((command) => wantedOf(command).ratePlanId),
      stays.map((command) => formatDay(command.request.stay.checkIn)),
      stays.map((command) => formatDay(command.request.stay.checkOut)),
      tokens,
    ],
  });
  return result.rows.map(holdOf);
}

function pricesWanted(command: StayCommand): PricesWanted {
  const { checkIn, checkOut } = command.request.stay;
  return { ratePlanId: wantedOf(command).ratePlanId, first: checkIn, last: checkOut };
}

async function loadDayPrices(tx: Queryable, state: DeskState, wanted: PricesWanted[]): Promise<void> {
  const ranges = new Map<string, [string, string, string]>();
  for (const { ratePlanId, first, last } of wanted) {
    ranges.set(`${ratePlanId}/${first}/${last}`, [ratePlanId, formatDay(first), formatDay(last)]);
    for (let day = first; day < last; day += 1) state.dayPrices.set(`${ratePlanId}/${day}`, null);
  }
  if (ranges.size === 0) return;
  const columns = [...ranges.values()];
  const result = await tx.query({
    name: 'desk-day-prices',
    text: `select d.rate_plan_id, d.day - date '1970-01-01' as day, d.single_price, d.double_price,
        d.extra_adult_price, d.child_price
      from unnest($1::uuid[], $2::date[], $3::date[]) as k(plan, first, last)
      join day_prices d on d.rate_plan_id = k.plan and d.day >= k.first and d.day < k.last`,
    values: [0, 1, 2].map((column) => columns.map((row) => row[column]!)),
  });
  for (const row of result.rows)
    state.dayPrices.set(`${row.rate_plan_id}/${row.day}`, {
      single: row.single_price,
      double: row.double_price,
      extraAdult: row.extra_adult_price,
      child: row.child_price,
    });
}

async function loadActiveHolds(
  tx: Queryable,
  state: DeskState,
  commands: Command[],
  clockShift: number,
): Promise<void> {
  const clients = [
    ...new Set(commands.flatMap((command) => (command.kind === 'hold' ? [command.client.id] : []))),
  ];
  if (clients.length === 0) return;
  const result = await tx.query({
    name: 'desk-active-holds',
    text: `select client_id, count(*)::int as count from holds
      where client_id = any($1::uuid[]) and status = 'ACTIVE' and expires_at > clock_timestamp() + make_interval(secs => $2::float8 / 1000)
      group by client_id`,
    values: [clients, clockShift],
  });
  for (const clientId of clients) state.activeHolds.set(clientId, 0);
  for (const row of result.rows) state.activeHolds.set(row.client_id, row.count);
}

/**
 * By our own clock's year: the database's is not known yet. Around New Year one may slip through, and the insert
 * then finds it.
 */
async function loadTakenVouchers(
  tx: Queryable,
  state: DeskState,
  commands: Command[],
  clockShift: number,
): Promise<void> {
  const today = dayInBaghdad(new Date(Date.now() + clockShift));
  const drawn = commands.flatMap((command) =>
    command.kind === 'book' ? command.voucherSuffixes.map((suffix) => voucherId(today, suffix)) : [],
  );
  if (drawn.length === 0) return;
  const result = await tx.query({
    name: 'desk-vouchers',
    text: 'select voucher_id from vouchers where voucher_id = any($1::text[])',
    values: [drawn],
  });
  for (const row of result.rows) state.takenVouchers.add(row.voucher_id);
}
