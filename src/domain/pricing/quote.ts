// A promised price, and keys to compare stays and promises.

import type { ClientId, HotelId, LedgerId, QuoteId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import { isSameParty, type Party, type Stay } from '../../kernel/stay.ts';
import type { PricedStay } from './price-stay.ts';

export const QUOTE_MINUTES = 30;

/** The parts of a price that a promise needs. A booking compares the total and keeps the exchange rate. */
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
   * True when the quote was given at the price of a hold. A booking without this hold is not compared with the quote,
   * unless it names the quote.
   */
  fromHold: boolean;
  /** Milliseconds since the epoch, by the database's clock. */
  createdAt: number;
  expiresAt: number;
}

export interface StayIdentity {
  clientId: ClientId;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  stay: Stay;
}

/** A key of a stay. Quotes, holds and bookings with the same key are for the same stay. */
export function stayKey(of: StayIdentity): string {
  return `${of.clientId}/${of.roomTypeId}/${of.ratePlanId}/${of.stay.checkIn}/${of.stay.checkOut}`;
}

/**
 * A key of a promise. If two quotes of one stay have the same key, they promise the same, and only the newer quote must
 * be kept.
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
