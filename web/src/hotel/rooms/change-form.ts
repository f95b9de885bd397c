import type { CalendarUpdate, DayPrices, Weekday } from '../../../../src/http/hotel-page/calendar-api.ts';

/** Pure functions that read the form for changes of a range of nights. */

export const WEEKDAYS: Weekday[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** The week in Iraq begins on Saturday. */
export const WEEK: Weekday[] = ['SAT', 'SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI'];
export const PRICE_FIELDS = ['single', 'double', 'extra_adult', 'child'] as const;

export interface ChangeForm {
  kind: 'price' | 'allotment';
  roomType: string;
  plan: string;
  from: string;
  to: string;
  weekdays: Weekday[];
  prices: DayPrices;
  isUsual: boolean;
  allotment: string;
  isOpening: boolean;
}

export const EMPTY_PRICES: DayPrices = { single: '', double: '', extra_adult: '', child: '' };

export type FormProblem = 'badRange' | 'pickDay' | 'fillPrice' | 'badPrice' | 'fillRooms';

/** Returns the update that the form describes, or the first problem of the form. */
export function updateOf(form: ChangeForm): CalendarUpdate | FormProblem {
  if (form.from === '' || form.to === '' || form.to < form.from) return 'badRange';
  if (form.weekdays.length === 0) return 'pickDay';
  const range = {
    room_type: form.roomType,
    from: form.from,
    to: form.to,
    ...(form.weekdays.length < 7 && { weekdays: WEEKDAYS.filter((day) => form.weekdays.includes(day)) }),
  };
  if (form.kind === 'allotment') {
    const rooms = westernDigits(form.allotment).trim();
    if (!/^\d{1,4}$/.test(rooms)) return 'fillRooms';
    return { ...range, set: { allotment: Number(rooms), ...(form.isOpening && { closed: false }) } };
  }
  if (form.isUsual) return { ...range, rate_plan: form.plan, set: { prices: null } };
  const given = PRICE_FIELDS.map((field) => [field, amountOf(form.prices[field])] as const).filter(
    ([, amount]) => amount !== '',
  );
  if (given.length === 0) return 'fillPrice';
  if (given.some(([, amount]) => !/^\d{1,9}(\.\d{1,3})?$/.test(amount))) return 'badPrice';
  return { ...range, rate_plan: form.plan, set: { prices: Object.fromEntries(given) } };
}

/** Reads an amount. People may type Arabic digits, and commas between thousands. */
function amountOf(text: string): string {
  return westernDigits(text)
    .replace(/[\s,٬]/g, '')
    .replace('٫', '.');
}

/** Converts the Arabic and Persian digits of keyboards in Iraq, because the service reads only Western digits. */
function westernDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}
