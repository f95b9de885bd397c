import { CsvError, parse } from 'csv-parse/sync';
import type { Days } from '../../domain/offers/offer-change.ts';
import { A_DATE, type Day, dayOf, formatDay, parseDay, weekdayOf } from '../../kernel/day.ts';
import { lastOpenDay } from '../../kernel/horizon.ts';
import { isNearMiss } from '../../kernel/near-miss.ts';

/** One line of a CSV file. */
export interface CsvLine {
  number: number;
  /** Returns the text of a cell, or an empty text if the file does not have the column. */
  cell: (column: string) => string;
  problem: (column: string, message: string) => void;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const SHORT_WEEKDAYS = WEEKDAYS.map((name) => name.slice(0, 3));
export const CELLS_LIMIT = 2_000_000;

/**
 * Reads a CSV file line by line. Returns the problems of the file. Each line is passed to `take` as soon as it is read,
 * because a million lines as lists of texts would need gigabytes of memory.
 */
export function readCsv(
  name: string,
  text: string,
  columns: { required: string[]; optional: string[] },
  take: (line: CsvLine) => void,
): string[] {
  const problems: string[] = [];
  const known = [...columns.required, ...columns.optional];
  let header: Map<string, number> | null = null;
  let usable = true;
  try {
    parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (record: string[], { lines }) => {
        if (header === null) {
          header = new Map(record.map((column, index) => [column.toLowerCase(), index]));
          const found = headerProblems(record, columns.required, known);
          problems.push(...found.map((problem) => `${name} line ${lines}: ${problem}`));
          usable = found.length === 0;
        } else if (usable) {
          if (record.length > header.size)
            problems.push(`${name} line ${lines}: has ${record.length} cells, the header has ${header.size}`);
          else take(lineOf(name, lines, record, header, problems));
        }
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problems.push(`${name} line ${(error as unknown as { lines?: number }).lines ?? 1}: ${error.message}`);
  }
  if (header === null && problems.length === 0)
    problems.push(`${name}: is empty; the first line must name the columns: ${known.join(',')}`);
  return problems;
}

function headerProblems(given: string[], required: string[], known: string[]): string[] {
  const names = given.map((column) => column.toLowerCase());
  const unknown = names.filter((column) => !known.includes(column));
  const meant = unknown.map((column) => known.find((one) => isNearMiss(column, one) && !names.includes(one)));
  return [
    ...unknown.map((column, index) => {
      const hint =
        meant[index] === undefined ? `known: ${known.join(', ')}` : `did you mean ${meant[index]}?`;
      return `unknown column "${column}"; ${hint}`;
    }),
    ...required
      .filter((column) => !names.includes(column) && !meant.includes(column))
      .map((column) => `column ${column} is missing`),
    ...[...new Set(names.filter((column, index) => names.indexOf(column) !== index))].map(
      (column) => `column ${column} is there twice`,
    ),
  ];
}

function lineOf(
  name: string,
  number: number,
  record: string[],
  header: Map<string, number>,
  problems: string[],
): CsvLine {
  return {
    number,
    cell: (column) => record[header.get(column) ?? -1] ?? '',
    problem: (column, message) => problems.push(`${name} line ${number}, ${column}: ${message}`),
  };
}

/** Reads `from`, `to` and `weekdays`. Returns null if the value of one of these columns is not valid. */
export function readDays(line: CsvLine, today: Day): Days | null {
  const first = readDay(line, 'from', today);
  const last = readDay(line, 'to', today);
  const weekdays = readWeekdays(line);
  if (first === null || last === null || weekdays === undefined) return null;
  if (first > last) {
    line.problem('to', `must not be before from, which is ${formatDay(first)}, not ${formatDay(last)}`);
    return null;
  }
  const days = { first, last, weekdays };
  if (countDays(days) > 0) return days;
  line.problem('weekdays', `no day from ${formatDay(first)} to ${formatDay(last)} is one of them`);
  return null;
}

function readDay(line: CsvLine, column: 'from' | 'to', today: Day): Day | null {
  const text = line.cell(column);
  const day = parseDay(text);
  const last = lastOpenDay(today);
  if (day === null) line.problem(column, `${A_DATE}, not "${text}"`);
  else if (day < today || day > last)
    line.problem(
      column,
      `must be from ${formatDay(today)} (today in Baghdad) to ${formatDay(last)} (${last - today} days ahead), not ${text}`,
    );
  else return day;
  return null;
}

/** Many lines contain the same weekdays, so lines with the same text share one list. */
const knownWeekdays = new Map<string, number[] | null>([['', null]]);

/** Returns null if the value means every day, and undefined if the value is not valid. */
function readWeekdays(line: CsvLine): number[] | null | undefined {
  const text = line.cell('weekdays').toLowerCase();
  const known = knownWeekdays.get(text);
  if (known !== undefined) return known;
  const words = text.split(/[\s,;|]+/).filter((word) => word !== '');
  const numbers = words.map((word) =>
    WEEKDAYS.findIndex((weekday) => word === weekday || word === weekday.slice(0, 3)),
  );
  if (numbers.includes(-1)) {
    line.problem(
      'weekdays',
      `must be some of ${SHORT_WEEKDAYS.join(' ')}, or empty for every day, not "${text}"`,
    );
    return undefined;
  }
  const weekdays = [...new Set(numbers)].sort();
  knownWeekdays.set(text, weekdays);
  return weekdays;
}

export function eachDay({ first, last, weekdays }: Days, visit: (day: Day) => void): void {
  for (let day = first as number; day <= last; day += 1)
    if (weekdays === null || weekdays.includes(weekdayOf(dayOf(day)))) visit(dayOf(day));
}

export function countDays(days: Days): number {
  if (days.weekdays === null) return days.last - days.first + 1;
  let count = 0;
  eachDay(days, () => {
    count += 1;
  });
  return count;
}

/** Reads a required text, such as a code. */
export function readCode(line: CsvLine, column: string): string | null {
  const text = line.cell(column);
  if (text !== '') return text;
  line.problem(column, 'must not be empty');
  return null;
}
