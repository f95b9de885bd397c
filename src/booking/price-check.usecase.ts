import { randomUUID } from 'node:crypto';
import type { PriceCheckBody, QuoteView } from '../api/partner/bookings/price-check.schema.ts';
import { cancellationView, paymentView, priceView } from '../api/partner/bookings/priced-stay.view.ts';
import { INVALID_PHONE, readPhone } from '../api/partner/bookings/read-guest.ts';
import type { Context } from '../boot/context.ts';
import { cancellationTimeline } from '../cancellation/cancellation-timeline.ts';
import { formatDay } from '../kernel/day.ts';
import { accept, type Outcome, refuse, refuseInput } from '../kernel/refusal.ts';
import { nightDays, nightsOf, type Party, readStay, type Stay } from '../kernel/stay.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import { QUOTE_MINUTES, type Quote } from '../pricing/quote.ts';
import { type Hold, holdOfGuest, isForStay, wantedStay } from './hold.ts';
import { dueAtHotel } from './payable.ts';
import {
  admitParty,
  availableTo,
  hotelProblem,
  type KnownStay,
  knowStay,
  priceToday,
  type StayFacts,
  shortage,
} from './stay-facts.ts';

/** What a stay costs now, remembered as a promise. Answered from memory: nothing here waits. */
export function priceCheck(context: Context, caller: Caller, body: PriceCheckBody): Outcome<QuoteView> {
  const dates = readStay(body.checkIn, body.checkOut);
  if (!dates.ok) return dates;
  const stay = dates.value;
  const facts = lookAtStay(context, caller, body);
  if (!facts.ok) return facts;
  const hold = namedHold(context, caller, facts.value, stay, body);
  if (!hold.ok) return hold;
  const offer = offered(facts.value, stay, body, hold.value);
  if (!offer.ok) return offer;
  const { known, party, price, terms, kept } = offer.value;

  const { hotel, roomType, plan, now } = known;
  const quote: Quote = {
    id: randomUUID(),
    ledgerId: caller.client.ledgerId,
    clientId: caller.client.id,
    hotelId: hotel.id,
    roomTypeId: roomType.id,
    ratePlanId: plan.id,
    stay,
    party,
    price: { currency: price.currency, total: price.total, exchange: price.exchange },
    locked: kept !== null,
    createdAt: now,
    expiresAt: now + QUOTE_MINUTES * 60_000,
  };
  context.quotes.add(quote);
  const ownRooms = hold.value?.party.rooms ?? 0;
  return accept({
    quote_id: quote.id,
    hotel_id: hotel.id,
    room_type_id: roomType.id,
    rate_plan_id: plan.id,
    check_in: formatDay(stay.checkIn),
    check_out: formatDay(stay.checkOut),
    nights: nightsOf(stay),
    rooms_count: party.rooms,
    adults: party.adults,
    children: party.children,
    ...priceView(price),
    available: Math.min(...nightDays(stay).map((day) => availableTo(known.freeOn(day), ownRooms))),
    lock_state: kept === null ? 'UNLOCKED' : 'LOCKED',
    lock:
      kept === null
        ? null
        : { prebook_token: kept.token, expires_at: new Date(kept.expiresAt).toISOString() },
    payment: paymentView(terms.collectedBy, dueAtHotel(price.total, terms.collectedBy), price.currency),
    cancellation: cancellationView(terms, price.total, price.currency),
    expires_at: new Date(quote.expiresAt).toISOString(),
  });
}

interface Offer {
  known: KnownStay;
  party: Party;
  price: PricedStay;
  terms: Pick<Hold, 'policyId' | 'timeline' | 'collectedBy'>;
  /** The hold whose price and terms these are; null where they are today's. */
  kept: Hold | null;
}

/** As a booking would be decided: a hold keeps its terms for its own party, and lends its rooms to any other. */
function offered(facts: StayFacts, stay: Stay, body: PriceCheckBody, hold: Hold | null): Outcome<Offer> {
  const asked = {
    rooms: body.roomsCount ?? null,
    adults: body.adults ?? null,
    children: body.children ?? null,
    currency: body.currency ?? null,
  };
  const { party, currency, kept } = wantedStay(asked, hold, facts.hotel.currency);
  const known = knowStay(facts, 'VIEW', kept === null ? 'on sale' : 'held');
  if (!known.ok) return known;
  if (kept !== null)
    return (
      hotelProblem(known.value) ?? accept({ known: known.value, party, price: kept.price, terms: kept, kept })
    );

  const rooms = admitParty(known.value, stay, party);
  if (!rooms.ok) return rooms;
  const short = shortage(known.value, stay, party.rooms, hold?.party.rooms ?? 0);
  if (short !== null) return short;
  const price = priceToday(known.value, stay, rooms.value, currency);
  const { policy, hotel, contract, now } = known.value;
  const terms = {
    policyId: policy.id,
    timeline: cancellationTimeline(policy, price, stay.checkIn, hotel.checkInFrom, new Date(now)),
    collectedBy: contract.paymentCollectedBy,
  };
  return accept({ known: known.value, party, price, terms, kept: null });
}

/** The facts about a stay as memory knows them: good for a look, never for a sale. */
function lookAtStay(
  context: Context,
  caller: Caller,
  about: { hotelId: string; roomTypeId: string; ratePlanId: string },
): Outcome<StayFacts> {
  const { snapshot } = context;
  const { client } = caller;
  const hotel = snapshot.findHotel(about.hotelId);
  if (hotel === null) return refuse('HOTEL_NOT_FOUND', 'there is no such hotel');
  const now = Math.round(context.now().getTime());
  const roomType = snapshot.roomTypes.find(about.roomTypeId.toLowerCase());
  const plan = snapshot.ratePlans.find(about.ratePlanId.toLowerCase());
  const own = roomType?.hotelId === hotel.id ? roomType : null;
  const ownPlan = own !== null && plan?.roomTypeId === own.id ? plan : null;
  const calendar = own === null ? null : snapshot.calendarOf(own.id);
  const counters = own === null ? null : snapshot.findCounters(client.ledgerId, own.id);
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
    freeOn: (day) => {
      const night = calendar!.get(day);
      const held = snapshot.heldOn(client.ledgerId, own!.id, day, now);
      return night.allotment - night.blocked - (counters?.bookedOn(day) ?? 0) - held;
    },
    priceOn: (day) => snapshot.priceOn(ownPlan!, day),
  });
}

/**
 * The caller's live hold for this stay that the request names, by its token or by its guest's telephone. A partner has
 * many shoppers: without a name, nobody is shown a hold.
 */
function namedHold(
  context: Context,
  caller: Caller,
  facts: StayFacts,
  stay: Stay,
  body: PriceCheckBody,
): Outcome<Hold | null> {
  const phone = body.guestPhone === undefined ? null : readPhone(body.guestPhone);
  if (body.guestPhone !== undefined && phone === null) return refuseInput([INVALID_PHONE]);
  const { hotel, roomType, plan, now } = facts;
  if (roomType === null || plan === null || (phone === null && body.prebookToken === undefined))
    return accept(null);
  const about = { hotelId: hotel.id, roomTypeId: roomType.id, ratePlanId: plan.id, stay };
  const own = context.snapshot
    .liveHolds(caller.client.ledgerId, roomType.id, now)
    .filter((hold) => hold.clientId === caller.client.id && isForStay(hold, about));
  if (body.prebookToken !== undefined)
    return accept(own.find((hold) => hold.token === body.prebookToken) ?? null);
  return accept(holdOfGuest(own, phone!));
}
