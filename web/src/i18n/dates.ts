import type { Words as AllWords } from './en.ts';

type Words = Pick<AllWords, 'comma' | 'months'>;

/** Baghdad keeps UTC+3 all year. */
const BAGHDAD_MILLISECONDS = 3 * 3_600_000;

/**
 * A date and time in Baghdad. The names of the months are texts of this site, because browsers have no Sorani names,
 * and their Arabic names are not usual in Iraq. Digits are Western in every language, as in the requests.
 */
export function instantText(instant: string, words: Words): string {
  const local = new Date(Date.parse(instant) + BAGHDAD_MILLISECONDS).toISOString();
  return `${dayText(local.slice(0, 10), words)}${words.comma} ${local.slice(11, 16)}`;
}

/** A date without its time. */
export function dayText(date: string, words: Words): string {
  return `${Number(date.slice(8))} ${monthOf(date, words)} ${date.slice(0, 4)}`;
}

export function monthOf(date: string, words: Words): string {
  return words.months[Number(date.slice(5, 7)) - 1]!;
}
