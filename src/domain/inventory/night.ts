/** What a hotel offers for one room type on one night. A maximum stay of 0 means no maximum. */
export interface Night {
  /** False when nobody has opened the night yet. The night is then not sold, whatever its other fields say. */
  open: boolean;
  allotment: number;
  blocked: number;
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  minStay: number;
  maxStay: number;
}

/** The values of a night without a row. */
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

/** The flags that close a night, as bits of one number. Memory and results of the database use the same bits. */
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

/** The flags of a row of `nights` as one number, in SQL. */
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

/** Free rooms. Negative when the hotel lowered its allotment below the number of sold rooms. */
export function freeRooms(allotment: number, blocked: number, taken: number): number {
  return allotment - blocked - taken;
}

/** Rooms left to sell. The result is never negative: if the allotment was lowered below the sold rooms, it is 0. */
export function availableRooms({ allotment, blocked }: Night, taken: number): number {
  return Math.max(0, freeRooms(allotment, blocked, taken));
}
