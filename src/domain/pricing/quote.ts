// Quotes, and the keys with which the service compares their stays and promises.

import type { ClientId, HotelId, LedgerId, QuoteId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import { isSameParty, type Party, type Stay } from '../../kernel/stay.ts';
import type { PricedStay } from './price-stay.ts';

export const QUOTE_MINUTES = 30;

/**
 * The parts of a price that a quote stores. A booking compares its price with the total of the quote, and uses the
 * exchange rate of the quote.
 */
export type PromisedPrice = Pick<PricedStay, 'currency' | 'total' | 'exchange'>;

/** A price that was promised to a partner for a limited time. */
export interface Quote {
  id: QuoteId;
  ledgerId: LedgerId;
  clientId: ClientId;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  stay: Stay;
  party: Party;
  price: PromisedPrice;
  /**
   * True when the quote promises the price of a hold. If a booking does not redeem this hold and its request does not
   * contain the quote's id, the price of the booking is not compared with this quote.
   */
  fromHold: boolean;
  /** Both times are in milliseconds since 1970, by the database's clock. */
  createdAt: number;
  expiresAt: number;
}

export interface StayIdentity {
  clientId: ClientId;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  stay: Stay;
}

/** Returns the key of a stay. Quotes, holds and bookings with the same key are for the same stay. */
export function stayKey(of: StayIdentity): string {
  return `${of.clientId}/${of.roomTypeId}/${of.ratePlanId}/${of.stay.checkIn}/${of.stay.checkOut}`;
}

/**
 * Returns the key of a promise. Two quotes for the same stay with the same key promise the same price, so only the
 * newer quote is needed.
 */
export function promiseKey({ party, price, fromHold }: Pick<Quote, 'party' | 'price' | 'fromHold'>): string {
  return `${party.rooms}/${party.adults}/${party.children}/${price.currency}/${price.total}/${fromHold}`;
}

export function isLiveQuote(quote: Quote, now: number): boolean {
  return quote.expiresAt > now;
}

export function isQuoteFor(quote: Quote, party: Party, currency: Currency): boolean {
  return isSameParty(quote.party, party) && quote.price.currency === currency;
}

export function newestQuote(quotes: readonly Quote[]): Quote | null {
  let newest: Quote | null = null;
  for (const quote of quotes) if (newest === null || quote.createdAt > newest.createdAt) newest = quote;
  return newest;
}
