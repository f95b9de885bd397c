import { A_DATE, addDays, type Day, formatDay, parseDay } from './day.ts';
import { accept, type Outcome, refuseInput } from './refusal.ts';

/** How far ahead a stay may begin, and how long a stay may be. */
export const ARRIVAL_DAYS_AHEAD = 500;
export const NIGHTS_LIMIT = 30;

/** Days in every hotel's calendar. The last arrival needs all nights of the longest stay, and the departure day. */
export const CALENDAR_DAYS = ARRIVAL_DAYS_AHEAD + NIGHTS_LIMIT + 1;

/** The last day of a calendar. */
export function lastOpenDay(today: Day): Day {
  return addDays(today, CALENDAR_DAYS - 1);
}

/** How long nights and prices of past days are kept, for statements and questions. */
export const PAST_DAYS_KEPT = 366;

/** Reads a day from a request, from today to the last possible arrival. The default is today. */
export function dayWithinHorizon(field: string, text: string | undefined, today: Day): Outcome<Day> {
  if (text === undefined) return accept(today);
  const day = parseDay(text);
  if (day === null) return refuseInput([{ field, code: 'INVALID_FORMAT', message: `${field} ${A_DATE}` }]);
  if (day >= today && day <= today + ARRIVAL_DAYS_AHEAD) return accept(day);
  const [first, last] = [formatDay(today), formatDay(addDays(today, ARRIVAL_DAYS_AHEAD))];
  const message = `${field} must be from ${first} (today in Baghdad) to ${last} (${ARRIVAL_DAYS_AHEAD} days ahead)`;
  return refuseInput([{ field, code: day < today ? 'TOO_EARLY' : 'TOO_LATE', message }]);
}

/** Days in a calendar when the request does not give a number. */
export const DEFAULT_CALENDAR_DAYS = 14;
