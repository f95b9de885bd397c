import type { Currency } from '../kernel/money.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import type { Party, Stay } from '../kernel/stay.ts';
import { cancellationTimeline } from './cancellation-timeline.ts';
import { ACTIVE_HOLDS_LIMIT, type Guest, HOLD_MINUTES, type Hold, isLive, isSameHold } from './hold.ts';
import { newestQuote, type Quote } from './quote.ts';
import { admitParty, type KnownStay, knowStay, priceToday, type StayFacts, shortage } from './stay-facts.ts';

export interface HoldRequest {
  holdId: string;
  token: string;
  ledgerId: number;
  clientId: string;
  hotelId: string;
  stay: Stay;
  rooms: number | null;
  adults: number | null;
  children: number | null;
  currency: Currency | null;
  guest: Guest;
}

export interface HoldState {
  facts: StayFacts;
  /** The caller's quotes for this stay, whatever their party. */
  quotes: readonly Quote[];
  /** The caller's locks for this stay. */
  holds: readonly Hold[];
  /** How many live locks the caller has over all hotels. */
  activeHolds: number;
}

export interface HoldDecision {
  hold: Hold;
  /** False when the caller already holds exactly this: repeating a prebook takes no second room. */
  isNew: boolean;
}

/** A partner asks for rooms to be kept while its guest types a card number. */
export function decideHold(state: HoldState, request: HoldRequest): Outcome<HoldDecision> {
  const known = knowStay(state.facts, 'BOOK');
  if (!known.ok) return known;
  const { party, currency, quote } = wanted(state, known.value, request);
  const same = state.holds.find(
    (hold) => isLive(hold, state.facts.now) && isSameHold(hold, party, currency, request.guest),
  );
  if (same !== undefined) return accept({ hold: same, isNew: false });

  const rooms = admitParty(known.value, request.stay, party);
  if (!rooms.ok) return rooms;
  const short = shortage(known.value, request.stay, party.rooms, 0);
  if (short !== null) return short;
  if (state.activeHolds >= ACTIVE_HOLDS_LIMIT)
    return refuse(
      'PREBOOK_LIMIT_EXCEEDED',
      `you have ${ACTIVE_HOLDS_LIMIT} active locks: book or release one`,
      {
        limit: ACTIVE_HOLDS_LIMIT,
      },
    );

  const price = priceToday(known.value, request.stay, rooms.value, currency, quote?.price.exchange?.rate);
  const { policy, plan, roomType, hotel, now } = known.value;
  const timeline = cancellationTimeline(
    policy,
    price,
    request.stay.checkIn,
    hotel.checkInFrom,
    new Date(now),
  );
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
    price,
    policyId: policy.id,
    timeline,
    status: 'ACTIVE',
    bookingId: null,
    createdAt: now,
    expiresAt: now + HOLD_MINUTES * 60_000,
  };
  return accept({ hold, isNew: true });
}

/** The specification's prebook names no party: what the caller last asked the price of is what it means. */
function wanted(
  state: HoldState,
  known: KnownStay,
  request: HoldRequest,
): { party: Party; currency: Currency; quote: Quote | null } {
  const quote = newestQuote(state.quotes, state.facts.now);
  const usual = quote?.party ?? { rooms: 1, adults: Math.min(2, known.roomType.maxAdults), children: 0 };
  const party = {
    rooms: request.rooms ?? usual.rooms,
    adults: request.adults ?? usual.adults,
    children: request.children ?? usual.children,
  };
  return { party, currency: request.currency ?? quote?.price.currency ?? known.hotel.currency, quote };
}
