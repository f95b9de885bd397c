import { InvalidArgumentError } from 'commander';
import { A_DATE, type Day, parseDay } from '../kernel/day.ts';
import { AN_INSTANT, parseInstant } from '../kernel/instant.ts';
import { A_PERCENTAGE, parsePercent } from '../kernel/money.ts';

/** Reads a whole number. Commander prints the error message with the name of the parameter. */
export function wholeNumber(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError(`must be a whole number, not "${text}"`);
  return Number(text);
}

/** Reads a limit. Returns the text `usual` and not null, because commander treats null as an option without a value. */
export function numberOrUsual(text: string): number | 'usual' {
  return text === 'usual' ? text : wholeNumber(text);
}

/** Collects the values of an option that may be given several times. */
export function eachOf(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** Returns a function that reads whole numbers from `least` to `most`. */
export function wholeNumberFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = wholeNumber(text);
    if (number < least || number > most)
      throw new InvalidArgumentError(`must be from ${least} to ${most}, not ${text}`);
    return number;
  };
}

export function date(text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new InvalidArgumentError(`${A_DATE}, not "${text}"`);
  return day;
}

const MINUTES_OF: Record<string, number> = { m: 1, h: 60, d: 24 * 60 };

/** Reads a duration in minutes. */
export function duration(text: string): number {
  const match = /^([0-9]{1,9})([mhd])$/.exec(text);
  if (text !== '0' && match === null)
    throw new InvalidArgumentError(`must be 0 or a duration such as 30m, 24h or 7d, not "${text}"`);
  return match === null ? 0 : Number(match[1]) * MINUTES_OF[match[2]!]!;
}

/** Reads an instant as milliseconds since the epoch. */
export function instant(text: string): number {
  const at = parseInstant(text);
  if (at === null) throw new InvalidArgumentError(`${AN_INSTANT}, not "${text}"`);
  return at;
}

/** Reads a percentage as basis points. */
export function percentage(text: string): number {
  const basisPoints = parsePercent(text);
  if (basisPoints === null) throw new InvalidArgumentError(`${A_PERCENTAGE}, not "${text}"`);
  return basisPoints;
}
