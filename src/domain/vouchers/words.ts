import type { Currency } from '../../kernel/money.ts';
import type { BookingStatus } from '../booking/booking.ts';
import type { PricingModel } from '../pricing/rate-plan.ts';

/** All words of a voucher in one language. */
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
  /** The part of the due amount that is not for the stay. */
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
  /** Written across a voucher that is no longer valid. */
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
