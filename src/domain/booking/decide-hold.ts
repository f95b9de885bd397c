// Decides whether a partner gets a hold, for which guest and for how long.

import type { ClientId, HoldId, HotelId, LedgerId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Currency } from '../../kernel/money.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { completeParty, isSameParty, type Party, type Stay, USUAL_PARTY } from '../../kernel/stay.ts';
import { isLiveQuote, isQuoteFor, newestQuote, type Quote } from '../pricing/quote.ts';
import { type Guest, isSameGuest } from './guest.ts';
import {
  ACTIVE_HOLDS_LIMIT,
  type AskedHold,
  HOLD_MINUTES,
  type Hold,
  isForParty,
  isForStay,
  isLive,
  isSameRequest,
} from './hold.ts';
import {
  admitParty,
  type CompleteFacts,
  completeFacts,
  permissionProblem,
  priceToday,
  type StayFacts,
  shortage,
  termsToday,
} from './stay-facts.ts';

export interface HoldRequest {
  holdId: HoldId;
  token: string;
  ledgerId: LedgerId;
  clientId: ClientId;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  stay: Stay;
  asked: AskedHold;
  guest: Guest;
}

export interface HoldDecisionState {
  facts: StayFacts;
  /** The caller's quotes for this stay. The quotes may be for different numbers of guests and rooms. */
  quotes: readonly Quote[];
  /** The caller's holds for this stay and for other stays. */
  holds: readonly Hold[];
  /** The number of the caller's live holds at all hotels. */
  activeHolds: number;
}

export interface HoldDecision {
  hold: Hold;
  /** False when the caller already has exactly this hold. A repeated prebook request takes no additional rooms. */
  isNew: boolean;
}

/** Decides a prebook: keeps rooms for a partner while its guest pays. */
export function decideHold(state: HoldDecisionState, request: HoldRequest): Outcome<HoldDecision> {
  const denied = permissionProblem(state.facts, 'BOOK');
  if (denied !== null) return denied;
  const own = state.holds.filter(
    (hold) =>
      isLive(hold, state.facts.now) && isForStay(hold, request) && isSameGuest(hold.guest, request.guest),
  );
  // Look for a repeated request before reading quotes. Otherwise a retry could create a second hold because of another
  // shopper's quote.
  const repeated = own.find((hold) => isSameRequest(hold.asked, request.asked));
  if (repeated !== undefined) return accept({ hold: repeated, isNew: false });
  const known = completeFacts(state.facts, 'BOOK');
  if (!known.ok) return known;
  const wanted = wantedHold(state, known.value, request.asked);
  if (!wanted.ok) return wanted;
  const { party, currency, quote } = wanted.value;
  const same = own.find((hold) => isForParty(hold, party, currency));
  if (same !== undefined) return accept({ hold: same, isNew: false });

  const rooms = admitParty(known.value, request.stay, party);
  if (!rooms.ok) return rooms;
  const short = shortage(known.value, request.stay, party.rooms, 0);
  if (short !== null) return short;
  if (state.activeHolds >= ACTIVE_HOLDS_LIMIT)
    return refuse(
      'PREBOOK_LIMIT_EXCEEDED',
      `you have reached the limit of ${ACTIVE_HOLDS_LIMIT} active holds: book or release one`,
      { limit: ACTIVE_HOLDS_LIMIT },
    );

  const price = priceToday(known.value, request.stay, rooms.value, currency, quote?.price.exchange?.rate);
  const { plan, roomType, now } = known.value;
  const hold: Hold = {
    id: request.holdId,
    token: request.token,
    ledgerId: request.ledgerId,
    clientId: request.clientId,
    hotelId: request.hotelId,
    roomTypeId: roomType.id,
    ratePlanId: plan.id,
    stay: request.stay,
    party,
    guest: request.guest,
    asked: request.asked,
    price,
    ...termsToday(known.value, request.stay, price),
    status: 'ACTIVE',
    bookingId: null,
    createdAt: now,
    expiresAt: expiryOf(state, request),
  };
  return accept({ hold, isNew: true });
}

/**
 * Returns the time at which a new hold expires. A booking without a token redeems the guest's hold that expires first.
 * All holds of one batch are granted in the same millisecond. Each hold therefore expires at least one millisecond
 * after the earlier holds of the same guest and stay.
 */
function expiryOf({ holds, facts: { now } }: HoldDecisionState, request: HoldRequest): number {
  const earlier = holds.filter(
    (hold) => isLive(hold, now) && isForStay(hold, request) && hold.guest.phone === request.guest.phone,
  );
  return Math.max(now + HOLD_MINUTES * 60_000, ...earlier.map((hold) => hold.expiresAt + 1));
}

interface WantedHold {
  party: Party;
  currency: Currency;
  /** The quote whose exchange rate the hold keeps. */
  quote: Quote | null;
}

/**
 * Completes the party and the currency of a prebook request. According to the specification, the request contains no
 * party. The party then comes from the quote that the request names, or otherwise from the caller's live quotes for
 * this stay. If these quotes have different parties, the usual party is used, because the quotes may come from
 * different shoppers.
 */
function wantedHold(state: HoldDecisionState, known: CompleteFacts, asked: AskedHold): Outcome<WantedHold> {
  const live = state.quotes.filter((quote) => isLiveQuote(quote, state.facts.now));
  const named = asked.quoteId === null ? null : (live.find((quote) => quote.id === asked.quoteId) ?? null);
  if (asked.quoteId !== null && named === null)
    return refuse('QUOTE_EXPIRED', 'the quote has expired or is not for this stay: check the price again');
  const candidates = named === null ? live : [named];
  const usual = agreedParty(candidates) ?? usualPartyIn(known.roomType);
  const party = completeParty(asked, usual);
  const currency = asked.currency ?? agreedCurrency(candidates) ?? known.hotel.currency;
  // Ignore quotes that were made from a hold, because they use the exchange rate of that hold. Otherwise an old
  // exchange rate could pass from hold to quote and from quote to hold forever.
  const quote = newestQuote(candidates.filter((one) => !one.fromHold && isQuoteFor(one, party, currency)));
  return accept({ party, currency, quote });
}

function agreedParty(quotes: readonly Quote[]): Party | null {
  const first = quotes[0];
  return first !== undefined && quotes.every((quote) => isSameParty(quote.party, first.party))
    ? first.party
    : null;
}

function agreedCurrency(quotes: readonly Quote[]): Currency | null {
  const first = quotes[0]?.price.currency;
  return first !== undefined && quotes.every((quote) => quote.price.currency === first) ? first : null;
}

/**
 * Returns the party that is assumed if nothing else is known. If a room takes only one adult, this party has one adult.
 */
function usualPartyIn({ maxAdults }: { maxAdults: number }): Party {
  return { ...USUAL_PARTY, adults: Math.min(USUAL_PARTY.adults, maxAdults) };
}
