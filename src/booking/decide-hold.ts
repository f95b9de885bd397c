import type { ClientId, HoldId, HotelId, LedgerId, RatePlanId, RoomTypeId } from '../kernel/ids.ts';
import type { Currency } from '../kernel/money.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import { completeParty, isSameParty, type Party, type Stay, USUAL_PARTY } from '../kernel/stay.ts';
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
  /** The caller's quotes for this stay, whatever their party. */
  quotes: readonly Quote[];
  /** The caller's holds, for this stay and for others. */
  holds: readonly Hold[];
  /** How many live holds the caller has over all hotels. */
  activeHolds: number;
}

export interface HoldDecision {
  hold: Hold;
  /** False when the caller already has exactly this hold: repeating a prebook takes no second room. */
  isNew: boolean;
}

/** A partner asks for rooms to be kept while its guest types a card number. */
export function decideHold(state: HoldDecisionState, request: HoldRequest): Outcome<HoldDecision> {
  const denied = permissionProblem(state.facts, 'BOOK');
  if (denied !== null) return denied;
  const own = state.holds.filter(
    (hold) =>
      isLive(hold, state.facts.now) && isForStay(hold, request) && isSameGuest(hold.guest, request.guest),
  );
  // Before anything is looked up: another shopper's quote must not turn a retry into a second hold.
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
      `you have ${ACTIVE_HOLDS_LIMIT} active locks: book or release one`,
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
    expiresAt: now + HOLD_MINUTES * 60_000,
  };
  return accept({ hold, isNew: true });
}

interface WantedHold {
  party: Party;
  currency: Currency;
  /** The quote whose exchange rate the hold keeps. */
  quote: Quote | null;
}

/**
 * The specification's prebook names no party. It is that of the quote the request names, or the one that all live
 * quotes of the caller for this stay agree on. A partner has many shoppers: where their quotes differ, none counts.
 */
function wantedHold(state: HoldDecisionState, known: CompleteFacts, asked: AskedHold): Outcome<WantedHold> {
  const live = state.quotes.filter((quote) => isLiveQuote(quote, state.facts.now));
  const named = asked.quoteId === null ? null : (live.find((quote) => quote.id === asked.quoteId) ?? null);
  if (asked.quoteId !== null && named === null)
    return refuse('QUOTE_EXPIRED', 'there is no such live quote for this stay: check the price again');
  const candidates = named === null ? live : [named];
  const usual = agreedParty(candidates) ?? usualPartyIn(known.roomType);
  const party = completeParty(asked, usual);
  const currency = asked.currency ?? agreedCurrency(candidates) ?? known.hotel.currency;
  // A quote at the price of a hold has that hold's rate: taken over, an old rate would never end.
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

/** A single room is taken by one adult. */
function usualPartyIn({ maxAdults }: { maxAdults: number }): Party {
  return { ...USUAL_PARTY, adults: Math.min(USUAL_PARTY.adults, maxAdults) };
}
