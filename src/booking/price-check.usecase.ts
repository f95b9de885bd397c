import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { formatDay } from '../kernel/day.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import { nightDays, nightsOf, readStay, type Stay } from '../kernel/stay.ts';
import type { Caller } from '../partners/authenticate.ts';
import { cancellationTimeline } from './cancellation-timeline.ts';
import { type Hold, isForStay } from './hold.ts';
import type { PriceCheckBody, QuoteView } from './price-check.schema.ts';
import { cancellationView, priceView } from './priced-stay-view.ts';
import { isSameParty, QUOTE_MINUTES, type Quote } from './quote.ts';
import { admitParty, knowStay, priceToday, type StayFacts, shortage } from './stay-facts.ts';

/** What a stay costs now, remembered as a promise. Answered from memory: nothing here waits. */
export function priceCheck(context: Context, caller: Caller, body: PriceCheckBody): Outcome<QuoteView> {
  const dates = readStay(body.checkIn, body.checkOut);
  if (!dates.ok) return dates;
  const stay = dates.value;
  const facts = lookAtStay(context, caller, body);
  if (!facts.ok) return facts;
  const known = knowStay(facts.value, 'VIEW');
  if (!known.ok) return known;
  const { hotel, roomType, plan, policy, now } = known.value;
  const party = { rooms: body.roomsCount ?? 1, adults: body.adults ?? 2, children: body.children ?? 0 };
  const rooms = admitParty(known.value, stay, party);
  if (!rooms.ok) return rooms;

  const about = { hotelId: hotel.id, roomTypeId: roomType.id, ratePlanId: plan.id, stay };
  const holds = ownHolds(context, caller, about, now);
  const lock = holds.find(
    (hold) =>
      isSameParty(hold.party, party) && (body.currency ?? hold.price.currency) === hold.price.currency,
  );
  // A booking would redeem the first of them to expire, so its rooms are there for this caller.
  const ownRooms = (lock ?? holds[0])?.party.rooms ?? 0;
  const short = shortage(known.value, stay, party.rooms, ownRooms);
  if (short !== null) return short;

  const price = lock?.price ?? priceToday(known.value, stay, rooms.value, body.currency ?? hotel.currency);
  const quote: Quote = {
    id: randomUUID(),
    ledgerId: caller.client.ledgerId,
    clientId: caller.client.id,
    ...about,
    party,
    price: { currency: price.currency, total: price.total, exchange: price.exchange },
    createdAt: now,
    expiresAt: now + QUOTE_MINUTES * 60_000,
  };
  context.quotes.add(quote);
  const timeline = cancellationTimeline(policy, price, stay.checkIn, hotel.checkInFrom, new Date(now));
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
    available: Math.min(...nightDays(stay).map((day) => Math.max(0, known.value.freeOn(day) + ownRooms))),
    lock_state: lock === undefined ? 'UNLOCKED' : 'LOCKED',
    lock:
      lock === undefined
        ? null
        : { prebook_token: lock.token, expires_at: new Date(lock.expiresAt).toISOString() },
    cancellation: cancellationView(policy.id, timeline, price.total, price.currency),
    expires_at: new Date(quote.expiresAt).toISOString(),
  });
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

function ownHolds(
  context: Context,
  caller: Caller,
  about: { hotelId: string; roomTypeId: string; ratePlanId: string; stay: Stay },
  now: number,
): Hold[] {
  return context.snapshot
    .liveHolds(caller.client.ledgerId, about.roomTypeId, now)
    .filter((hold) => hold.clientId === caller.client.id && isForStay(hold, about))
    .sort((one, other) => one.expiresAt - other.expiresAt);
}
