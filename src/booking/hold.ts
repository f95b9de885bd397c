import type { TimelineStep } from '../cancellation/cancellation-timeline.ts';
import type { Currency } from '../kernel/money.ts';
import type { Party, Stay } from '../kernel/stay.ts';
import type { Collector } from '../partners/contract.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import { isSameParty } from '../pricing/quote.ts';

export const HOLD_MINUTES = 15;
export const ACTIVE_HOLDS_LIMIT = 50;

export type HoldStatus = 'ACTIVE' | 'CONSUMED' | 'EXPIRED' | 'RELEASED';

export interface Guest {
  name: string;
  phone: string;
  email: string | null;
}

/** What a prebook said of party and currency; null where it left the choice to us. */
export interface AskedTerms {
  rooms: number | null;
  adults: number | null;
  children: number | null;
  currency: Currency | null;
  quoteId: string | null;
}

/** Rooms kept for a partner for fifteen minutes, at a fixed price. On the wire it is called a prebook lock. */
export interface Hold {
  id: string;
  token: string;
  ledgerId: number;
  clientId: string;
  hotelId: string;
  roomTypeId: string;
  ratePlanId: string;
  stay: Stay;
  party: Party;
  guest: Guest;
  /** Tells a repeated prebook from a new one; null on holds from before this was stored. */
  asked: AskedTerms | null;
  price: PricedStay;
  policyId: string;
  timeline: TimelineStep[];
  collectedBy: Collector;
  status: HoldStatus;
  bookingId: string | null;
  createdAt: number;
  expiresAt: number;
}

/** A due lock counts for nothing, whether or not anybody has swept it up yet. */
export function isLive(hold: Hold, now: number): boolean {
  return hold.status === 'ACTIVE' && hold.expiresAt > now;
}

export function isForStay(
  hold: Hold,
  of: { hotelId: string; roomTypeId: string; ratePlanId: string; stay: Stay },
): boolean {
  return (
    hold.hotelId === of.hotelId &&
    hold.roomTypeId === of.roomTypeId &&
    hold.ratePlanId === of.ratePlanId &&
    hold.stay.checkIn === of.stay.checkIn &&
    hold.stay.checkOut === of.stay.checkOut
  );
}

/** A hold keeps its price and terms for its own party and currency only. */
export function isForParty(hold: Hold, party: Party, currency: Currency): boolean {
  return isSameParty(hold.party, party) && hold.price.currency === currency;
}

/** The party that the specification means where a request names none. */
const USUAL_PARTY: Party = { rooms: 1, adults: 2, children: 0 };

export interface WantedStay {
  party: Party;
  currency: Currency;
  /** The hold, where it is asked for as it was granted: then its price and terms apply. */
  kept: Hold | null;
}

/** What a request does not say is the hold's; without a hold it is the usual party and the hotel's currency. */
export function wantedStay(
  asked: Omit<AskedTerms, 'quoteId'>,
  hold: Hold | null,
  hotelCurrency: Currency,
): WantedStay {
  const usual = hold?.party ?? USUAL_PARTY;
  const party = {
    rooms: asked.rooms ?? usual.rooms,
    adults: asked.adults ?? usual.adults,
    children: asked.children ?? usual.children,
  };
  const currency = asked.currency ?? hold?.price.currency ?? hotelCurrency;
  return { party, currency, kept: hold !== null && isForParty(hold, party, currency) ? hold : null };
}

export function isSameGuest(one: Guest, other: Guest): boolean {
  return one.name === other.name && one.phone === other.phone && one.email === other.email;
}

export function isSameRequest(one: AskedTerms | null, other: AskedTerms): boolean {
  return (
    one !== null &&
    one.rooms === other.rooms &&
    one.adults === other.adults &&
    one.children === other.children &&
    one.currency === other.currency &&
    one.quoteId === other.quoteId
  );
}

/** The hold that a booking redeems without naming it: of several, the first to expire. */
export function holdOfGuest(holds: readonly Hold[], phone: string): Hold | null {
  let first: Hold | null = null;
  for (const hold of holds)
    if (hold.guest.phone === phone && (first === null || hold.expiresAt < first.expiresAt)) first = hold;
  return first;
}
