// Rooms that are kept while a guest pays: terms, states and limits.

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

/** Party and currency as the request gives them. A missing value is null. */
export interface AskedTerms extends AskedParty {
  currency: Currency | null;
}

/** The terms of a prebook request. Without a quote id, a missing party comes from the caller's live quotes. */
export interface AskedHold extends AskedTerms {
  quoteId: QuoteId | null;
}

/** Rooms kept for a partner for fifteen minutes, at a fixed price. The API calls it a prebook lock. */
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
  /** Used to recognise a repeated prebook. Null for holds that were created before this field was stored. */
  asked: AskedHold | null;
  price: PricedStay;
  status: HoldStatus;
  bookingId: BookingId | null;
  createdAt: number;
  expiresAt: number;
}

/** A due hold does not count, whether or not it has been swept yet. */
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

/** A hold keeps its price and terms only for its own party and currency. */
export function isForParty(hold: Hold, party: Party, currency: Currency): boolean {
  return isSameParty(hold.party, party) && hold.price.currency === currency;
}

export interface WantedStay {
  party: Party;
  currency: Currency;
  /**
   * The hold, if it is redeemed with the party and currency for which it was granted. Its price and terms then apply.
   */
  matching: Hold | null;
}

/**
 * A value that the request does not send is taken from the hold. Without a hold, the usual party and the hotel's
 * currency are used.
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

/** The hold that a booking without a token redeems. If several match, the first to expire is used. */
export function holdOfGuest(holds: readonly Hold[], phone: string): Hold | null {
  let first: Hold | null = null;
  for (const hold of holds)
    if (hold.guest.phone === phone && (first === null || hold.expiresAt < first.expiresAt)) first = hold;
  return first;
}
