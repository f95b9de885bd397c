// Finds lines of a CSV file that set the same day to different values.

import { type Day, dayOf, formatDay } from '../../kernel/day.ts';
import { CALENDAR_DAYS } from '../../kernel/horizon.ts';
import { eachDay } from './csv-lines.ts';
import { NIGHT_COLUMNS, type NightsLine } from './nights-csv.ts';
import { PRICE_COLUMNS, type PricesLine } from './prices-csv.ts';

/**
 * Stores for each day the value of one field and the line that set the value. The value -1 means that no line set the
 * field on this day.
 */
class FieldDays {
  private readonly values = new Int32Array(CALENDAR_DAYS).fill(-1);
  private readonly lines = new Int32Array(CALENDAR_DAYS);

  /**
   * Stores the value of a day and returns 0. If an earlier line has set this day to a different value, the function
   * stores nothing and returns the number of that line.
   */
  set(index: number, value: number, line: number): number {
    if (this.values[index] !== -1 && this.values[index] !== value) return this.lines[index]!;
    this.values[index] = value;
    this.lines[index] = line;
    return 0;
  }

  at(index: number): { value: number; line: number } {
    return { value: this.values[index]!, line: this.lines[index]! };
  }
}

/**
 * Finds lines of one room type that contradict each other. If two lines contradict each other on several days, the
 * result contains one problem per column.
 */
export function nightConflicts(name: string, lines: NightsLine[], today: Day): string[] {
  const problems = new Map<string, string>();
  const fields = NIGHT_COLUMNS.map(() => new FieldDays());
  for (const line of lines)
    NIGHT_COLUMNS.forEach(([column, field], at) => {
      const value = line.set[field];
      if (value === undefined) return;
      eachDay(line, (day) => {
        const other = fields[at]!.set(day - today, Number(value), line.line);
        const key = `${column} ${line.line} ${other}`;
        if (other !== 0 && !problems.has(key))
          problems.set(key, contradiction(name, line.line, column, day, other));
      });
    });
  const [minStays, maxStays] = [fields[6]!, fields[7]!];
  for (let index = 0; index < CALENDAR_DAYS; index += 1) {
    const [least, most] = [minStays.at(index), maxStays.at(index)];
    const key = `stay ${least.line} ${most.line}`;
    if (least.line !== most.line && most.value > 0 && least.value > most.value && !problems.has(key))
      problems.set(
        key,
        `${name} line ${most.line}, max_stay: must be 0 or from min_stay, which line ${least.line} sets to ${least.value} on ${formatDay(dayOf(today + index))}, to 30, not ${most.value}`,
      );
  }
  return [...problems.values()];
}

/** Finds lines of one rate plan that contradict each other. */
export function priceConflicts(name: string, lines: PricesLine[], today: Day): string[] {
  const problems = new Map<string, string>();
  const days = new FieldDays();
  // The key is the text of the four prices, and the value is a number for this text. Two lines agree if their four
  // prices are written in the same way.
  const numbers = new Map<string, number>();
  for (const line of lines) {
    const text = line.prices === null ? '' : line.prices.join(' ');
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    eachDay(line, (day) => {
      const other = days.set(day - today, numbers.get(text)!, line.line);
      const key = `${line.line} ${other}`;
      if (other !== 0 && !problems.has(key))
        problems.set(key, contradiction(name, line.line, PRICE_COLUMNS[0], day, other));
    });
  }
  return [...problems.values()];
}

function contradiction(name: string, line: number, column: string, day: Day, other: number): string {
  return `${name} line ${line}, ${column}: line ${other} sets it differently for ${formatDay(day)}`;
}
