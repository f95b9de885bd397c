import { type Currency, formatMoney } from '../../kernel/money.ts';
import type { Booking } from './booking.ts';
import { retained } from './payable.ts';

/**
 * The amounts that must be shown together. The payable amount is `total` plus `retained`. `due_at_hotel` is the payable
 * amount or zero. Every page, mail and response that shows two of these amounts must show all three. A test compares
 * these amounts in all pages, mails and responses that show a booking.
 */
export const MONEY_FIELDS = ['total', 'retained', 'due_at_hotel'] as const;
type MoneyField = (typeof MONEY_FIELDS)[number];

export function shownMoney(
  booking: Pick<Booking, 'price' | 'leastPenalty' | 'dueAtHotel'>,
): Record<MoneyField, string> & { currency: Currency } {
  const { currency, total } = booking.price;
  return {
    currency,
    total: formatMoney(total, currency),
    retained: formatMoney(retained(booking), currency),
    due_at_hotel: formatMoney(booking.dueAtHotel, currency),
  };
}
