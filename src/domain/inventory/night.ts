/** The offer of a hotel for one room type on one night. If `maxStay` is 0, there is no maximum stay. */
export interface Night {
  /**
   * False when nobody has opened the night yet. Such a night is never sold. The values of its other fields do not
   * matter.
   */
  open: boolean;
  allotment: number;
  blocked: number;
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  minStay: number;
  maxStay: number;
}

/** The values of a night that has no row in the database. */
export const UNOPENED: Night = {
  open: false,
  allotment: 0,
  blocked: 0,
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStay: 1,
  maxStay: 0,
};

/**
 * The flags that close a night. They are stored as the bits of one number. The process memory and the results of SQL
 * queries use the same bits.
 */
export const STOP_SELL = 1;
export const CLOSED_TO_ARRIVAL = 2;
export const CLOSED_TO_DEPARTURE = 4;
export const NOT_OPEN = 8;

export function flagsOf(
  night: Pick<Night, 'open' | 'stopSell' | 'closedToArrival' | 'closedToDeparture'>,
): number {
  return (
    (night.stopSell ? STOP_SELL : 0) |
    (night.closedToArrival ? CLOSED_TO_ARRIVAL : 0) |
    (night.closedToDeparture ? CLOSED_TO_DEPARTURE : 0) |
    (night.open ? 0 : NOT_OPEN)
  );
}

/** An SQL expression that returns the flags of a row of `nights` as one number. */
export const FLAGS_COLUMN = `(n.stop_sell::int * ${STOP_SELL} + n.closed_to_arrival::int * ${CLOSED_TO_ARRIVAL}
  + n.closed_to_departure::int * ${CLOSED_TO_DEPARTURE} + (not n.open)::int * ${NOT_OPEN})`;

export function nightOf(
  allotment: number,
  blocked: number,
  flags: number,
  minStay: number,
  maxStay: number,
): Night {
  return {
    open: (flags & NOT_OPEN) === 0,
    allotment,
    blocked,
    stopSell: (flags & STOP_SELL) !== 0,
    closedToArrival: (flags & CLOSED_TO_ARRIVAL) !== 0,
    closedToDeparture: (flags & CLOSED_TO_DEPARTURE) !== 0,
    minStay,
    maxStay,
  };
}

/**
 * Returns the number of free rooms, which is negative if the hotel has lowered its allotment below the number of sold
 * rooms.
 */
export function freeRooms(allotment: number, blocked: number, taken: number): number {
  return allotment - blocked - taken;
}

/**
 * Returns the number of rooms that can still be sold. The result is never negative, even if the hotel has lowered the
 * allotment below the number of sold rooms.
 */
export function availableRooms({ allotment, blocked }: Night, taken: number): number {
  return Math.max(0, freeRooms(allotment, blocked, taken));
}
