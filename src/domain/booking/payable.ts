// Computes which amounts of a booking must be paid, who receives them, and which amount is refunded.

import { add, larger, type Minor, NOTHING, subtract } from '../../kernel/money.ts';
import type { Collector } from '../partners/contract.ts';
import type { Booking } from './booking.ts';

type Priced = Pick<Booking, 'leastPenalty'> & { price: Pick<Booking['price'], 'total'> };

/**
 * Returns the amount by which an earlier cancellation penalty exceeds the price of the stay. The amount is above 0 only
 * if the penalty already applied and a modification then made the booking cheaper.
 */
export function retained(booking: Priced): Minor {
  return larger(NOTHING, subtract(booking.leastPenalty, booking.price.total));
}

/** Returns the amount to pay for a booking: the price of the stay plus the retained part of an earlier penalty. */
export function payable(booking: Priced): Minor {
  return add(booking.price.total, retained(booking));
}

/** Returns the amount that the guest pays at reception. */
export function dueAtHotel(amount: Minor, collectedBy: Collector): Minor {
  return collectedBy === 'HOTEL' ? amount : NOTHING;
}

/** Returns the cost of a no-show: the last penalty of the booking's timeline, which applies after check-in time. */
export function noShowPenalty({ timeline }: Pick<Booking, 'timeline'>): Minor {
  return timeline.at(-1)!.penalty;
}

/**
 * Returns the amount that the collector must refund. If the hotel collects, no amount is refunded, because nothing was
 * paid before arrival.
 */
export function refundOf(amount: Minor, penalty: Minor, collectedBy: Collector): Minor {
  return collectedBy === 'HOTEL' ? NOTHING : subtract(amount, penalty);
}
