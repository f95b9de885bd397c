import { type Currency, formatMoney } from '../../kernel/money.ts';
import type { Booking } from './booking.ts';
import { retained } from './payable.ts';

/**
 * The amounts that explain each other: what is payable is `total` plus `retained`, and `due_at_hotel` is that or
 * nothing. Who sees one of them with another sees all three. A test compares every place that shows a booking.
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
