import { A_DATE, addDays, type Day, formatDay, parseDay } from './day.ts';
import { accept, type Outcome, refuseInput } from './refusal.ts';

/** How many days ahead a stay may begin, and how many nights a stay may have. */
export const ARRIVAL_DAYS_AHEAD = 500;
export const NIGHTS_LIMIT = 30;

/**
 * The number of days in every hotel's calendar. A stay that begins on the last arrival day may have NIGHTS_LIMIT
 * nights, and its departure day must also be in the calendar.
 */
export const CALENDAR_DAYS = ARRIVAL_DAYS_AHEAD + NIGHTS_LIMIT + 1;

/** The last day of a calendar. */
export function lastOpenDay(today: Day): Day {
  return addDays(today, CALENDAR_DAYS - 1);
}

/**
 * The number of past days for which nights and prices are kept. This data is needed to answer questions about past
 * stays.
 */
export const PAST_DAYS_KEPT = 366;

/**
 * Reads a day from a request. The day must be between today and the last possible arrival day. The default is today.
 */
export function dayWithinHorizon(field: string, text: string | undefined, today: Day): Outcome<Day> {
  if (text === undefined) return accept(today);
  const day = parseDay(text);
  if (day === null) return refuseInput([{ field, code: 'INVALID_FORMAT', message: `${field} ${A_DATE}` }]);
  if (day >= today && day <= today + ARRIVAL_DAYS_AHEAD) return accept(day);
  const [first, last] = [formatDay(today), formatDay(addDays(today, ARRIVAL_DAYS_AHEAD))];
  const message = `${field} must be from ${first} (today in Baghdad) to ${last} (${ARRIVAL_DAYS_AHEAD} days ahead)`;
  return refuseInput([{ field, code: day < today ? 'TOO_EARLY' : 'TOO_LATE', message }]);
}

/** The number of days that a response contains if the request does not contain a number of days. */
export const DEFAULT_CALENDAR_DAYS = 14;
