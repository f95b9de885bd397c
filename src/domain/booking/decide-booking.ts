// Decides whether a booking is made, at which price, and which hold it redeems.

import type {
  BookingId,
  ClientId,
  HotelId,
  LedgerId,
  QuoteId,
  RatePlanId,
  RoomTypeId,
} from '../../kernel/ids.ts';
import { type Currency, NOTHING } from '../../kernel/money.ts';
import { accept, type Outcome, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Party, Stay } from '../../kernel/stay.ts';
import type { PriceAlert } from '../pricing/price-alert.ts';
import type { Quote } from '../pricing/quote.ts';
import { type AgreedPrice, heldPrice, type PricePromises, priceWithoutHold } from './agree-price.ts';
import type { Booking, BookingNotes } from './booking.ts';
import type { Guest } from './guest.ts';
import { type AskedTerms, type Hold, holdOfGuest, isForStay, isLive, wantedStay } from './hold.ts';
import { dueAtHotel } from './payable.ts';
import {
  admitParty,
  type CompleteFacts,
  completeFacts,
  contractProblem,
  hotelProblem,
  type StayFacts,
  shortage,
  termsToday,
} from './stay-facts.ts';

export interface BookingRequest {
  bookingId: BookingId;
  ledgerId: LedgerId;
  clientId: ClientId;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  stay: Stay;
  asked: AskedTerms;
  guest: Guest;
  notes: BookingNotes;
  quoteId: QuoteId | null;
  prebookToken: string | null;
  /** The amount as text, as the caller sent it. The text is parsed later, because the currency depends on the hold. */
  expectedTotal: string | null;
}

export interface BookingDecisionState {
  facts: StayFacts;
  /** The caller's quotes for this stay. The quotes may be for different numbers of guests and rooms. */
  quotes: readonly Quote[];
  /** Price changes of this stay that earlier responses have already reported. */
  alerts: readonly PriceAlert[];
  /** The caller's holds for this stay and for other stays. */
  holds: readonly Hold[];
  /**
   * The caller's hold with the token that the request contains. This hold may be for a different stay, and may have any
   * status.
   */
  named: Hold | null;
  voucherId: string;
}

export interface BookingDecision {
  booking: Booking;
  /** The hold that the booking redeems. */
  consumed: Hold | null;
}

/**
 * A refusal because the price changed. The alert is stored. It records for later decisions that a response has already
 * reported this change.
 */
export type PriceRefusal = Refusal & { alert: PriceAlert };

/**
 * Decides a booking: redeems the caller's hold, checks that the price agrees with the promised price, and never sells a
 * room that is not free.
 */
export function decideBooking(
  state: BookingDecisionState,
  request: BookingRequest,
): Outcome<BookingDecision> | PriceRefusal {
  const ended = contractProblem(state.facts);
  if (ended !== null) return ended;
  const redeemed = redeemableHold(state, request);
  if (!redeemed.ok) return redeemed;
  const hold = redeemed.value;
  const { party, currency, matching } = wantedStay(request.asked, hold, state.facts.hotel.currency);

  const known = completeFacts(state.facts, 'BOOK', matching === null ? 'on sale' : 'held');
  if (!known.ok) return known;
  const promises = promisesOf(state, request);
  const agreed =
    matching === null
      ? agreedWithoutHold(known.value, request, hold, party, currency, promises)
      : (hotelProblem(known.value) ?? heldPrice(matching, promises));
  if (!agreed.ok)
    // Store no alert when the hold's price was compared, because such a refusal does not contain today's price.
    return agreed.code === 'PRICE_CHANGED' && matching === null
      ? { ...agreed, alert: alertOf(request, party, currency, state.facts.now) }
      : agreed;
  const booking = newBooking(state, known.value, request, party, agreed.value, matching);
  return accept({ booking, consumed: hold });
}

export function promisesOf(state: BookingDecisionState, request: BookingRequest): PricePromises {
  return {
    now: state.facts.now,
    quotes: state.quotes,
    alerts: state.alerts,
    quoteId: request.quoteId,
    expectedTotal: request.expectedTotal,
  };
}

/**
 * Checks the restrictions and the free rooms, then compares today's price with the promised prices. If the caller has a
 * hold for a different party or currency, the booking may still use the rooms of this hold.
 */
function agreedWithoutHold(
  known: CompleteFacts,
  request: BookingRequest,
  hold: Hold | null,
  party: Party,
  currency: Currency,
  promises: PricePromises,
): Outcome<AgreedPrice> {
  const { stay } = request;
  const rooms = admitParty(known, stay, party);
  if (!rooms.ok) return rooms;
  const short = shortage(known, stay, party.rooms, hold?.party.rooms ?? 0);
  if (short !== null) return short;
  return priceWithoutHold(known, stay, promises, { party, currency, rooms: rooms.value });
}

/**
 * Finds the hold that this booking redeems. If the request contains a token, the token selects the hold. Otherwise the
 * hold with the same stay and the same telephone number is selected.
 */
export function redeemableHold(
  state: Pick<BookingDecisionState, 'facts' | 'holds' | 'named'>,
  request: BookingRequest,
): Outcome<Hold | null> {
  const { now } = state.facts;
  if (request.prebookToken === null) {
    const own = state.holds.filter((hold) => isLive(hold, now) && isForStay(hold, request));
    return accept(holdOfGuest(own, request.guest.phone));
  }
  const hold = state.named;
  if (hold === null) return refuse('PREBOOK_NOT_FOUND', 'prebook hold not found');
  if (hold.status === 'CONSUMED')
    return refuse('PREBOOK_CONSUMED', 'this hold was already used for a booking', {
      bookingId: hold.bookingId,
    });
  if (!isLive(hold, now))
    return refuse('PREBOOK_EXPIRED', 'this hold has expired or was released: prebook again');
  if (!isForStay(hold, request))
    return refuse('PREBOOK_MISMATCH', 'this hold is for a different hotel, room type, rate plan or dates');
  return accept(hold);
}

function alertOf(request: BookingRequest, party: Party, currency: Currency, now: number): PriceAlert {
  const { ledgerId, clientId, hotelId, roomTypeId, ratePlanId, stay, guest } = request;
  const about = { ledgerId, clientId, hotelId, roomTypeId, ratePlanId, stay };
  return { ...about, guestPhone: guest.phone, party, currency, at: now };
}

/**
 * Creates the booking. The terms of the hold apply if the booking has the hold's party and currency. Otherwise today's
 * terms apply.
 */
function newBooking(
  state: BookingDecisionState,
  known: CompleteFacts,
  request: BookingRequest,
  party: Party,
  { price, priceChange }: AgreedPrice,
  matching: Hold | null,
): Booking {
  const { policyId, timeline, collectedBy } = matching ?? termsToday(known, request.stay, price);
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
    policyId,
    timeline,
    collectedBy,
    dueAtHotel: dueAtHotel(price.total, collectedBy),
    priceChange,
    leastPenalty: NOTHING,
    cancelled: null,
    noShow: null,
    releasedFrom: null,
    specialRequests: request.notes.specialRequests,
    channelReference: request.notes.channelReference,
    revision: 1,
    createdAt: known.now,
    updatedAt: known.now,
  };
}
