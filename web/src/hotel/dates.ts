import type { ShellWords } from './words/shell-en.ts';

/** Baghdad keeps UTC+3 all year. */
const BAGHDAD_MILLISECONDS = 3 * 3_600_000;

type DateWords = Pick<ShellWords, 'months' | 'weekdays' | 'comma'>;

/** A day with its weekday. The year is left out, because a reception mostly looks at days of the current week. */
export function dayText(day: string, words: DateWords): string {
  const weekday = words.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!;
  return `${weekday} ${shortDayText(day, words)}`;
}

export function shortDayText(day: string, words: DateWords): string {
  return `${Number(day.slice(8, 10))} ${words.months[Number(day.slice(5, 7)) - 1]!}`;
}

/** The time of day in Baghdad. */
export function timeText(instant: string): string {
  return inBaghdad(instant).slice(11, 16);
}

export function instantText(instant: string, words: DateWords): string {
  return `${shortDayText(inBaghdad(instant), words)}${words.comma} ${timeText(instant)}`;
}

/** The day of an instant in Baghdad. */
export function dayOf(instant: string): string {
  return inBaghdad(instant).slice(0, 10);
}

export function nextDay(day: string): string {
  return new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
}

function inBaghdad(instant: string): string {
  return new Date(Date.parse(instant) + BAGHDAD_MILLISECONDS).toISOString();
}
