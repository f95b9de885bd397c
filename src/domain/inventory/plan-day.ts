import { CLOSED_TO_ARRIVAL, CLOSED_TO_DEPARTURE, STOP_SELL } from './night.ts';

/**
 * The restrictions of a rate plan on one day. A stay must meet the restrictions of the plan and also the restrictions
 * of the room type's night.
 */
export interface PlanDay {
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  /** A stay that begins on this day must have at least this number of nights. 1: no restriction. */
  minStay: number;
  /** A stay that includes this night must have at least this number of nights. 1: no restriction. */
  minStayThrough: number;
  /** A stay that begins on this day must have at most this number of nights. 0: no restriction. */
  maxStay: number;
}

/** The values of a day that has no row in the database. */
export const UNRESTRICTED: PlanDay = {
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStay: 1,
  minStayThrough: 1,
  maxStay: 0,
};

/**
 * Packs a day into one integer. The integer contains the flags, `minStay`, `minStayThrough` and `maxStay`, with 8 bits
 * each. The integer of a day with a row is never 0, so 0 means that the day has no row.
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

/** An SQL expression that returns a row of `plan_days` as one integer, in the format of `packPlanDay`. */
export const PACKED_PLAN_DAY = `(d.stop_sell::int * ${STOP_SELL} + d.closed_to_arrival::int * ${CLOSED_TO_ARRIVAL}
  + d.closed_to_departure::int * ${CLOSED_TO_DEPARTURE} + d.min_stay * 256 + d.min_stay_through * 65536
  + coalesce(d.max_stay, 0) * 16777216)`;
