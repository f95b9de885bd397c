import { cancellationTimeline } from '../cancellation/cancellation-timeline.ts';
import { formatDay } from '../kernel/day.ts';
import type { Currency } from '../kernel/money.ts';
import { accept, type Outcome, type Refusal, refuse } from '../kernel/refusal.ts';
import { nightDays, type Party, type Stay } from '../kernel/stay.ts';
import type { PriceAlert } from '../pricing/price-alert.ts';
import type { Quote } from '../pricing/quote.ts';
import { type AgreedPrice, heldPrice, type PricePromises, unlockedPrice } from './agree-price.ts';
import type { Booking } from './booking.ts';
import { type Guest, type Hold, holdOfGuest, isForStay, isLive, wantedStay } from './hold.ts';
import { dueAtHotel } from './payable.ts';
import {
  admitParty,
  contractProblem,
  hotelProblem,
  insufficient,
  type KnownStay,
  knowStay,
  type StayFacts,
  shortage,
} from './stay-facts.ts';

export interface BookingRequest {
  bookingId: string;
  ledgerId: number;
  clientId: string;
  hotelId: string;
  roomTypeId: string;
  ratePlanId: string;
  stay: Stay;
  rooms: number | null;
  adults: number | null;
  children: number | null;
  currency: Currency | null;
  guest: Guest;
  specialRequests: string | null;
  channelReference: string | null;
  quoteId: string | null;
  prebookToken: string | null;
  /** As the caller wrote it: its currency is known only once it is known which hold is redeemed. */
  expectedTotal: string | null;
}

export interface BookingState {
  facts: StayFacts;
  quotes: readonly Quote[];
  /** What this guest was told about this stay. */
  alerts: readonly PriceAlert[];
  /** The caller's locks for this stay. */
  holds: readonly Hold[];
  /** The caller's lock that the request names by its token, whatever it is for and whatever became of it. */
  named: Hold | null;
  voucherId: string;
}

export interface BookingDecision {
  booking: Booking;
  consumed: Hold | null;
}

/** A refusal with the alert to store: the guest has now been told that the price changed. */
export interface PriceRefusal extends Refusal {
  alert: PriceAlert;
}

/** A partner books: its lock is redeemed, its promise kept, and no room is sold that is not there. */
export function decideBooking(
  state: BookingState,
  request: BookingRequest,
): Outcome<BookingDecision> | PriceRefusal {
  const ended = contractProblem(state.facts);
  if (ended !== null) return ended;
  const redeemed = redeemableHold(state, request);
  if (!redeemed.ok) return redeemed;
  const hold = redeemed.value;
  const { party, currency, kept } = wantedStay(request, hold, state.facts.hotel.currency);

  const known = knowStay(state.facts, 'BOOK', kept === null ? 'on sale' : 'held');
  if (!known.ok) return known;
  const promises = {
    now: state.facts.now,
    quotes: state.quotes,
    alerts: state.alerts,
    quoteId: request.quoteId,
    expectedTotal: request.expectedTotal,
  };
  const agreed =
    kept === null
      ? agreedUnlocked(known.value, request, hold, party, currency, promises)
      : (hotelProblem(known.value) ?? heldPrice(kept, promises));
  if (!agreed.ok)
    // Only an unlocked price is today's: refusing a hold's price tells the guest nothing about it.
    return agreed.code === 'PRICE_CHANGED' && kept === null
      ? { ...agreed, alert: alertOf(request, party, currency, state.facts.now) }
      : agreed;
  const booking = newBooking(state, known.value, request, party, agreed.value, kept);
  return accept({ booking, consumed: hold });
}

/** Checks restrictions and rooms, then agrees on today's price. The rooms of a hold for another party count as free. */
function agreedUnlocked(
  known: KnownStay,
  request: BookingRequest,
  hold: Hold | null,
  party: Party,
  currency: Currency,
  promises: PricePromises,
): Outcome<AgreedPrice> {
  const { stay } = request;
  const { scenario } = known.hotel;
  const rooms = admitParty(known, stay, party);
  if (!rooms.ok) return rooms;
  if (hold === null && scenario === 'LAST_ROOM_GONE')
    return insufficient(
      party.rooms,
      nightDays(stay).map((day) => ({ date: formatDay(day), available: 0 })),
    );
  const short = shortage(known, stay, party.rooms, hold?.party.rooms ?? 0);
  if (short !== null) return short;
  const isScenario = hold === null && scenario === 'PRICE_RISES';
  return unlockedPrice(known, stay, promises, { party, currency, rooms: rooms.value, isScenario });
}

/** The lock that this booking redeems: the one it names, or the caller's own for the same stay and guest. */
function redeemableHold(state: BookingState, request: BookingRequest): Outcome<Hold | null> {
  const { now } = state.facts;
  if (request.prebookToken === null) {
    const own = state.holds.filter((hold) => isLive(hold, now) && isForStay(hold, request));
    return accept(holdOfGuest(own, request.guest.phone));
  }
  const hold = state.named;
  if (hold === null) return refuse('PREBOOK_NOT_FOUND', 'there is no such prebook lock');
  if (hold.status === 'CONSUMED')
    return refuse('PREBOOK_CONSUMED', 'this lock was already used for a booking', {
      booking_id: hold.bookingId,
    });
  if (!isLive(hold, now)) return refuse('PREBOOK_EXPIRED', 'this lock is no longer active: prebook again');
  if (!isForStay(hold, request))
    return refuse('PREBOOK_MISMATCH', 'this lock is for another hotel, room type, rate plan or dates');
  return accept(hold);
}

function alertOf(request: BookingRequest, party: Party, currency: Currency, now: number): PriceAlert {
  const { ledgerId, clientId, hotelId, roomTypeId, ratePlanId, stay, guest } = request;
  const about = { ledgerId, clientId, hotelId, roomTypeId, ratePlanId, stay };
  return { ...about, guestPhone: guest.phone, party, currency, at: now };
}

/** Under the terms that the hold granted, where it is redeemed as it was granted; otherwise under those of today. */
function newBooking(
  state: BookingState,
  known: KnownStay,
  request: BookingRequest,
  party: Party,
  { price, priceChange }: AgreedPrice,
  kept: Hold | null,
): Booking {
  const { policy, hotel, contract, now } = known;
  const terms = kept ?? {
    policyId: policy.id,
    timeline: cancellationTimeline(policy, price, request.stay.checkIn, hotel.checkInFrom, new Date(now)),
    collectedBy: contract.paymentCollectedBy,
  };
  return {
    id: request.bookingId,
    voucherId: state.voucherId,
    ledgerId: request.ledgerId,
    clientId: request.clientId,
    hotelId: request.hotelId,
    roomTypeId: known.roomType.id,
    ratePlanId: known.plan.id,
    status: 'CONFIRMED',
    stay: request.stay,
    party,
    guest: request.guest,
    price,
    policyId: terms.policyId,
    timeline: terms.timeline,
    collectedBy: terms.collectedBy,
    dueAtHotel: dueAtHotel(price.total, terms.collectedBy),
    priceChange,
    leastPenalty: 0,
    cancelled: null,
    specialRequests: request.specialRequests,
    channelReference: request.channelReference,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
