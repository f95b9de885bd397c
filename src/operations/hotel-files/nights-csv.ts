// Reads nights from CSV.

import type { Days, NightFields } from '../../domain/offers/offer-change.ts';
import type { Day } from '../../kernel/day.ts';
import { NIGHTS_LIMIT } from '../../kernel/horizon.ts';
import { CELLS_LIMIT, type CsvLine, countDays, readCode, readCsv, readDays } from './csv-lines.ts';
import { SMALLINT_MAX } from './room-types.schema.ts';

export interface NightsLine extends Days {
  line: number;
  hotel: string;
  roomType: string;
  set: NightFields;
}

/** Each CSV column that sets a field of a night, with the name of that field. */
export const NIGHT_COLUMNS = [
  ['open', 'open'],
  ['allotment', 'allotment'],
  ['blocked', 'blocked'],
  ['stop_sell', 'stopSell'],
  ['cta', 'closedToArrival'],
  ['ctd', 'closedToDeparture'],
  ['min_stay', 'minStay'],
  ['max_stay', 'maxStay'],
] as const satisfies [string, keyof NightFields][];

export const NIGHTS_HEADER = [
  'hotel',
  'room_type',
  'from',
  'to',
  'weekdays',
  ...NIGHT_COLUMNS.map(([column]) => column),
];

const BOUNDS = {
  allotment: [0, SMALLINT_MAX],
  blocked: [0, SMALLINT_MAX],
  min_stay: [1, NIGHTS_LIMIT],
  max_stay: [0, NIGHTS_LIMIT],
} as const;

const YES_NO = new Map([
  ['yes', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
]);

/** Reads a CSV file of nights. This function does not look up hotels and codes. */
export function readNightsCsv(
  name: string,
  text: string,
  today: Day,
): { lines: NightsLine[]; problems: string[] } {
  const lines: NightsLine[] = [];
  let cells = 0;
  const columns = { required: ['hotel', 'room_type', 'from', 'to'], optional: NIGHTS_HEADER.slice(4) };
  const problems = readCsv(name, text, columns, (line) => {
    const hotel = readCode(line, 'hotel');
    const roomType = readCode(line, 'room_type');
    const days = readDays(line, today);
    const set = readFields(line);
    if (hotel === null || roomType === null || days === null || set === null) return;
    cells += countDays(days);
    if (cells <= CELLS_LIMIT) lines.push({ line: line.number, hotel, roomType, ...days, set });
  });
  if (cells > CELLS_LIMIT)
    problems.push(`${name}: sets ${cells} nights, the limit is ${CELLS_LIMIT}; divide it into several files`);
  return { lines, problems };
}

function readFields(line: CsvLine): NightFields | null {
  const set: Record<string, number | boolean> = {};
  let good = true;
  for (const [column, field] of NIGHT_COLUMNS) {
    const text = line.cell(column).toLowerCase();
    if (text === '') continue;
    const value = column in BOUNDS ? readNumber(line, column as keyof typeof BOUNDS, text) : YES_NO.get(text);
    if (value === undefined) line.problem(column, `must be yes, no, true, false, 1 or 0, not "${text}"`);
    if (value === undefined || value === null) good = false;
    else set[field] = value;
  }
  if (!good) return null;
  const fields = set as NightFields;
  if (Object.keys(set).length === 0) {
    line.problem(
      'allotment',
      `nothing is set: at least one of ${NIGHTS_HEADER.slice(5).join(', ')} is needed`,
    );
    return null;
  }
  const { minStay, maxStay } = fields;
  if (minStay !== undefined && maxStay !== undefined && maxStay !== 0 && maxStay < minStay) {
    line.problem(
      'max_stay',
      `must be 0 or from min_stay, which is ${minStay}, to ${NIGHTS_LIMIT}, not ${maxStay}`,
    );
    return null;
  }
  // A line that sets the number of rooms also opens the night.
  if (fields.allotment !== undefined && fields.open === undefined) fields.open = true;
  return fields;
}

/** Returns null if the text is not a number within the bounds. */
function readNumber(line: CsvLine, column: keyof typeof BOUNDS, text: string): number | null {
  const [least, most] = BOUNDS[column];
  const number = Number(text);
  if (/^[0-9]{1,9}$/.test(text) && number >= least && number <= most) return number;
  line.problem(column, `must be a whole number from ${least} to ${most}, not "${text}"`);
  return null;
}
