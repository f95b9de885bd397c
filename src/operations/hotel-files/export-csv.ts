// Converts the nights and prices of a hotel to CSV, with as few lines as possible.

import type { PriceColumns } from '../../domain/pricing/price-columns.ts';
import { type Day, formatDay, nextDay } from '../../kernel/day.ts';
import { type Currency, formatMoney, minor } from '../../kernel/money.ts';
import type { HotelRows } from './hotel-rows.ts';
import { NIGHTS_HEADER } from './nights-csv.ts';
import { PRICES_HEADER } from './prices-csv.ts';

export interface NightRow {
  room_type_id: string;
  day: Day;
  open: boolean;
  allotment: number;
  blocked: number;
  stop_sell: boolean;
  closed_to_arrival: boolean;
  closed_to_departure: boolean;
  min_stay: number;
  max_stay: number | null;
}

export interface DayPriceRow extends PriceColumns {
  rate_plan_id: string;
  day: Day;
}

export const NIGHTS_CSV_HEADER = `${NIGHTS_HEADER.join(',')}\n`;
export const PRICES_CSV_HEADER = `${PRICES_HEADER.join(',')}\n`;

/**
 * Converts the nights of one hotel to CSV lines. Consecutive equal days become one line. `nights` must be sorted by
 * room type, then by day.
 */
export function nightsCsv({ hotel, roomTypes }: HotelRows, nights: NightRow[]): string {
  const codes = new Map(roomTypes.map((room) => [room.id, room.code]));
  return linesOf(
    nights,
    (night) => [hotel.public_id, codes.get(night.room_type_id)!],
    (night) => [
      yesNo(night.open),
      night.allotment,
      night.blocked,
      yesNo(night.stop_sell),
      yesNo(night.closed_to_arrival),
      yesNo(night.closed_to_departure),
      night.min_stay,
      night.max_stay ?? 0,
    ],
  );
}

/** Converts the day prices of one hotel to CSV lines. `prices` must be sorted by rate plan, then by day. */
export function pricesCsv({ hotel, roomTypes, plans }: HotelRows, prices: DayPriceRow[]): string {
  const rooms = new Map(roomTypes.map((room) => [room.id, room.code]));
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  return linesOf(
    prices,
    ({ rate_plan_id }) => {
      const plan = planOf.get(rate_plan_id)!;
      return [hotel.public_id, rooms.get(plan.room_type_id)!, plan.code];
    },
    (row) => {
      const { currency } = planOf.get(row.rate_plan_id)!;
      return [row.single_price, row.double_price, row.extra_adult_price, row.child_price].map((amount) =>
        amountText(amount, currency),
      );
    },
  );
}

function amountText(amount: number, currency: Currency): string {
  return formatMoney(minor(amount), currency);
}

function yesNo(flag: boolean): string {
  return flag ? 'yes' : 'no';
}

function linesOf<Row extends { day: Day }>(
  rows: Row[],
  keyOf: (row: Row) => string[],
  valuesOf: (row: Row) => (string | number)[],
): string {
  const ranges: { key: string; values: string; first: Day; last: Day }[] = [];
  for (const row of rows) {
    const key = keyOf(row).map(cell).join(',');
    const values = valuesOf(row).join(',');
    const before = ranges.at(-1);
    if (before?.key === key && before.values === values && nextDay(before.last) === row.day)
      before.last = row.day;
    else ranges.push({ key, values, first: row.day, last: row.day });
  }
  return ranges
    .map(({ key, values, first, last }) => `${key},${formatDay(first)},${formatDay(last)},,${values}\n`)
    .join('');
}

/** Quotes a text if necessary. A code that did not come from an import may contain any character. */
function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
