// Points in time as ISO 8601 text.

import { instantInBaghdad, localTime, parseDay } from './day.ts';

let last = { milliseconds: Number.NaN, text: '' };

/**
 * Writes an instant as ISO 8601 text. The last text is cached, because each booking writes the same time, the time of
 * its batch, five times.
 */
export function formatInstant(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: new Date(milliseconds).toISOString() };
  return last.text;
}

/** The message for an invalid instant. */
export const AN_INSTANT =
  'must be a date (00:00 in Baghdad) or an instant with its offset, such as 2026-12-01T00:00+03:00';

/**
 * Returns the milliseconds of an instant, or null if the text is not an instant. A time without an offset is not
 * accepted, because its time zone is not known.
 */
export function parseInstant(text: string): number | null {
  const [, date = '', time] =
    /^([0-9-]{10})(?:T((?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,3})?)?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])))?$/.exec(
      text,
    ) ?? [];
  const day = parseDay(date);
  if (day === null) return null;
  return time === undefined ? instantInBaghdad(day, '00:00').getTime() : Date.parse(`${date}T${time}`);
}

const MOST_DAYS_AHEAD = 366;
const MILLISECONDS_A_DAY = 86_400_000;

/**
 * Returns why a new rate or charge cannot apply from this instant on, or null if it can. The instant must not be in the
 * past, because partners have already seen prices with the old rate or charge.
 */
export function beginningProblem(from: number, now: number): string | null {
  if (from < now)
    return `from: ${localTime(formatInstant(from))} is in the past. Leave it out to change it now`;
  if (from > now + MOST_DAYS_AHEAD * MILLISECONDS_A_DAY)
    return `from: must be at most one year (${MOST_DAYS_AHEAD} days) ahead; it is ${localTime(formatInstant(from))}`;
  return null;
}
