import { atLeast, cancellationTimeline, penaltyAt } from '../cancellation/cancellation-timeline.ts';
import type { RestrictionReason } from '../inventory/restrictions.ts';
import { formatDay } from '../kernel/day.ts';
import { formatMoney, type Minor } from '../kernel/money.ts';
import { accept, type Outcome, type Refusal, refuse, refuseInput } from '../kernel/refusal.ts';
import { lengthProblem, nightDays, type Stay } from '../kernel/stay.ts';
import { type PricedNight, type PricedStay, priceStay, sumNights } from '../pricing/price-stay.ts';
import type { RoomParty } from '../pricing/spread-party.ts';
import type { Booking } from './booking.ts';
import { dueAtHotel, payable, retained } from './payable.ts';
import { admitParty, insufficient, type KnownStay, knowStay, type StayFacts } from './stay-facts.ts';

export interface ModifyRequest {
  checkIn: number | null;
  checkOut: number | null;
  roomTypeId: string | null;
  ratePlanId: string | null;
  guestName: string | null;
  guestPhone: string | null;
  specialRequests: string | null;
  dryRun: boolean;
}

/** What changed, from what to what: the audit entry of a revision. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

export interface ModificationDecision {
  booking: Booking;
  changes: Changes;
  difference: Minor;
  /** False for a dry run, and when nothing would be different. */
  isNew: boolean;
}

/** A partner changes its booking: dates, room, plan, guest or requests, all of it or nothing. */
export function decideModification(
  booking: Booking,
  facts: StayFacts,
  request: ModifyRequest,
): Outcome<ModificationDecision> {
  if (booking.status !== 'CONFIRMED')
    return refuse('BOOKING_STATE_CONFLICT', `a booking that is ${booking.status} cannot be modified`, {
      status: booking.status,
    });
  const moved = movedStay(booking, facts, request);
  if (!moved.ok) return moved;
  const next: Booking = {
    ...moved.value,
    guest: {
      ...booking.guest,
      name: request.guestName ?? booking.guest.name,
      phone: request.guestPhone ?? booking.guest.phone,
    },
    specialRequests: request.specialRequests ?? booking.specialRequests,
  };
  const changes = changesBetween(booking, next);
  const difference = payable(next) - payable(booking);
  if (request.dryRun || Object.keys(changes).length === 0)
    return accept({ booking: next, changes, difference, isNew: false });
  const written = { ...next, revision: booking.revision + 1, updatedAt: facts.now };
  return accept({ booking: written, changes, difference, isNew: true });
}

/** The booking with its new dates, room and plan, priced; itself when they stay as they are. */
function movedStay(booking: Booking, facts: StayFacts, request: ModifyRequest): Outcome<Booking> {
  const stay = {
    checkIn: request.checkIn ?? booking.stay.checkIn,
    checkOut: request.checkOut ?? booking.stay.checkOut,
  };
  const isMove =
    facts.roomType?.id !== booking.roomTypeId ||
    facts.plan?.id !== booking.ratePlanId ||
    stay.checkIn !== booking.stay.checkIn ||
    stay.checkOut !== booking.stay.checkOut;
  // Changing a guest's name needs no contract: the booking was made while there was one.
  if (!isMove) return accept(booking);
  const known = knowStay(facts, 'BOOK');
  if (!known.ok) return isPlanLeftOut(known, request) ? NO_PLAN_OF_SAME_CODE : known;
  const problem = lengthProblem(stay);
  if (problem !== null) return refuseInput([problem]);
  const { id: roomTypeId } = known.value.roomType;
  const { id: ratePlanId } = known.value.plan;
  if (booking.stay.checkIn <= facts.today)
    return refuse('BOOKING_STATE_CONFLICT', 'dates and room can only be changed before the day of check-in', {
      status: booking.status,
      check_in: formatDay(booking.stay.checkIn),
    });
  const rooms = admitParty(known.value, stay, booking.party, (reason) =>
    isOld(reason, booking, stay, roomTypeId),
  );
  if (!rooms.ok) return rooms;
  const short = shortNights(known.value, booking, stay, roomTypeId);
  if (short.length > 0) return insufficient(booking.party.rooms, short);

  const price = repriced(known.value, booking, stay, rooms.value, roomTypeId, ratePlanId);
  const { policy, hotel, now } = known.value;
  // Moving a stay away must not undo a penalty that is already due.
  const leastPenalty = Math.max(booking.leastPenalty, penaltyAt(booking.timeline, new Date(now)));
  const timeline = cancellationTimeline(policy, price, stay.checkIn, hotel.checkInFrom, new Date(now));
  return accept({
    ...booking,
    stay,
    roomTypeId,
    ratePlanId,
    price,
    policyId: policy.id,
    timeline: atLeast(timeline, leastPenalty),
    dueAtHotel: dueAtHotel(payable({ price, leastPenalty }), booking.collectedBy),
    leastPenalty,
  });
}

const NO_PLAN_OF_SAME_CODE = refuse(
  'RATE_PLAN_NOT_FOUND',
  'this room type has no rate plan with the code of the present one: name one by ratePlanId',
);

function isPlanLeftOut({ code }: Refusal, request: ModifyRequest): boolean {
  return code === 'RATE_PLAN_NOT_FOUND' && request.roomTypeId !== null && request.ratePlanId === null;
}

/** A restriction on what the booking already has was none when it was made: it does not stand in the way now. */
function isOld(reason: RestrictionReason, booking: Booking, stay: Stay, roomTypeId: string): boolean {
  if (roomTypeId !== booking.roomTypeId || reason.date === undefined) return false;
  const [first, last] = [formatDay(booking.stay.checkIn), formatDay(booking.stay.checkOut)];
  if (reason.code === 'STOP_SELL') return first <= reason.date && reason.date < last;
  if (reason.code === 'CLOSED_TO_ARRIVAL') return stay.checkIn === booking.stay.checkIn;
  return reason.code === 'CLOSED_TO_DEPARTURE' && stay.checkOut === booking.stay.checkOut;
}

/** Rooms the booking has itself are there for it. */
function shortNights(known: KnownStay, booking: Booking, stay: Stay, roomTypeId: string) {
  const isOwn = (day: number) =>
    roomTypeId === booking.roomTypeId && day >= booking.stay.checkIn && day < booking.stay.checkOut;
  return nightDays(stay)
    .filter((day) => !isOwn(day) && known.freeOn(day) < booking.party.rooms)
    .map((day) => ({ date: formatDay(day), available: Math.max(0, known.freeOn(day)) }));
}

/** Kept nights of the same room and plan keep their price; added ones cost today's, in the booking's currency. */
function repriced(
  known: KnownStay,
  booking: Booking,
  stay: Stay,
  rooms: RoomParty[],
  roomTypeId: string,
  ratePlanId: string,
): PricedStay {
  const keeps = roomTypeId === booking.roomTypeId && ratePlanId === booking.ratePlanId;
  const kept = new Map<number, PricedNight>(
    keeps ? booking.price.nightly.map((night) => [night.day, night]) : [],
  );
  const { currency } = booking.price;
  const charges = {
    taxBasisPoints: booking.price.taxBasisPoints,
    serviceBasisPoints: booking.price.serviceBasisPoints,
    commissionBasisPoints: booking.price.commissionBasisPoints,
  };
  const rate = booking.price.exchange?.rate ?? known.rate;
  const terms = { ...charges, planCurrency: known.plan.currency, currency, rate, pricedAt: known.pricedAt };
  const today = priceStay(
    nightDays(stay)
      .filter((day) => !kept.has(day))
      .map((day) => ({ day, prices: known.priceOn(day) })),
    rooms,
    terms,
  );
  const added = new Map(today.nightly.map((night) => [night.day, night]));
  const nightly = nightDays(stay).map((day) => kept.get(day) ?? added.get(day)!);
  const exchange = (keeps ? booking.price.exchange : null) ?? (added.size === 0 ? null : today.exchange);
  return sumNights(nightly, currency, charges, exchange);
}

function changesBetween(before: Booking, after: Booking): Changes {
  const { currency } = before.price;
  const fields: [string, unknown, unknown][] = [
    ['check_in', formatDay(before.stay.checkIn), formatDay(after.stay.checkIn)],
    ['check_out', formatDay(before.stay.checkOut), formatDay(after.stay.checkOut)],
    ['room_type_id', before.roomTypeId, after.roomTypeId],
    ['rate_plan_id', before.ratePlanId, after.ratePlanId],
    ['guest_name', before.guest.name, after.guest.name],
    ['guest_phone', before.guest.phone, after.guest.phone],
    ['special_requests', before.specialRequests, after.specialRequests],
    ['total', formatMoney(before.price.total, currency), formatMoney(after.price.total, currency)],
    ['retained', formatMoney(retained(before), currency), formatMoney(retained(after), currency)],
  ];
  return Object.fromEntries(
    fields.filter(([, from, to]) => from !== to).map(([name, from, to]) => [name, { from, to }]),
  );
}
