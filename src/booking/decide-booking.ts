import { formatDay } from '../kernel/day.ts';
import { type Currency, formatMoney, type Minor } from '../kernel/money.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import { nightDays, type Party, type Stay } from '../kernel/stay.ts';
import { changePercent, isPriceChange } from '../pricing/price-change.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import type { RoomParty } from '../pricing/spread-party.ts';
import type { Booking, PriceChange } from './booking.ts';
import { cancellationTimeline } from './cancellation-timeline.ts';
import { type Guest, type Hold, isForStay, isLive } from './hold.ts';
import { isSameParty, newestQuote, type Quote } from './quote.ts';
import { raisedPrices } from './scenario.ts';
import {
  admitParty,
  insufficient,
  type KnownStay,
  knowStay,
  priceToday,
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
  expectedTotal: Minor | null;
}

export interface BookingState {
  facts: StayFacts;
  quotes: readonly Quote[];
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

/** A partner books: its lock is redeemed, its promise kept, and no room is sold that is not there. */
export function decideBooking(state: BookingState, request: BookingRequest): Outcome<BookingDecision> {
  const known = knowStay(state.facts, 'BOOK');
  if (!known.ok) return known;
  const redeemed = redeemableHold(state, request);
  if (!redeemed.ok) return redeemed;
  const hold = redeemed.value;

  const party = wantedParty(request, hold);
  const rooms = admitParty(known.value, request.stay, party);
  if (!rooms.ok) return rooms;
  if (hold === null && known.value.hotel.scenario === 'LAST_ROOM_GONE')
    return insufficient(
      party.rooms,
      nightDays(request.stay).map((day) => ({ date: formatDay(day), available: 0 })),
    );
  const short = shortage(known.value, request.stay, party.rooms, hold?.party.rooms ?? 0);
  if (short !== null) return short;

  const priced = agreedPrice(state, known.value, request, hold, party, rooms.value);
  if (!priced.ok) return priced;
  const { price, priceChange } = priced.value;
  return accept({
    booking: newBooking(state, known.value, request, party, price, priceChange),
    consumed: hold,
  });
}

/** The lock that this booking redeems: the one it names, or the caller's own for the same stay and guest. */
function redeemableHold(state: BookingState, request: BookingRequest): Outcome<Hold | null> {
  const { now } = state.facts;
  if (request.prebookToken === null) {
    const own = state.holds.filter(
      (hold) => isLive(hold, now) && isForStay(hold, request) && hold.guest.phone === request.guest.phone,
    );
    own.sort((one, other) => one.expiresAt - other.expiresAt);
    return accept(own[0] ?? null);
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

/** Who names a lock and no party means the lock's; otherwise the defaults of the specification apply. */
function wantedParty(request: BookingRequest, hold: Hold | null): Party {
  const usual = (request.prebookToken !== null ? hold?.party : undefined) ?? {
    rooms: 1,
    adults: 2,
    children: 0,
  };
  return {
    rooms: request.rooms ?? usual.rooms,
    adults: request.adults ?? usual.adults,
    children: request.children ?? usual.children,
  };
}

interface AgreedPrice {
  price: PricedStay;
  priceChange: PriceChange | null;
}

/** The lock's price for the lock's own party; otherwise today's, unless it left what was promised by over 1 %. */
function agreedPrice(
  state: BookingState,
  known: KnownStay,
  request: BookingRequest,
  hold: Hold | null,
  party: Party,
  rooms: RoomParty[],
): Outcome<AgreedPrice> {
  const currency = request.currency ?? hold?.price.currency ?? known.hotel.currency;
  const locked = hold !== null && isSameParty(hold.party, party) && hold.price.currency === currency;
  if (locked) return keptPromise(hold.price, request.expectedTotal, null, currency);

  const promise = promisedQuote(state, request, party, currency);
  if (!promise.ok) return promise;
  const quote = promise.value;
  const scenario = hold === null && quote !== null && known.hotel.scenario === 'PRICE_RISES';
  const today = priceToday(
    scenario ? { ...known, priceOn: (day) => raisedPrices(known.priceOn(day)) } : known,
    request.stay,
    rooms,
    currency,
    quote?.price.exchange?.rate,
  );
  return keptPromise(today, request.expectedTotal ?? quote?.price.total ?? null, quote?.id ?? null, currency);
}

/** The quote that counts: the one named, or the newest for the same stay, party and currency. */
function promisedQuote(
  state: BookingState,
  request: BookingRequest,
  party: Party,
  currency: Currency,
): Outcome<Quote | null> {
  const { now } = state.facts;
  if (request.quoteId === null) return accept(newestQuote(state.quotes, now, { party, currency }));
  const named = newestQuote(
    state.quotes.filter((quote) => quote.id === request.quoteId),
    now,
    { party, currency },
  );
  if (named !== null) return accept(named);
  return refuse(
    'QUOTE_EXPIRED',
    'there is no such live quote for this stay, party and currency: check the price again',
  );
}

function keptPromise(
  price: PricedStay,
  promised: Minor | null,
  quoteId: string | null,
  currency: Currency,
): Outcome<AgreedPrice> {
  if (promised === null || promised === price.total) return accept({ price, priceChange: null });
  const percent = changePercent(promised, price.total);
  if (!isPriceChange(promised, price.total))
    return accept({
      price,
      priceChange: { quoteId, quotedTotal: promised, currentTotal: price.total, percent },
    });
  return refuse(
    'PRICE_CHANGED',
    `the price changed by ${percent} % since it was quoted; nothing was booked`,
    {
      quoted_total: formatMoney(promised, currency),
      current_total: formatMoney(price.total, currency),
      currency,
      change_percent: percent,
      quote_id: quoteId,
    },
  );
}

function newBooking(
  state: BookingState,
  known: KnownStay,
  request: BookingRequest,
  party: Party,
  price: PricedStay,
  priceChange: PriceChange | null,
): Booking {
  const { policy, hotel, contract, now } = known;
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
    policyId: policy.id,
    timeline: cancellationTimeline(policy, price, request.stay.checkIn, hotel.checkInFrom, new Date(now)),
    collectedBy: contract.paymentCollectedBy,
    dueAtHotel: contract.paymentCollectedBy === 'HOTEL' ? price.total : 0,
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
