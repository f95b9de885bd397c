/**
 * What a message can set on a day, of a room type or of a rate plan. The order is stored: `offer_marks.sent` has a time for
 * each. A new field is added at the end.
 */
export const FIELDS = [
  'rooms',
  'blocked',
  'single',
  'double',
  'extraAdult',
  'child',
  'stopSell',
  'cta',
  'ctd',
  'minStay',
  'minStayThrough',
  'maxStay',
] as const;

/** The number of rooms, given as `allotment` or as `roomsLeft`: one field, so both in one message contradict each other. */
export const ROOMS = 0;
export const BLOCKED = 1;
export const SINGLE = 2;
export const DOUBLE = 3;
export const EXTRA_ADULT = 4;
export const CHILD = 5;
export const STOP_SELL = 6;
export const CTA = 7;
export const CTD = 8;
export const MIN_STAY = 9;
export const MIN_STAY_THROUGH = 10;
export const MAX_STAY = 11;

export const PRICE_FIELDS = [SINGLE, DOUBLE, EXTRA_ADULT, CHILD] as const;

/** The value of a price that goes back to the usual one. */
export const USUAL_PRICE = -1;

/** Names of the fields in a bit mask, as a request names them. */
export function namesOf(mask: number): string[] {
  return FIELDS.filter((_, field) => (mask & (1 << field)) !== 0).map((name) =>
    name === 'rooms' ? 'allotment or roomsLeft' : isPrice(name) ? `prices.${name}` : name,
  );
}

function isPrice(name: (typeof FIELDS)[number]): boolean {
  return PRICE_FIELDS.some((field) => FIELDS[field] === name);
}

/** A number of rooms as one value: the two ways to give it differ in the last bit. */
export function roomsValue(rooms: number, isLeft: boolean): number {
  return rooms * 2 + (isLeft ? 1 : 0);
}

export function readRooms(value: number): { rooms: number; isLeft: boolean } {
  return { rooms: value >> 1, isLeft: (value & 1) === 1 };
}
