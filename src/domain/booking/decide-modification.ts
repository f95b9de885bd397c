// Decides whether a booking may be modified, and what the modification costs.

import type { Day } from '../../kernel/day.ts';
import type { RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import { larger, type Minor, subtract } from '../../kernel/money.ts';
import {
  accept,
  type Outcome,
  type Refusal,
  type RestrictionReason,
  refuse,
  refuseInput,
} from '../../kernel/refusal.ts';
import { isSameStay, lengthProblem, nightDays, type Stay } from '../../kernel/stay.ts';
import { atLeast, cancellationTimeline, penaltyAt } from '../pricing/cancellation/cancellation-timeline.ts';
import { type PricedNight, type PricedStay, priceStay, sumNights } from '../pricing/price-stay.ts';
import type { RoomParty } from '../pricing/spread-party.ts';
import type { BookingChanges } from './audit.ts';
import type { Booking } from './booking.ts';
import { dueAtHotel, payable, retained } from './payable.ts';
import { admitParty, type CompleteFacts, completeFacts, insufficient, type StayFacts } from './stay-facts.ts';

export interface ModifyRequest {
  checkIn: Day | null;
  checkOut: Day | null;
  roomTypeId: RoomTypeId | null;
  ratePlanId: RatePlanId | null;
  guestName: string | null;
  guestPhone: string | null;
  specialRequests: string | null;
  dryRun: boolean;
}

export interface ModificationDecisionState {
  booking: Booking;
  /** Facts about the room type and plan that the booking has after the change. */
  facts: StayFacts;
}

export interface ModificationDecision {
  booking: Booking;
  changes: BookingChanges;
  difference: Minor;
  /** False in a dry run, and when nothing changes. */
  isNew: boolean;
}

/**
 * Decides a modification of dates, room, plan, guest or special requests. Either all changes are made, or none is made.
 */
export function decideModification(
  { booking, facts }: ModificationDecisionState,
  request: ModifyRequest,
): Outcome<ModificationDecision> {
  if (booking.status !== 'CONFIRMED')
    return refuse('BOOKING_STATE_CONFLICT', `a booking with status ${booking.status} cannot be modified`, {
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
  const difference = subtract(payable(next), payable(booking));
  if (request.dryRun || Object.keys(changes).length === 0)
    return accept({ booking: next, changes, difference, isNew: false });
  const written = { ...next, revision: booking.revision + 1, updatedAt: facts.now };
  return accept({ booking: written, changes, difference, isNew: true });
}

/**
 * Returns the booking with its new dates, room and plan, and with a new price. If dates, room and plan stay the same,
 * the booking is unchanged.
 */
function movedStay(booking: Booking, facts: StayFacts, request: ModifyRequest): Outcome<Booking> {
  const stay = {
    checkIn: request.checkIn ?? booking.stay.checkIn,
    checkOut: request.checkOut ?? booking.stay.checkOut,
  };
  const isMove =
    facts.roomType?.id !== booking.roomTypeId ||
    facts.plan?.id !== booking.ratePlanId ||
    !isSameStay(stay, booking.stay);
  // If only the guest or the special requests change, no contract need be in force now. The booking was made while a
  // contract was in force.
  if (!isMove) return accept(booking);
  const known = completeFacts(facts, 'BOOK');
  if (!known.ok) return isPlanLeftOut(known, request) ? NO_PLAN_OF_SAME_CODE : known;
  const problem = lengthProblem(stay);
  if (problem !== null) return refuseInput([problem]);
  const { id: roomTypeId } = known.value.roomType;
  const { id: ratePlanId } = known.value.plan;
  if (booking.stay.checkIn <= facts.today)
    return refuse('BOOKING_STATE_CONFLICT', 'dates and room can only be changed before the check-in date', {
      status: booking.status,
      checkIn: booking.stay.checkIn,
    });
  const rooms = admitParty(known.value, stay, booking.party, (reason) =>
    isOld(reason, booking, stay, roomTypeId),
  );
  if (!rooms.ok) return rooms;
  const short = shortNights(known.value, booking, stay, roomTypeId);
  if (short.length > 0) return insufficient(booking.party.rooms, short);

  const price = repriced(known.value, booking, stay, rooms.value, roomTypeId, ratePlanId);
  const { policy, hotel, now } = known.value;
  // A penalty that already applies must still apply after the stay is moved.
  const leastPenalty = larger(booking.leastPenalty, penaltyAt(booking.timeline, new Date(now)));
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
  'this room type has no rate plan with the same code: send ratePlanId',
);

function isPlanLeftOut({ code }: Refusal, request: ModifyRequest): boolean {
  return code === 'RATE_PLAN_NOT_FOUND' && request.roomTypeId !== null && request.ratePlanId === null;
}

/**
 * Whether a restriction concerns an arrival, a departure or a night that the guest has already booked. Such a
 * restriction does not apply to the modification.
 */
function isOld(reason: RestrictionReason, booking: Booking, stay: Stay, roomTypeId: RoomTypeId): boolean {
  if (roomTypeId !== booking.roomTypeId || reason.day === undefined) return false;
  // The booking changes to this plan, so all restrictions of the plan apply.
  if (reason.ratePlanId !== undefined && reason.ratePlanId !== booking.ratePlanId) return false;
  const { checkIn, checkOut } = booking.stay;
  if (['STOP_SELL', 'NOT_OPEN', 'RELEASE_PERIOD'].includes(reason.code))
    return checkIn <= reason.day && reason.day < checkOut;
  if (reason.code === 'CLOSED_TO_ARRIVAL') return stay.checkIn === checkIn;
  return reason.code === 'CLOSED_TO_DEPARTURE' && stay.checkOut === checkOut;
}

/** Returns the nights without enough free rooms. Nights that the booking already occupies are not checked. */
function shortNights(known: CompleteFacts, booking: Booking, stay: Stay, roomTypeId: RoomTypeId) {
  const isOwn = (day: Day) =>
    roomTypeId === booking.roomTypeId && day >= booking.stay.checkIn && day < booking.stay.checkOut;
  return nightDays(stay)
    .filter((day) => !isOwn(day) && known.freeOn(day) < booking.party.rooms)
    .map((day) => ({ day, available: Math.max(0, known.freeOn(day)) }));
}

/**
 * Computes the new price of a booking. If the room type and the plan stay the same, the nights that were already booked
 * keep their prices. All other nights cost today's price, in the currency of the booking.
 */
function repriced(
  known: CompleteFacts,
  booking: Booking,
  stay: Stay,
  rooms: RoomParty[],
  roomTypeId: RoomTypeId,
  ratePlanId: RatePlanId,
): PricedStay {
  const keeps = roomTypeId === booking.roomTypeId && ratePlanId === booking.ratePlanId;
  const kept = new Map<Day, PricedNight>(
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

function changesBetween(before: Booking, after: Booking): BookingChanges {
  const changes: Required<BookingChanges> = {
    checkIn: { from: before.stay.checkIn, to: after.stay.checkIn },
    checkOut: { from: before.stay.checkOut, to: after.stay.checkOut },
    roomTypeId: { from: before.roomTypeId, to: after.roomTypeId },
    ratePlanId: { from: before.ratePlanId, to: after.ratePlanId },
    guestName: { from: before.guest.name, to: after.guest.name },
    guestPhone: { from: before.guest.phone, to: after.guest.phone },
    specialRequests: { from: before.specialRequests, to: after.specialRequests },
    total: { from: before.price.total, to: after.price.total },
    retained: { from: retained(before), to: retained(after) },
  };
  return Object.fromEntries(Object.entries(changes).filter(([, { from, to }]) => from !== to));
}
