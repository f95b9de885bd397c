// Who pays which amount of a booking, and which amount is refunded.

import { add, larger, type Minor, NOTHING, subtract } from '../../kernel/money.ts';
import type { Collector } from '../partners/contract.ts';
import type { Booking } from './booking.ts';

type Priced = Pick<Booking, 'leastPenalty'> & { price: Pick<Booking['price'], 'total'> };

/**
 * The amount that is kept in addition to the price of the stay. This penalty was due before the booking became cheaper.
 */
export function retained(booking: Priced): Minor {
  return larger(NOTHING, subtract(booking.leastPenalty, booking.price.total));
}

/** Everything to pay for a booking: the stay, and the retained part of an earlier penalty. */
export function payable(booking: Priced): Minor {
  return add(booking.price.total, retained(booking));
}

/** The amount that the guest pays at reception. */
export function dueAtHotel(amount: Minor, collectedBy: Collector): Minor {
  return collectedBy === 'HOTEL' ? amount : NOTHING;
}

/** The amount that the collector must give back. When the hotel collects, nothing was paid before arrival. */
export function refundOf(amount: Minor, penalty: Minor, collectedBy: Collector): Minor {
  return collectedBy === 'HOTEL' ? NOTHING : subtract(amount, penalty);
}
