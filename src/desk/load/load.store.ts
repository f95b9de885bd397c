import type { BookCommand, Command, HoldCommand, RoomCommand } from '../../domain/booking/command.ts';
import type { Hold } from '../../domain/booking/hold.ts';
import { type HoldRow, holdOf } from '../../domain/booking/rows.ts';
import { voucherId } from '../../domain/booking/voucher.ts';
import { readPlanDays } from '../../domain/inventory/plan-days.store.ts';
import { type PriceColumns, priceColumns, pricesOf } from '../../domain/pricing/price-columns.ts';
import { type Quote, type StayIdentity, stayKey } from '../../domain/pricing/quote.ts';
import type { Prices } from '../../domain/pricing/rate-plan.ts';
import { loadReservations } from '../../domain/reception/reception.store.ts';
import { addDays, type Day, dayInBaghdad, formatDay, nextDay } from '../../kernel/day.ts';
import { parseRate } from '../../kernel/exchange.ts';
import { getOrCreate } from '../../kernel/get-or-create.ts';
import type { LedgerId, RoomTypeId } from '../../kernel/ids.ts';
import { loadEventNumbers } from '../../outgoing/events/event-numbers.store.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { loadAlerts } from '../alerts.store.ts';
import type { BatchClock } from '../batch-clock.ts';
import { DeskState, recordKey } from '../desk-state.ts';
import { loadRecords } from '../records.store.ts';
import { loadBookings, loadPlansOfSameCode, needsOfChanges, type PlanWanted } from './load-bookings.store.ts';
import { loadNights, type NightsWanted } from './load-nights.store.ts';
import { loadOffers } from './load-offers.store.ts';
import { loadProducts, productOf } from './load-products.store.ts';
import { loadQuotes, quoteIdOf } from './load-quotes.store.ts';
import { type SortedCommands, sortCommands } from './sort-commands.ts';

/**
 * Searches the memory for valid quotes for a stay. Returns the newest quote of each promise, and the quote with the id
 * `namedId`.
 */
export type FindQuotes = (stay: StayIdentity, now: number, namedId: string | null) => Quote[];

export interface LoadTools {
  /** Milliseconds that tests add to the database's time. */
  clockShift: () => number;
  findQuotes: FindQuotes;
}

/**
 * Loads all data that the decisions need, in a few statements for the whole batch. The caller already holds the locks.
 * Keys are sent as arrays. With generate_series, the planner scanned the whole table, which took 40 ms per batch.
 */
export async function loadState(
  tx: Transaction,
  commands: Command[],
  { clockShift: shiftNow, findQuotes }: LoadTools,
): Promise<DeskState> {
  const clockShift = shiftNow();
  const sorted = sortCommands(commands);
  const { stays } = sorted;
  // One round trip loads all data that depends only on the commands. `loadWhatWasFound` then loads the other data.
  const [
    clock,
    products,
    records,
    holds,
    bookings,
    nights,
    plans,
    quotes,
    activeHolds,
    vouchers,
    offers,
    numbers,
    reservations,
  ] = await Promise.all([
    loadClock(tx, clockShift),
    loadProducts(tx, stays.map(productOf)),
    loadRecords(tx, sorted.keyed),
    loadHolds(tx, sorted, clockShift),
    loadBookings(tx, sorted.changes),
    loadNights(tx, stays.map(nightsWanted)),
    loadPlans(tx, stays.map(planWanted)),
    loadQuotes(tx, stays),
    loadActiveHolds(tx, sorted.holds, clockShift),
    loadTakenVouchers(tx, sorted.books, clockShift),
    loadOffers(tx, sorted.offers, sorted.messages, clockShift),
    loadEventNumbers(tx, [...sorted.books, ...sorted.changes]),
    loadReservations(tx, sorted.reception),
  ]);
  const state = new DeskState(clock);
  for (const [key, product] of products) state.products.set(key, product);
  for (const record of records) state.idempotency.set(recordKey(record.clientId, record.scope), record);
  for (const hold of holds) state.addHold(hold);
  for (const booking of bookings) state.bookings.set(booking.id, booking);
  for (const night of nights) state.addNight(night);
  state.plans.load(...plans);
  for (const { request } of stays) getOrCreate(state.quotes, stayKey(request), () => []);
  for (const quote of quotes) getOrCreate(state.quotes, stayKey(quote), () => []).push(quote);
  addQuotesFromMemory(state, stays, findQuotes);
  for (const [clientId, count] of activeHolds) state.activeHolds.set(clientId, count);
  for (const voucher of vouchers) state.takenVouchers.add(voucher);
  state.offers.load(offers);
  for (const { stream, last } of numbers) state.events.load(stream, last);
  for (const reservation of reservations) state.reception.load(reservation);
  await loadWhatWasFound(tx, state, sorted, holds);
  return state;
}

/** Adds quotes from memory, because the newest quotes may not be in the database yet. */
function addQuotesFromMemory(state: DeskState, stays: RoomCommand[], findQuotes: FindQuotes): void {
  for (const command of stays) {
    const loaded = state.quotes.get(stayKey(command.request))!;
    for (const quote of findQuotes(command.request, state.now, quoteIdOf(command)))
      if (!loaded.some((one) => one.id === quote.id)) loaded.push(quote);
  }
}

/** Loads the data that depends on the holds, bookings and quotes that were found. */
async function loadWhatWasFound(
  tx: Transaction,
  state: DeskState,
  { books, changes: changing, modifications }: SortedCommands,
  holds: Hold[],
): Promise<void> {
  for (const [key, planId] of await loadPlansOfSameCode(tx, state, modifications))
    state.plansOfSameCode.set(key, planId);
  const changes = needsOfChanges(state, changing);
  const heldNights = holds.filter((hold) => hold.status === 'ACTIVE').map(nightsOfHold);
  const isLoaded = (ledgerId: LedgerId, roomTypeId: RoomTypeId, day: Day) =>
    state.hasNight(ledgerId, roomTypeId, day);
  const quoted = books.filter((command) => hasQuotes(state, command));
  const [products, plans, nights, alerts] = await Promise.all([
    loadProducts(
      tx,
      changes.flatMap((needs) => needs.products),
    ),
    loadPlans(
      tx,
      changes.flatMap((needs) => needs.plans),
    ),
    loadNights(tx, [...heldNights, ...changes.flatMap((needs) => needs.nights)], isLoaded),
    // Without a quote, a booking needs no alert: every quote that arrives after this load is newer than the alert, and
    // the alert has no effect on a newer quote.
    loadAlerts(tx, quoted),
  ]);
  for (const [key, product] of products) state.products.set(key, product);
  state.plans.load(...plans);
  for (const night of nights) state.addNight(night);
  for (const alert of alerts) state.alerts.load(alert);
}

function hasQuotes(state: DeskState, { request }: BookCommand): boolean {
  return state.quotes.get(stayKey(request))!.length > 0;
}

/** Returns the days of a stay. The departure day is included, because it may be closed to departure. */
function nightsWanted({ hotelLedger, request }: RoomCommand): NightsWanted {
  const { checkIn: first, checkOut: last } = request.stay;
  const { ledgerId, hotelId } = hotelLedger;
  return { ledgerId, hotelId, roomTypeId: request.roomTypeId, first, last };
}

function nightsOfHold({ ledgerId, hotelId, roomTypeId, stay }: Hold): NightsWanted {
  return { ledgerId, hotelId, roomTypeId, first: stay.checkIn, last: addDays(stay.checkOut, -1) };
}

function planWanted({ request }: RoomCommand): PlanWanted {
  const { checkIn: first, checkOut: last } = request.stay;
  return { ratePlanId: request.ratePlanId, first, last };
}

/**
 * Reads the database's clock after the locks were taken. now() would return the time at which the transaction began,
 * before it waited for the locks.
 */
async function loadClock(tx: Queryable, shift: number): Promise<BatchClock> {
  const result = await tx.query({
    name: 'desk-clock',
    text: `select extract(epoch from clock_timestamp()) * 1000 as now, d.epoch::float8 as epoch, d.halted_at is not null as is_halted,
        number_base()::float8 as number_base,
        r.iqd_for_a_usd, r.as_of
      from desk d left join lateral (
        select iqd_for_a_usd, as_of from exchange_rates where as_of <= clock_timestamp() order by as_of desc limit 1
      ) r on true`,
  });
  const { now, epoch, is_halted: isHalted, number_base: numberBase, iqd_for_a_usd, as_of } = result.rows[0];
  const rate = parseRate(iqd_for_a_usd ?? '0', as_of?.toISOString() ?? '');
  return { databaseNow: Math.round(Number(now)), shift, rate, epoch, isHalted, numberBase };
}

/**
 * Loads three groups of holds: expired holds in the hotels of the batch; holds of the same clients for the same room
 * types, plans and dates; and holds whose token a command names.
 */
async function loadHolds(
  tx: Queryable,
  { hotelLedgers, stays, books, releases }: SortedCommands,
  clockShift: number,
): Promise<Hold[]> {
  const tokens = [
    ...releases.map(({ token }) => token),
    ...books.flatMap(({ request }) => request.prebookToken ?? []),
  ];
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
      hotelLedgers.map(({ ledgerId }) => ledgerId),
      hotelLedgers.map(({ hotelId }) => hotelId),
      clockShift,
      stays.map((command) => command.client.id),
      stays.map((command) => command.request.roomTypeId),
      stays.map((command) => command.request.ratePlanId),
      stays.map((command) => formatDay(command.request.stay.checkIn)),
      stays.map((command) => formatDay(command.request.stay.checkOut)),
      tokens,
    ],
  });
  return result.rows.map(holdOf);
}

/** Loads the prices and restrictions of plans for `BatchPlans`. */
function loadPlans(tx: Queryable, wanted: PlanWanted[]) {
  return Promise.all([loadDayPrices(tx, wanted), readPlanDays(tx, wanted)]);
}

/** Loads the prices of every wanted night, keyed by plan and day. Null means the plan's usual price. */
async function loadDayPrices(tx: Queryable, wanted: PlanWanted[]): Promise<Map<string, Prices | null>> {
  const ranges = new Map<string, [string, string, string]>();
  const prices = new Map<string, Prices | null>();
  for (const { ratePlanId, first, last } of wanted) {
    ranges.set(`${ratePlanId}/${first}/${last}`, [ratePlanId, formatDay(first), formatDay(last)]);
    for (let day = first; day < last; day = nextDay(day)) prices.set(`${ratePlanId}/${day}`, null);
  }
  if (ranges.size === 0) return prices;
  const columns = [...ranges.values()];
  const result = await tx.query<PriceColumns & { rate_plan_id: string; day: Day }>({
    name: 'desk-day-prices',
    text: `select d.rate_plan_id, d.day - date '1970-01-01' as day, ${priceColumns('d')}
      from unnest($1::uuid[], $2::date[], $3::date[]) as k(plan, first, last)
      join day_prices d on d.rate_plan_id = k.plan and d.day >= k.first and d.day < k.last`,
    values: [0, 1, 2].map((column) => columns.map((row) => row[column]!)),
  });
  for (const row of result.rows) prices.set(`${row.rate_plan_id}/${row.day}`, pricesOf(row));
  return prices;
}

/** For each client that prebooks in this batch, counts the holds that have neither expired nor ended. */
async function loadActiveHolds(
  tx: Queryable,
  holds: HoldCommand[],
  clockShift: number,
): Promise<Map<string, number>> {
  const active = new Map<string, number>();
  for (const { client } of holds) active.set(client.id, 0);
  if (active.size === 0) return active;
  const result = await tx.query<{ client_id: string; count: number }>({
    name: 'desk-active-holds',
    text: `select client_id, count(*)::int as count from holds
      where client_id = any($1::uuid[]) and status = 'ACTIVE' and expires_at > clock_timestamp() + make_interval(secs => $2::float8 / 1000)
      group by client_id`,
    values: [[...active.keys()], clockShift],
  });
  for (const row of result.rows) active.set(row.client_id, row.count);
  return active;
}

/**
 * Returns the voucher ids of this batch that are already taken. A voucher id contains the year. The year comes from the
 * clock of this process, because the database's clock is not known yet. Around New Year, this function may therefore
 * miss a taken id. The insert of the voucher then detects that the id is taken.
 */
async function loadTakenVouchers(tx: Queryable, books: BookCommand[], clockShift: number): Promise<string[]> {
  const today = dayInBaghdad(new Date(Date.now() + clockShift));
  const drawn = books.flatMap(({ voucherSuffixes }) =>
    voucherSuffixes.map((suffix) => voucherId(today, suffix)),
  );
  if (drawn.length === 0) return [];
  const result = await tx.query<{ voucher_id: string }>({
    name: 'desk-vouchers',
    text: 'select voucher_id from vouchers where voucher_id = any($1::text[])',
    values: [drawn],
  });
  return result.rows.map((row) => row.voucher_id);
}
