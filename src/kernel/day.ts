// Calendar days without a time zone, as text and as numbers.

declare const day: unique symbol;

/**
 * A day is stored as the number of days since 1970-01-01, and has no time zone. The number can be used as an index of
 * an array. A Date can be a different day in a different time zone, but this number means the same day everywhere.
 */
export type Day = number & { readonly [day]: true };

const MILLISECONDS_A_DAY = 86_400_000;

/**
 * Iraq has used UTC+3 all year since 2008. The code uses this fixed offset, so the time zone of the process does not
 * matter.
 */
const BAGHDAD_OFFSET_MILLISECONDS = 3 * 3_600_000;

export const TIME_ZONE = 'Asia/Baghdad';

/** The message for an invalid date. */
export const A_DATE = 'must be a valid date in the format YYYY-MM-DD, from 2000 to 2199';

/** Dates from 2000 to 2199. A date in any other year is a mistake and is not accepted. */
const YEARS = /^2[01][0-9]{2}-[0-9]{2}-[0-9]{2}$/;

/**
 * Reads a date from 2000 to 2199 that is written YYYY-MM-DD in ASCII digits. Returns null for any other text and for
 * dates that do not exist, such as 2027-02-30.
 */
export function parseDay(text: string): Day | null {
  const known = read.get(text);
  if (known !== undefined) return known;
  if (!YEARS.test(text)) return null;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(milliseconds)) return null;
  const day = dayOf(milliseconds / MILLISECONDS_A_DAY);
  if (formatDay(day) !== text) return null;
  if (read.size < SPELLED_LIMIT) read.set(text, day);
  return day;
}

/** Converts a number to a day. The database and typed arrays store days as such numbers. */
export function dayOf(number: number): Day {
  return number as Day;
}

export function addDays(day: Day, count: number): Day {
  return (day + count) as Day;
}

/** Returns the day of the week, from 0 for Sunday to 6 for Saturday. Day 0, 1 January 1970, was a Thursday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function nextDay(day: Day): Day {
  return addDays(day, 1);
}

/** Returns `count` consecutive days, starting at `first`. */
export function daysFrom(first: Day, count: number): Day[] {
  // Use a loop, because every read of nights calls this function. Array.from with a function takes ten times as long.
  const days: Day[] = [];
  for (let index = 0; index < count; index += 1) days.push(addDays(first, index));
  return days;
}

export function getDay(text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new Error(`not a day: ${text}`);
  return day;
}

/** These maps are caches, because the same few thousand days are formatted and parsed repeatedly. */
const spelled = new Map<Day, string>();
const read = new Map<string, Day>();
const SPELLED_LIMIT = 5_000;

export function formatDay(day: Day): string {
  const known = spelled.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
  if (spelled.size < SPELLED_LIMIT) spelled.set(day, text);
  return text;
}

/** Returns the date in Baghdad at an instant. At 21:00Z, the next day begins in Baghdad. */
export function dayInBaghdad(instant: Date): Day {
  return dayOf(Math.floor((instant.getTime() + BAGHDAD_OFFSET_MILLISECONDS) / MILLISECONDS_A_DAY));
}

/** Returns the instant when the clocks in Baghdad show a time of day (HH:MM) on a day. */
export function instantInBaghdad(day: Day, timeOfDay: string): Date {
  const [hours, minutes] = timeOfDay.split(':').map(Number) as [number, number];
  return new Date(day * MILLISECONDS_A_DAY + (hours * 60 + minutes) * 60_000 - BAGHDAD_OFFSET_MILLISECONDS);
}

/** Returns the time of day in Baghdad at an instant, as HH:MM. */
export function timeInBaghdad(instant: number): string {
  return new Date(instant + BAGHDAD_OFFSET_MILLISECONDS).toISOString().slice(11, 16);
}

/** Writes an instant as local time in Baghdad. */
export function localTime(instant: string): string {
  const shifted = new Date(Date.parse(instant) + BAGHDAD_OFFSET_MILLISECONDS).toISOString();
  return `${shifted.slice(0, 19)}+03:00`;
}
