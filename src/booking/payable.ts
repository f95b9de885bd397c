import { add, larger, type Minor, NOTHING, subtract } from '../kernel/money.ts';
import type { Collector } from '../partners/contract.ts';
import type { Booking } from './booking.ts';

type Priced = Pick<Booking, 'leastPenalty'> & { price: Pick<Booking['price'], 'total'> };

/** What is kept beyond the price of the stay: a penalty that was due before the booking became cheaper. */
export function retained(booking: Priced): Minor {
  return larger(NOTHING, subtract(booking.leastPenalty, booking.price.total));
}

/** All that is to be paid for a booking: the stay, and what is retained of what it was before. */
export function payable(booking: Priced): Minor {
  return add(booking.price.total, retained(booking));
}

/** What the guest pays at the reception. */
export function dueAtHotel(amount: Minor, collectedBy: Collector): Minor {
  return collectedBy === 'HOTEL' ? amount : NOTHING;
}

/** What the collector has to give back. Where the hotel collects, nothing has been paid before arrival. */
export function refundOf(amount: Minor, penalty: Minor, collectedBy: Collector): Minor {
  return collectedBy === 'HOTEL' ? NOTHING : subtract(amount, penalty);
}
