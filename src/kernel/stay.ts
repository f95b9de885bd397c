import { A_DATE, addDays, type Day, daysFrom, formatDay, parseDay } from './day.ts';
import { ARRIVAL_DAYS_AHEAD, NIGHTS_LIMIT } from './horizon.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from './refusal.ts';

/**
 * A stay lasts from the day of arrival to the day of departure. The guest does not stay for the night that begins on
 * the day of departure.
 */
export interface Stay {
  checkIn: Day;
  checkOut: Day;
}

export interface Party {
  rooms: number;
  adults: number;
  children: number;
}

/** The party in a request. Values that the request does not contain are null. */
export interface AskedParty {
  rooms: number | null;
  adults: number | null;
  children: number | null;
}

/** The party that the specification assumes when a request does not contain a party. */
export const USUAL_PARTY: Party = { rooms: 1, adults: 2, children: 0 };

export function completeParty(asked: AskedParty, usual: Party = USUAL_PARTY): Party {
  return {
    rooms: asked.rooms ?? usual.rooms,
    adults: asked.adults ?? usual.adults,
    children: asked.children ?? usual.children,
  };
}

export function isSameParty(one: Party, other: Party): boolean {
  return one.rooms === other.rooms && one.adults === other.adults && one.children === other.children;
}

export function isSameStay(one: Stay, other: Stay): boolean {
  return one.checkIn === other.checkIn && one.checkOut === other.checkOut;
}

export function nightsOf(stay: Stay): number {
  return stay.checkOut - stay.checkIn;
}

/** Returns the days on which the nights of a stay begin. */
export function nightDays(stay: Stay): Day[] {
  return daysFrom(stay.checkIn, nightsOf(stay));
}

/**
 * Reads a stay, and checks everything that does not depend on the current day: both dates exist, are in the right order
 * and are not too far apart.
 */
export function readStay(checkIn: string, checkOut: string): Outcome<Stay> {
  const [first, last] = [parseDay(checkIn), parseDay(checkOut)];
  const problems: FieldProblem[] = [];
  if (first === null) problems.push(notADate('checkIn'));
  if (last === null) problems.push(notADate('checkOut'));
  if (first === null || last === null) return refuseInput(problems);
  const stay = { checkIn: first, checkOut: last };
  const problem = lengthProblem(stay);
  return problem === null ? accept(stay) : refuseInput([problem]);
}

/** Returns the problem with the length of a stay, or null if the dates are in the right order and not too far apart. */
export function lengthProblem(stay: Stay): FieldProblem | null {
  const nights = nightsOf(stay);
  if (nights < 1) return { field: 'checkOut', code: 'TOO_SMALL', message: 'checkOut must be after checkIn' };
  if (nights <= NIGHTS_LIMIT) return null;
  const message = `a stay can have at most ${NIGHTS_LIMIT} nights; this one has ${nights}`;
  return { field: 'checkOut', code: 'TOO_LARGE', message };
}

/**
 * Returns the problem with the arrival day of a stay, or null if a stay may begin on this day. `today` is the current
 * day in Baghdad.
 */
export function arrivalProblem(stay: Stay, today: Day): FieldProblem | null {
  if (stay.checkIn >= today && stay.checkIn <= today + ARRIVAL_DAYS_AHEAD) return null;
  const [first, last] = [formatDay(today), formatDay(addDays(today, ARRIVAL_DAYS_AHEAD))];
  return {
    field: 'checkIn',
    code: stay.checkIn < today ? 'TOO_EARLY' : 'TOO_LATE',
    message: `checkIn must be from ${first} (today in Baghdad) to ${last} (${ARRIVAL_DAYS_AHEAD} days ahead)`,
  };
}

export function notADate(field: string): FieldProblem {
  return { field, code: 'INVALID_FORMAT', message: `${field} ${A_DATE}` };
}

/** Returns a stay with a new check-in date and the same number of nights. */
export function movedTo(stay: Stay, checkIn: Day): Stay {
  return { checkIn, checkOut: addDays(checkIn, stay.checkOut - stay.checkIn) };
}
