import type { Party, Stay } from '../kernel/stay.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import type { TimelineStep } from './cancellation-timeline.ts';
import { isSameParty } from './quote.ts';

export const HOLD_MINUTES = 15;
export const ACTIVE_HOLDS_LIMIT = 50;

export type HoldStatus = 'ACTIVE' | 'CONSUMED' | 'EXPIRED' | 'RELEASED';

export interface Guest {
  name: string;
  phone: string;
  email: string | null;
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
  price: PricedStay;
  policyId: string;
  timeline: TimelineStep[];
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

export function isSameHold(hold: Hold, party: Party, currency: string, guest: Guest): boolean {
  return (
    isSameParty(hold.party, party) &&
    hold.price.currency === currency &&
    hold.guest.name === guest.name &&
    hold.guest.phone === guest.phone &&
    hold.guest.email === guest.email
  );
}
