// Computes the present price of a stay, and creates a quote that promises this price for a limited time.

import { randomUUID } from 'node:crypto';
import type { Reads, Writes } from '../../context.ts';
import { orderedId, type QuoteId, type RatePlanId, type RoomTypeId } from '../../kernel/ids.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { nightDays, type Party, type Stay } from '../../kernel/stay.ts';
import { freeRooms } from '../inventory/night.ts';
import { UNRESTRICTED } from '../inventory/plan-day.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import { QUOTE_MINUTES, type Quote } from '../pricing/quote.ts';
import type { StayTerms } from './booking.ts';
import { type AskedTerms, type Hold, holdOfGuest, isForStay, wantedStay } from './hold.ts';
import {
  admitParty,
  availableTo,
  type CompleteFacts,
  completeFacts,
  hotelProblem,
  priceToday,
  type StayFacts,
  shortage,
  termsToday,
} from './stay-facts.ts';

export interface PriceCheckRequest {
  /** The hotel's uuid or public id. */
  hotelReference: string;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  stay: Stay;
  asked: AskedTerms;
  /**
   * The token or the telephone number selects a hold. If the request contains neither of them, no hold is used, because
   * a partner has many shoppers.
   */
  prebookToken: string | null;
  guestPhone: string | null;
}

export interface CheckedPrice {
  quote: Quote;
  price: PricedStay;
  terms: StayTerms;
  /** The hold from which the price comes. Null: the price is today's price. */
  hold: Hold | null;
  /**
   * The number of rooms that the caller could book on the night with the fewest free rooms, including the rooms of the
   * caller's hold.
   */
  available: number;
  /**
   * Resolves when the desk or the database has the quote, or one second after the quote was created. The response must
   * wait for this promise. Null: the desk already has the quote.
   */
  kept: Promise<void> | null;
}

/**
 * Computes what a stay costs now, and stores this price as a quote. The function is synchronous, because it reads only
 * memory.
 */
export function priceCheck(
  context: Writes,
  caller: Caller,
  request: PriceCheckRequest,
): Outcome<CheckedPrice> {
  const { stay } = request;
  const facts = factsFromMemory(context, caller, request);
  if (!facts.ok) return facts;
  const hold = namedHold(context, caller, facts.value, request);
  const offer = offered(facts.value, request, hold);
  if (!offer.ok) return offer;
  const { known, party, price, terms, matching } = offer.value;
  const { now } = known;
  const quote: Quote = {
    id: orderedId<QuoteId>(now, randomUUID()),
    ledgerId: caller.client.ledgerId,
    clientId: caller.client.id,
    hotelId: known.hotel.id,
    roomTypeId: known.roomType.id,
    ratePlanId: known.plan.id,
    stay,
    party,
    price: { currency: price.currency, total: price.total, exchange: price.exchange },
    fromHold: matching !== null,
    createdAt: now,
    expiresAt: now + QUOTE_MINUTES * 60_000,
  };
  const kept = context.desk.keepQuote(quote);
  const ownRooms = hold?.party.rooms ?? 0;
  const available = Math.min(...nightDays(stay).map((day) => availableTo(known.freeOn(day), ownRooms)));
  return accept({ quote, price, terms, hold: matching, available, kept });
}

interface Offer {
  known: CompleteFacts;
  party: Party;
  price: PricedStay;
  terms: StayTerms;
  matching: Hold | null;
}

/**
 * Decides whether the stay can be sold and at which price, with the same rules as for a booking. The terms of a hold
 * apply only to the hold's party and currency. If the request has a different party or currency, today's price and
 * terms apply, and the function treats the rooms of the hold as free.
 */
function offered(facts: StayFacts, { stay, asked }: PriceCheckRequest, hold: Hold | null): Outcome<Offer> {
  const { party, currency, matching } = wantedStay(asked, hold, facts.hotel.currency);
  const known = completeFacts(facts, 'VIEW', matching === null ? 'on sale' : 'held');
  if (!known.ok) return known;
  if (matching !== null) {
    const { price } = matching;
    const problem = hotelProblem(known.value);
    return problem ?? accept({ known: known.value, party, price, terms: matching, matching });
  }
  const rooms = admitParty(known.value, stay, party);
  if (!rooms.ok) return rooms;
  const short = shortage(known.value, stay, party.rooms, hold?.party.rooms ?? 0);
  if (short !== null) return short;
  const price = priceToday(known.value, stay, rooms.value, currency);
  const terms = termsToday(known.value, stay, price);
  return accept({ known: known.value, party, price, terms, matching: null });
}

/**
 * Reads the facts about a stay from memory. These facts may be slightly out of date. They are good enough for a quote,
 * but never for a sale.
 */
function factsFromMemory(
  context: Reads,
  caller: Caller,
  about: Pick<PriceCheckRequest, 'hotelReference' | 'roomTypeId' | 'ratePlanId'>,
): Outcome<StayFacts> {
  const { snapshot } = context;
  const { client } = caller;
  const hotel = snapshot.findHotel(about.hotelReference);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'hotel not found');
  const now = Math.round(context.now().getTime());
  const roomType = snapshot.roomTypes.find(about.roomTypeId);
  const plan = snapshot.ratePlans.find(about.ratePlanId);
  const own = roomType?.hotelId === hotel.id ? roomType : null;
  const ownPlan = own !== null && plan?.roomTypeId === own.id ? plan : null;
  const calendar = own === null ? null : snapshot.calendarOf(own.id);
  const counters = own === null ? null : snapshot.findCounters(client.ledgerId, own.id);
  const planDays = ownPlan === null ? null : snapshot.findPlanDays(ownPlan.id);
  return accept({
    now,
    today: context.today(),
    pricedAt: now,
    hotel,
    contract: snapshot.findContract(client, hotel.id),
    roomType: own,
    plan: ownPlan,
    policy: ownPlan === null ? null : snapshot.policies.find(ownPlan.cancellationPolicyId),
    rate: snapshot.rateAt(now),
    nightOn: (day) => calendar!.get(day),
    planDayOn: (day) => (planDays === null ? UNRESTRICTED : planDays.get(day)),
    freeOn: (day) => {
      const { allotment, blocked } = calendar!.get(day);
      const held = snapshot.heldOn(client.ledgerId, own!.id, day, now);
      return freeRooms(allotment, blocked, (counters?.bookedOn(day) ?? 0) + held);
    },
    priceOn: (day) => snapshot.priceOn(ownPlan!, day),
  });
}

/** Finds the caller's live hold for this stay, by its token or by the guest's telephone number. */
function namedHold(
  context: Reads,
  caller: Caller,
  { hotel, roomType, plan, now }: StayFacts,
  { stay, prebookToken, guestPhone }: PriceCheckRequest,
): Hold | null {
  if (roomType === null || plan === null || (prebookToken === null && guestPhone === null)) return null;
  const about = { hotelId: hotel.id, roomTypeId: roomType.id, ratePlanId: plan.id, stay };
  const own = context.snapshot
    .liveHolds(caller.client.ledgerId, roomType.id, now)
    .filter((hold) => hold.clientId === caller.client.id && isForStay(hold, about));
  if (prebookToken !== null) return own.find((hold) => hold.token === prebookToken) ?? null;
  return holdOfGuest(own, guestPhone!);
}
