import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import type { KnownDay } from './merge.ts';

/**
 * The number of days before today, and also after today, whose bookings are stored on the phone. The number is small,
 * because a phone may be lost.
 */
const NEAR_DAYS = 2;

/** Whether the stay of a booking includes one of these days. Only such bookings are stored. */
export function isNear(
  { check_in, check_out }: Pick<HotelBooking, 'check_in' | 'check_out'>,
  today: string,
): boolean {
  return check_in <= shifted(today, NEAR_DAYS) && check_out >= shifted(today, -NEAR_DAYS);
}

/** Returns the day with only those bookings that are stored on the device. */
export function nearOnly(day: KnownDay, today: string): KnownDay {
  return { ...day, bookings: new Map([...day.bookings].filter(([, booking]) => isNear(booking, today))) };
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
