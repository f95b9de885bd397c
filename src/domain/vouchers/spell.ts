// Dates, times and amounts in the language of a voucher.

import { type Day, formatDay, getDay, localTime, weekdayOf } from '../../kernel/day.ts';
import { type Currency, formatMoney, type Minor } from '../../kernel/money.ts';
import type { Words } from './words.ts';

export function dateText(day: Day, words: Words): string {
  const [year, month, date] = formatDay(day).split('-').map(Number) as [number, number, number];
  const weekday = words.weekdays[weekdayOf(day)]!;
  return words.date(weekday, date, words.months[month - 1]!, year);
}

/** An instant as date and time in Baghdad. */
export function momentText(instant: string, words: Words): string {
  const local = localTime(instant);
  return words.moment(dateText(getDay(local.slice(0, 10)), words), local.slice(11, 16));
}

export function moneyText(amount: Minor, currency: Currency, words: Words): string {
  return words.money(formatMoney(amount, currency).replace(/\B(?=(\d{3})+(?!\d))/g, ','), currency);
}
