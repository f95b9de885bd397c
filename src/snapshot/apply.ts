// Applies a change of the database to the snapshot in memory.

import { type HoldRow, holdOf } from '../domain/booking/rows.ts';
import { flagsOf, nightOf } from '../domain/inventory/night.ts';
import { packPlanDay } from '../domain/inventory/plan-day.ts';
import { pricesOf } from '../domain/pricing/price-columns.ts';
import type { Day } from '../kernel/day.ts';
import { parseRate } from '../kernel/exchange.ts';
import type { RatePlanId } from '../kernel/ids.ts';
import {
  cancellationPolicyOf,
  clientOf,
  contractOf,
  hotelOf,
  type Row,
  ratePlanOf,
  roomTypeOf,
  storedKeyOf,
} from './rows.ts';
import type { Snapshot } from './snapshot.ts';

export interface Change {
  kind: string;
  deleted: boolean;
  payload: Row;
}

/** Applies one committed change to the snapshot. Throws when the kind of change is unknown, which is a bug. */
export function applyChange(snapshot: Snapshot, change: Change): void {
  const apply = APPLIERS[change.kind];
  if (apply === undefined) throw new Error(`unknown kind of change: ${change.kind}`);
  apply(snapshot, change.payload, change.deleted);
}

type Applier = (snapshot: Snapshot, row: Row, deleted: boolean) => void;

const APPLIERS: Record<string, Applier> = {
  hotels: (snapshot, row, deleted) =>
    deleted ? snapshot.hotels.remove(row.id) : snapshot.hotels.put(hotelOf(row)),
  room_types: (snapshot, row, deleted) =>
    deleted ? snapshot.removeRoomType(row.id) : snapshot.roomTypes.put(roomTypeOf(row)),
  rate_plans: (snapshot, row, deleted) =>
    deleted ? snapshot.removeRatePlan(row.id) : snapshot.ratePlans.put(ratePlanOf(row)),
  cancellation_policies: (snapshot, row, deleted) =>
    deleted ? snapshot.policies.remove(row.id) : snapshot.policies.put(cancellationPolicyOf(row)),
  contracts: (snapshot, row, deleted) =>
    deleted ? snapshot.contracts.remove(contractOf(row).id) : snapshot.contracts.put(contractOf(row)),
  api_keys: (snapshot, row, deleted) =>
    deleted ? snapshot.keys.remove(row.id) : snapshot.keys.put(storedKeyOf(row)),
  clients: (snapshot, row, deleted) => {
    if (!deleted) return snapshot.clients.put(clientOf(row));
    snapshot.clients.remove(row.id);
    snapshot.forgetLedger(row.ledger_id);
  },
  nights: applyNights,
  night_counters: applyCounters,
  // In the change feed, a change of a plan's restrictions is a price change with an empty list of days: see
  // migrations/0016_supply.sql.
  day_prices: (snapshot, row, deleted) =>
    row.restrictions === undefined
      ? applyDayPrices(snapshot, row, deleted)
      : applyPlanDays(snapshot, row.rate_plan_id, row.restrictions, deleted),
  holds: (snapshot, row, deleted) =>
    deleted ? snapshot.removeHold(row.id) : snapshot.putHold(holdOf(row as HoldRow)),
  exchange_rates: (snapshot, row, deleted) => {
    const asOf = new Date(row.as_of).toISOString();
    if (deleted) snapshot.removeRate(asOf);
    else snapshot.putRate(parseRate(row.iqd_for_a_usd, asOf));
  },
};

function applyNights(snapshot: Snapshot, row: Row, deleted: boolean): void {
  const calendar = snapshot.calendarOf(row.room_type_id);
  if (deleted) {
    for (const day of row.days as Day[]) calendar.clear(day);
    return;
  }
  row.days.forEach((day: Day, index: number) => {
    const flags = flagsOf({
      // Changes that were written before the column `open` existed do not contain this column.
      open: row.open === undefined || row.open[index] === 1,
      stopSell: row.stop_sell[index] === 1,
      closedToArrival: row.closed_to_arrival[index] === 1,
      closedToDeparture: row.closed_to_departure[index] === 1,
    });
    const night = nightOf(
      row.allotment[index],
      row.blocked[index],
      flags,
      row.min_stay[index],
      row.max_stay[index],
    );
    calendar.set(day, night, row.version[index]);
  });
}

function applyCounters(snapshot: Snapshot, row: Row, deleted: boolean): void {
  const counters = snapshot.countersOf(row.ledger_id, row.room_type_id);
  row.days.forEach((day: Day, index: number) => {
    if (deleted) counters.clear(day);
    else counters.set(day, row.booked[index], row.held[index], row.version[index]);
  });
}

function applyDayPrices(snapshot: Snapshot, row: Row, deleted: boolean): void {
  snapshot.changeDayPrices(row.rate_plan_id, (prices) => {
    row.days.forEach((day: Day, index: number) => {
      if (deleted) prices.clear(day);
      else
        prices.set(
          day,
          pricesOf({
            single_price: row.single_price[index],
            double_price: row.double_price[index],
            extra_adult_price: row.extra_adult_price[index],
            child_price: row.child_price[index],
          }),
        );
    });
  });
}

function applyPlanDays(snapshot: Snapshot, ratePlanId: RatePlanId, row: Row, deleted: boolean): void {
  snapshot.changePlanDays(ratePlanId, (planDays) => {
    row.days.forEach((day: Day, index: number) => {
      if (deleted) planDays.clear(day);
      else
        planDays.set(
          day,
          packPlanDay({
            stopSell: row.stop_sell[index] === 1,
            closedToArrival: row.closed_to_arrival[index] === 1,
            closedToDeparture: row.closed_to_departure[index] === 1,
            minStay: row.min_stay[index],
            minStayThrough: row.min_stay_through[index],
            maxStay: row.max_stay[index],
          }),
        );
    });
  });
}
