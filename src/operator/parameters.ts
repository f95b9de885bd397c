import { InvalidArgumentError } from 'commander';
import { A_DATE, type Day, parseDay } from '../kernel/day.ts';

/** Readers of parameters. Commander prints the message with the name of the parameter. */
export function wholeNumber(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError(`must be a whole number, not "${text}"`);
  return Number(text);
}

export function date(text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new InvalidArgumentError(`${A_DATE}, not "${text}"`);
  return day;
}
