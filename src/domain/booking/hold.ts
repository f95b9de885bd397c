// Holds: rooms that nobody else can book while a guest pays.

import type {
  BookingId,
  ClientId,
  HoldId,
  HotelId,
  LedgerId,
  QuoteId,
  RatePlanId,
  RoomTypeId,
} from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import {
  type AskedParty,
  completeParty,
  isSameParty,
  isSameStay,
  type Party,
  type Stay,
} from '../../kernel/stay.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import type { StayTerms } from './booking.ts';
import type { Guest } from './guest.ts';

export const HOLD_MINUTES = 15;
export const ACTIVE_HOLDS_LIMIT = 50;

export type HoldStatus = 'ACTIVE' | 'CONSUMED' | 'EXPIRED' | 'RELEASED';

/** The party and the currency in a request. A value that the request does not contain is null. */
export interface AskedTerms extends AskedParty {
  currency: Currency | null;
}

/**
 * The terms of a prebook request. If the request has neither a party nor a quote id, the party comes from the caller's
 * live quotes.
 */
export interface AskedHold extends AskedTerms {
  quoteId: QuoteId | null;
}

/** A hold keeps rooms for a partner for fifteen minutes, at a fixed price. The API calls a hold a prebook lock. */
export interface Hold extends StayTerms {
  id: HoldId;
  token: string;
  ledgerId: LedgerId;
  clientId: ClientId;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  stay: Stay;
  party: Party;
  guest: Guest;
  /**
   * The terms that the prebook request contained. They are needed to recognise a repeated prebook. Null for old holds,
   * which were stored without these terms.
   */
  asked: AskedHold | null;
  price: PricedStay;
  status: HoldStatus;
  bookingId: BookingId | null;
  createdAt: number;
  expiresAt: number;
}

/** Whether a hold is still valid. An expired hold is not live, even if its rooms were not given back yet. */
export function isLive(hold: Hold, now: number): boolean {
  return hold.status === 'ACTIVE' && hold.expiresAt > now;
}

export function isForStay(
  hold: Hold,
  of: { hotelId: HotelId; roomTypeId: RoomTypeId; ratePlanId: RatePlanId; stay: Stay },
): boolean {
  return (
    hold.hotelId === of.hotelId &&
    hold.roomTypeId === of.roomTypeId &&
    hold.ratePlanId === of.ratePlanId &&
    isSameStay(hold.stay, of.stay)
  );
}

/** Whether the price and the terms of a hold apply. They apply only to a booking with the hold's party and currency. */
export function isForParty(hold: Hold, party: Party, currency: Currency): boolean {
  return isSameParty(hold.party, party) && hold.price.currency === currency;
}

export interface WantedStay {
  party: Party;
  currency: Currency;
  /**
   * The hold, if it was granted for this party and currency. In this case, the price and the terms of the hold apply.
   * Otherwise null.
   */
  matching: Hold | null;
}

/**
 * Completes the party and the currency of a request. Values that the request does not contain come from the hold.
 * Without a hold, the usual party and the hotel's currency are used.
 */
export function wantedStay(asked: AskedTerms, hold: Hold | null, hotelCurrency: Currency): WantedStay {
  const party = completeParty(asked, hold?.party);
  const currency = asked.currency ?? hold?.price.currency ?? hotelCurrency;
  return { party, currency, matching: hold !== null && isForParty(hold, party, currency) ? hold : null };
}

export function isSameRequest(one: AskedHold | null, other: AskedHold): boolean {
  return (
    one !== null &&
    one.rooms === other.rooms &&
    one.adults === other.adults &&
    one.children === other.children &&
    one.currency === other.currency &&
    one.quoteId === other.quoteId
  );
}

/**
 * Finds the hold that a booking without a token redeems. If the guest has several holds, the hold that expires first is
 * used.
 */
export function holdOfGuest(holds: readonly Hold[], phone: string): Hold | null {
  let first: Hold | null = null;
  for (const hold of holds)
    if (hold.guest.phone === phone && (first === null || hold.expiresAt < first.expiresAt)) first = hold;
  return first;
}
