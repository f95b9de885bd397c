// Reads day prices from CSV.

import type { Days } from '../../domain/offers/offer-change.ts';
import { type Prices, pricesFrom } from '../../domain/pricing/rate-plan.ts';
import type { Day } from '../../kernel/day.ts';
import { type Currency, parseMoney } from '../../kernel/money.ts';
import { minimumOf, priceProblem } from './check-hotel.ts';
import { CELLS_LIMIT, countDays, readCode, readCsv, readDays } from './csv-lines.ts';

/** The four prices as texts, in this order: single, double, extra adult, child. */
type WrittenPrices = [string, string, string, string];

export interface PricesLine extends Days {
  line: number;
  hotel: string;
  roomType: string;
  ratePlan: string;
  /**
   * Null if the line sets the usual prices. The amounts are still texts, because they can be read only when the
   * currency of the rate plan is known.
   */
  prices: WrittenPrices | null;
}

export const PRICE_COLUMNS = ['single', 'double', 'extra_adult', 'child'] as const;
const PRICE_NAMES = ['single', 'double', 'extraAdult', 'child'] as const;

export const PRICES_HEADER = ['hotel', 'room_type', 'rate_plan', 'from', 'to', 'weekdays', ...PRICE_COLUMNS];

/** Reads a CSV file of day prices. This function does not look up hotels and codes, and does not parse amounts. */
export function readPricesCsv(
  name: string,
  text: string,
  today: Day,
): { lines: PricesLine[]; problems: string[] } {
  const lines: PricesLine[] = [];
  let cells = 0;
  const columns = {
    required: PRICES_HEADER.filter((column) => column !== 'weekdays'),
    optional: ['weekdays'],
  };
  const problems = readCsv(name, text, columns, (line) => {
    const hotel = readCode(line, 'hotel');
    const roomType = readCode(line, 'room_type');
    const ratePlan = readCode(line, 'rate_plan');
    const days = readDays(line, today);
    const written = PRICE_COLUMNS.map((column) => line.cell(column)) as WrittenPrices;
    const empty = PRICE_COLUMNS.filter((_, index) => written[index] === '');
    if (empty.length > 0 && empty.length < 4)
      return line.problem(empty[0]!, 'must not be empty: all four prices, or none for the usual prices');
    if (hotel === null || roomType === null || ratePlan === null || days === null) return;
    cells += countDays(days);
    const prices = empty.length === 4 ? null : written;
    if (cells <= CELLS_LIMIT) lines.push({ line: line.number, hotel, roomType, ratePlan, ...days, prices });
  });
  if (cells > CELLS_LIMIT)
    problems.push(`${name}: sets ${cells} prices, the limit is ${CELLS_LIMIT}; divide it into several files`);
  return { lines, problems };
}

/** Checks the amounts of a line in the currency of the rate plan, and returns the problems. */
export function amountProblems(name: string, { line, prices }: PricesLine, currency: Currency): string[] {
  if (prices === null) return [];
  return PRICE_COLUMNS.flatMap((column, index) => {
    const problem = priceProblem(prices[index]!, currency, minimumOf(PRICE_NAMES[index]!));
    return problem === null ? [] : [`${name} line ${line}, ${column}: ${problem}`];
  });
}

/** Reads the four amounts of a line. Returns null if at least one amount is wrong. */
export function readAmounts(prices: WrittenPrices, currency: Currency): Prices | null {
  const [single, double, extraAdult, child] = prices.map((text) => parseMoney(text, currency));
  if (single == null || double == null || extraAdult == null || child == null) return null;
  return pricesFrom(single, double, extraAdult, child);
}
