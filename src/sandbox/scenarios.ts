import { countingQuotes } from '../domain/booking/agree-price.ts';
import {
  type BookingDecisionState,
  type BookingRequest,
  promisesOf,
  redeemableHold,
} from '../domain/booking/decide-booking.ts';
import { wantedStay } from '../domain/booking/hold.ts';
import type { Hotel } from '../domain/catalog/hotel.ts';
import { type Prices, pricesFrom } from '../domain/pricing/rate-plan.ts';
import { divideHalfUp, type Minor } from '../kernel/money.ts';

/** How long the slow hotel takes to respond. */
export const SLOW_MILLISECONDS = 4_000;

export function isSlow(hotel: Pick<Hotel, 'scenario'> | null): boolean {
  return hotel?.scenario === 'SLOW';
}

/**
 * Changes the facts for a booking at a scenario hotel. A booking with a hold receives the room and the price of its
 * hold, so that a partner can test the scenario with and without a hold.
 */
export function stageBooking(state: BookingDecisionState, request: BookingRequest): BookingDecisionState {
  const { facts } = state;
  const { scenario, currency: hotelCurrency } = facts.hotel;
  if (scenario !== 'LAST_ROOM_GONE' && scenario !== 'PRICE_RISES') return state;
  const hold = redeemableHold(state, request);
  if (!hold.ok || hold.value !== null) return state;
  if (scenario === 'LAST_ROOM_GONE') return { ...state, facts: { ...facts, freeOn: () => 0 } };
  const { party, currency } = wantedStay(request.asked, null, hotelCurrency);
  const quotes = countingQuotes(promisesOf(state, request), party, currency) ?? [];
  // Without a quote, there is no earlier price, so the price does not rise.
  if (quotes.length === 0) return state;
  return { ...state, facts: { ...facts, priceOn: (day) => raised(facts.priceOn(day)) } };
}

/** Returns prices that are five percent higher. */
function raised(prices: Prices): Prices {
  const raise = (amount: Minor) => divideHalfUp(amount * 105, 100);
  const { single, double, extraAdult, child } = prices;
  return pricesFrom(raise(single), raise(double), raise(extraAdult), raise(child));
}
