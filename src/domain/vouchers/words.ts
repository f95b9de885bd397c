import { type Day, formatDay, getDay, localTime, weekdayOf } from '../../kernel/day.ts';
import { type Currency, formatMoney, type Minor } from '../../kernel/money.ts';
import type { BookingStatus } from '../booking/booking.ts';
import type { PricingModel } from '../pricing/rate-plan.ts';

/** All texts of a voucher in one language. */
export interface Words {
  title: string;
  voucherNumber: string;
  hotel: string;
  telephone: string;
  guest: string;
  checkIn: string;
  checkOut: string;
  fromTime: (time: string) => string;
  untilTime: (time: string) => string;
  stay: string;
  nights: (count: number) => string;
  rooms: string;
  party: string;
  adults: (count: number) => string;
  children: (count: number) => string;
  and: string;
  board: string;
  boards: Record<PricingModel, string>;
  due: string;
  paidToPartner: string;
  nothingDue: string;
  collectFromGuest: string;
  cancellationCharge: string;
  /** The text about the part of an earlier penalty that must be paid in addition to the price of the stay. */
  retained: (amount: string) => string;
  cancellation: string;
  free: (until: string | null) => string;
  charged: (from: string | null, amount: string | null) => string;
  requests: string;
  verify: string;
  verification: (host: string, asOf: string) => string;
  issuedBy: string;
  issuer: string;
  partnerReference: string;
  helpLine: string;
  signature: string;
  documentNumber: string;
  roomNumber: string;
  /** The large word across a voucher that is not valid any more. */
  notValid: string;
  statuses: Record<BookingStatus, string>;
  meanings: Record<BookingStatus, (at: string) => string>;
  weekdays: string[];
  months: string[];
  date: (weekday: string, day: number, month: string, year: number) => string;
  moment: (date: string, time: string) => string;
  money: (amount: string, currency: Currency) => string;
  languageName: string;
  paper: string;
}

/** Writes a date in the language of a voucher. */
export function dateText(day: Day, words: Words): string {
  const [year, month, date] = formatDay(day).split('-').map(Number) as [number, number, number];
  const weekday = words.weekdays[weekdayOf(day)]!;
  return words.date(weekday, date, words.months[month - 1]!, year);
}

/** Writes an instant as date and time in Baghdad. */
export function momentText(instant: string, words: Words): string {
  const local = localTime(instant);
  return words.moment(dateText(getDay(local.slice(0, 10)), words), local.slice(11, 16));
}

export function moneyText(amount: Minor, currency: Currency, words: Words): string {
  return words.money(formatMoney(amount, currency).replace(/\B(?=(\d{3})+(?!\d))/g, ','), currency);
}
