/**
 * The fields that a message can set on a day of a room type or a rate plan. Add a new field at the end, because
 * `offer_marks.sent` stores a time for each field in this order.
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

/**
 * The field for the number of rooms. `allotment` and `roomsLeft` are one field, so a message that sets both for the
 * same day contradicts itself.
 */
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

/** The value that resets a price to the usual price. */
export const USUAL_PRICE = -1;

/** Returns the names that requests use for the fields in a bit mask. */
export function namesOf(mask: number): string[] {
  return FIELDS.filter((_, field) => (mask & (1 << field)) !== 0).map((name) =>
    name === 'rooms' ? 'allotment or roomsLeft' : isPrice(name) ? `prices.${name}` : name,
  );
}

function isPrice(name: (typeof FIELDS)[number]): boolean {
  return PRICE_FIELDS.some((field) => FIELDS[field] === name);
}

/** Encodes a number of rooms. The lowest bit is 1 for `roomsLeft` and 0 for `allotment`. */
export function roomsValue(rooms: number, isLeft: boolean): number {
  return rooms * 2 + (isLeft ? 1 : 0);
}

export function readRooms(value: number): { rooms: number; isLeft: boolean } {
  return { rooms: value >> 1, isLeft: (value & 1) === 1 };
}
