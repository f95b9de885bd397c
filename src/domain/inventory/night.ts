/** What a hotel offers of one room type on one night. A maximum stay of 0 means no maximum. */
export interface Night {
  /** A night that nobody has opened yet is not sold, whatever else it says. */
  open: boolean;
  allotment: number;
  blocked: number;
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  minStay: number;
  maxStay: number;
}

/** A night without a row. */
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

/** What closes a night, as bits of one number, in memory and in results of the database. */
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

/** The same bits in SQL, for a row of `nights`. */
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

/** Free rooms. Negative when a hotel lowered its allotment below what it sold. */
export function freeRooms(allotment: number, blocked: number, taken: number): number {
  return allotment - blocked - taken;
}

/** Rooms left to sell. Never negative: after a lowered allotment, none are left. */
export function availableRooms({ allotment, blocked }: Night, taken: number): number {
  return Math.max(0, freeRooms(allotment, blocked, taken));
}
