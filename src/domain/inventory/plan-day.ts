import { CLOSED_TO_ARRIVAL, CLOSED_TO_DEPARTURE, STOP_SELL } from './night.ts';

/** The restrictions of a rate plan on one day. The restrictions of the room type's night apply too. */
export interface PlanDay {
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  /** Applies to stays that arrive on this day. 1: no restriction. */
  minStay: number;
  /** Applies to stays that include this night. 1: no restriction. */
  minStayThrough: number;
  /** Applies to stays that arrive on this day. 0: no restriction. */
  maxStay: number;
}

/** The values of a day without a row. */
export const UNRESTRICTED: PlanDay = {
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStay: 1,
  minStayThrough: 1,
  maxStay: 0,
};

/**
 * A day as one integer, in memory and in results of the database. Flags, minimum stay, minimum stay through and maximum
 * stay have 8 bits each. The integer is never 0, because 0 means that the day has no row.
 */
export function packPlanDay(day: PlanDay): number {
  const flags =
    (day.stopSell ? STOP_SELL : 0) |
    (day.closedToArrival ? CLOSED_TO_ARRIVAL : 0) |
    (day.closedToDeparture ? CLOSED_TO_DEPARTURE : 0);
  return flags | (day.minStay << 8) | (day.minStayThrough << 16) | (day.maxStay << 24);
}

export function planDayOf(packed: number): PlanDay {
  if (packed === 0) return UNRESTRICTED;
  return {
    stopSell: (packed & STOP_SELL) !== 0,
    closedToArrival: (packed & CLOSED_TO_ARRIVAL) !== 0,
    closedToDeparture: (packed & CLOSED_TO_DEPARTURE) !== 0,
    minStay: (packed >> 8) & 0xff,
    minStayThrough: (packed >> 16) & 0xff,
    maxStay: packed >> 24,
  };
}

/** A row of `plan_days` as one integer, in SQL. The format is the same as in `packPlanDay`. */
export const PACKED_PLAN_DAY = `(d.stop_sell::int * ${STOP_SELL} + d.closed_to_arrival::int * ${CLOSED_TO_ARRIVAL}
  + d.closed_to_departure::int * ${CLOSED_TO_DEPARTURE} + d.min_stay * 256 + d.min_stay_through * 65536
  + coalesce(d.max_stay, 0) * 16777216)`;
