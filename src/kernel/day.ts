// Days without a time zone, as text and as numbers.

declare const day: unique symbol;

/**
 * A day is an integer: days since 1970-01-01 on the civil calendar. A day has no time zone. The integer can index an
 * array, and cannot move over midnight as a Date can.
 */
export type Day = number & { readonly [day]: true };

const MILLISECONDS_A_DAY = 86_400_000;

/** Iraq has used UTC+3 all year since 2008. With a fixed offset, the time zone of the process does not matter. */
const BAGHDAD_OFFSET_MILLISECONDS = 3 * 3_600_000;

export const TIME_ZONE = 'Asia/Baghdad';

/** The message for an invalid date. */
export const A_DATE = 'must be a valid date in the format YYYY-MM-DD, from 2000 to 2199';

/** Dates in other years are mistakes. PostgreSQL also rejects some of them, because it has no year 0. */
const YEARS = /^2[01][0-9]{2}-[0-9]{2}-[0-9]{2}$/;

/** Null when the text is not a real date from 2000 to 2199, written YYYY-MM-DD in ASCII digits. 2027-02-30 is not a date. */
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

/** A day from its number, as the database and typed arrays store it. */
export function dayOf(number: number): Day {
  return number as Day;
}

export function addDays(day: Day, count: number): Day {
  return (day + count) as Day;
}

/** 0 is Sunday and 6 is Saturday. 1 January 1970 was a Thursday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function nextDay(day: Day): Day {
  return addDays(day, 1);
}

/** Returns `count` consecutive days, starting at `first`. */
export function daysFrom(first: Day, count: number): Day[] {
  // Use a loop: Array.from with a function takes ten times as long, and every read of nights calls this.
  const days: Day[] = [];
  for (let index = 0; index < count; index += 1) days.push(addDays(first, index));
  return days;
}

export function getDay(text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new Error(`not a day: ${text}`);
  return day;
}

/** Caches, because the same few thousand days are formatted and parsed repeatedly. */
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

/** The date in Baghdad at an instant. At 21:00Z the next day has already begun there. */
export function dayInBaghdad(instant: Date): Day {
  return dayOf(Math.floor((instant.getTime() + BAGHDAD_OFFSET_MILLISECONDS) / MILLISECONDS_A_DAY));
}

/** The instant of a local time (HH:MM) in Baghdad on a day. */
export function instantInBaghdad(day: Day, timeOfDay: string): Date {
  const [hours, minutes] = timeOfDay.split(':').map(Number) as [number, number];
  return new Date(day * MILLISECONDS_A_DAY + (hours * 60 + minutes) * 60_000 - BAGHDAD_OFFSET_MILLISECONDS);
}

/** The time of day in Baghdad at an instant, as HH:MM. */
export function timeInBaghdad(instant: number): string {
  return new Date(instant + BAGHDAD_OFFSET_MILLISECONDS).toISOString().slice(11, 16);
}

/** An instant as local time in Baghdad. */
export function localTime(instant: string): string {
  const shifted = new Date(Date.parse(instant) + BAGHDAD_OFFSET_MILLISECONDS).toISOString();
  return `${shifted.slice(0, 19)}+03:00`;
}
