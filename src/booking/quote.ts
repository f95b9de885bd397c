import type { Currency } from '../kernel/money.ts';
import type { Party, Stay } from '../kernel/stay.ts';
import type { PricedStay } from '../pricing/price-stay.ts';

export const QUOTE_MINUTES = 30;

/** All of a price that a promise needs: a booking compares its total and keeps its exchange rate. */
export type PromisedPrice = Pick<PricedStay, 'currency' | 'total' | 'exchange'>;

/** A price that was promised to a partner for a while. */
export interface Quote {
  id: string;
  ledgerId: number;
  clientId: string;
  hotelId: string;
  roomTypeId: string;
  ratePlanId: string;
  stay: Stay;
  party: Party;
  price: PromisedPrice;
  /** Milliseconds since the epoch, by the database's clock. */
  createdAt: number;
  expiresAt: number;
}

export interface StayIdentity {
  clientId: string;
  roomTypeId: string;
  ratePlanId: string;
  stay: Stay;
}

/** What a quote, a lock and a booking must share to be about the same thing. */
export function stayKey(of: StayIdentity): string {
  return `${of.clientId}/${of.roomTypeId}/${of.ratePlanId}/${of.stay.checkIn}/${of.stay.checkOut}`;
}

export function isSameParty(one: Party, other: Party): boolean {
  return one.rooms === other.rooms && one.adults === other.adults && one.children === other.children;
}

/** The newest promise that still holds; of this party and currency where they are given. */
export function newestQuote(
  quotes: readonly Quote[],
  now: number,
  asked?: { party: Party; currency: Currency },
): Quote | null {
  let newest: Quote | null = null;
  for (const quote of quotes) {
    if (quote.expiresAt <= now) continue;
    if (
      asked !== undefined &&
      !(isSameParty(quote.party, asked.party) && quote.price.currency === asked.currency)
    )
      continue;
    if (newest === null || quote.createdAt > newest.createdAt) newest = quote;
  }
  return newest;
}
