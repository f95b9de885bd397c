// The facts that a decision about a stay needs, and the checks that several decisions use.

import { type Day, formatDay, timeInBaghdad } from '../../kernel/day.ts';
import type { ExchangeRate } from '../../kernel/exchange.ts';
import type { Currency } from '../../kernel/money.ts';
import {
  accept,
  type Outcome,
  type Refusal,
  type RestrictionReason,
  refuse,
  refuseInput,
} from '../../kernel/refusal.ts';
import { arrivalProblem, nightDays, type Party, type Stay } from '../../kernel/stay.ts';
import { chargesAt } from '../catalog/charges.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Night } from '../inventory/night.ts';
import type { PlanDay } from '../inventory/plan-day.ts';
import { latenessOf, planRestrictionsOn, restrictionsOn } from '../inventory/restrictions.ts';
import { type Contract, isInForce, type Permission, permits } from '../partners/contract.ts';
import type { CancellationPolicy } from '../pricing/cancellation/cancellation-policy.ts';
import { cancellationTimeline } from '../pricing/cancellation/cancellation-timeline.ts';
import { type PricedStay, priceStay } from '../pricing/price-stay.ts';
import type { Prices, RatePlan } from '../pricing/rate-plan.ts';
import { brokenRoomLimits, type RoomParty, spreadParty } from '../pricing/spread-party.ts';
import type { StayTerms } from './booking.ts';

export type BookableHotel = Pick<
  Hotel,
  | 'id'
  | 'publicId'
  | 'nameEn'
  | 'nameAr'
  | 'nameCkb'
  | 'phone'
  | 'address'
  | 'status'
  | 'currency'
  | 'checkInFrom'
  | 'sameDayCutoff'
  | 'taxBasisPoints'
  | 'serviceBasisPoints'
  | 'chargeChanges'
  | 'scenario'
>;
export type BookableRoomType = Pick<
  RoomType,
  | 'id'
  | 'code'
  | 'nameEn'
  | 'nameAr'
  | 'nameCkb'
  | 'maxOccupancy'
  | 'maxAdults'
  | 'maxChildren'
  | 'releaseDays'
  | 'active'
>;

/**
 * All facts on which a decision about a stay depends, at one instant. For a read, these facts come from the snapshot in
 * memory. For a write, they are loaded from the database while the hotel is locked.
 */
export interface StayFacts {
  now: number;
  today: Day;
  /**
   * The time at which prices were read. For a read, this time equals `now`. For a write, this is the time of the
   * database's clock, without the shift that tests add to `now`.
   */
  pricedAt: number;
  hotel: BookableHotel;
  contract: Contract | null;
  roomType: BookableRoomType | null;
  plan: RatePlan | null;
  policy: CancellationPolicy | null;
  rate: ExchangeRate;
  nightOn: (day: Day) => Night;
  /** The restrictions of the plan. */
  planDayOn: (day: Day) => PlanDay;
  /**
   * The number of free rooms, which is negative if the hotel has lowered its allotment below the number of sold rooms.
   */
  freeOn: (day: Day) => number;
  priceOn: (day: Day) => Prices;
}

/** The facts about a stay whose contract, room type, plan and policy all exist. */
export interface CompleteFacts extends StayFacts {
  contract: Contract;
  roomType: BookableRoomType;
  plan: RatePlan;
  policy: CancellationPolicy;
}

/**
 * Returns null if a contract is in force today. The contract is checked before everything else, so that a client
 * without a contract learns nothing about a hotel's rooms.
 */
export function contractProblem({ contract, today }: StayFacts): Refusal | null {
  if (contract !== null && isInForce(contract, today)) return null;
  return refuse('HOTEL_ACCESS_DENIED', 'your contract does not cover this hotel');
}

/** Returns null if the contract gives this permission today. */
export function permissionProblem(facts: StayFacts, permission: Permission): Refusal | null {
  const { contract } = facts;
  if (contract !== null && permits(contract, permission, facts.today)) return null;
  return refuse('HOTEL_ACCESS_DENIED', `your contract does not allow ${permission} for this hotel`);
}

export function completeFacts(
  facts: StayFacts,
  permission: Permission,
  sale: 'on sale' | 'held' = 'on sale',
): Outcome<CompleteFacts> {
  // A hold stays valid if the hotel withdraws the room type, the plan or the permission later. Only the contract must
  // still be in force.
  const denied = sale === 'held' ? contractProblem(facts) : permissionProblem(facts, permission);
  if (denied !== null) return denied;
  const { roomType, plan, policy } = facts;
  const isSold = (thing: { active: boolean }) => sale === 'held' || thing.active;
  if (roomType === null || !isSold(roomType))
    return refuse('ROOM_TYPE_NOT_FOUND', 'this hotel does not have this room type');
  if (plan === null || !isSold(plan) || policy === null)
    return refuse('RATE_PLAN_NOT_FOUND', 'this room type does not have this rate plan');
  return accept(facts as CompleteFacts);
}

/**
 * Divides the guests of a party over its rooms, or refuses the stay. Checks dates, restrictions and occupancy, but not
 * whether rooms are free.
 */
export function admitParty(
  known: CompleteFacts,
  stay: Stay,
  party: Party,
  forgives: (reason: RestrictionReason) => boolean = () => false,
): Outcome<RoomParty[]> {
  const problem = arrivalProblem(stay, known.today);
  if (problem !== null) return refuseInput([problem]);
  const reasons: RestrictionReason[] = [];
  const { status } = known.hotel;
  if (status !== 'ACTIVE') reasons.push({ code: 'HOTEL_NOT_ACTIVE', hotelStatus: status });
  const rooms = spreadParty(party, known.roomType);
  if (rooms === null)
    reasons.push({ code: 'OCCUPANCY_EXCEEDED', ...brokenRoomLimits(party, known.roomType) });
  const { hotel, roomType, plan, today } = known;
  const late = latenessOf(stay, {
    today,
    timeOfDay: timeInBaghdad(known.now),
    sameDayCutoff: hotel.sameDayCutoff,
    releaseDays: roomType.releaseDays,
    plan,
  });
  const restrictions = [
    ...restrictionsOn(stay, known.nightOn),
    ...planRestrictionsOn(stay, plan.id, known.planDayOn),
    ...late,
  ];
  reasons.push(...restrictions.filter((reason) => !forgives(reason)));
  if (rooms !== null && reasons.length === 0) return accept(rooms);
  return violated(reasons, plan);
}

/**
 * Refuses a stay if the hotel is not active. A held stay needs no other check, because dates, restrictions and
 * occupancy were checked when the hold was granted.
 */
export function hotelProblem(known: CompleteFacts): Refusal | null {
  const { status } = known.hotel;
  return status === 'ACTIVE'
    ? null
    : violated([{ code: 'HOTEL_NOT_ACTIVE', hotelStatus: status }], known.plan);
}

function violated(reasons: RestrictionReason[], plan: RatePlan): Refusal {
  const texts = reasons.map(({ code, ratePlanId }) =>
    ratePlanId === undefined ? code : `${code} of rate plan ${plan.code}`,
  );
  const all = [...new Set(texts)].join(', ');
  return refuse('RESTRICTION_VIOLATED', `the hotel does not accept this stay: ${all}`, { reasons });
}

/**
 * Returns the number of rooms available to a caller, including the rooms that the caller already holds. The number
 * includes the held rooms even if the hotel has lowered its allotment.
 */
export function availableTo(free: number, ownHeld: number): number {
  return ownHeld + Math.max(0, free);
}

/**
 * Returns null if every night has enough rooms. `ownHeld` is the number of rooms that the caller already holds for this
 * stay.
 */
export function shortage(known: CompleteFacts, stay: Stay, rooms: number, ownHeld: number): Refusal | null {
  if (rooms <= ownHeld) return null;
  const nights = nightDays(stay)
    .map((day) => ({ day, available: availableTo(known.freeOn(day), ownHeld) }))
    .filter((night) => night.available < rooms);
  return nights.length === 0 ? null : insufficient(rooms, nights);
}

export function insufficient(rooms: number, nights: { day: Day; available: number }[]): Refusal {
  const dates = nights.map((night) => formatDay(night.day)).join(', ');
  return refuse('INSUFFICIENT_INVENTORY', `not enough rooms on ${dates}`, { roomsRequested: rooms, nights });
}

/** Returns the terms of a stay that is sold now. */
export function termsToday(known: CompleteFacts, stay: Stay, price: PricedStay): StayTerms {
  const { policy, hotel, contract, now } = known;
  return {
    policyId: policy.id,
    timeline: cancellationTimeline(policy, price, stay.checkIn, hotel.checkInFrom, new Date(now)),
    collectedBy: contract.paymentCollectedBy,
  };
}

/**
 * Returns the present price of the stay at a given exchange rate. If a booking is based on a quote, `rate` is the
 * exchange rate of the quote.
 */
export function priceToday(
  known: CompleteFacts,
  stay: Stay,
  rooms: RoomParty[],
  currency: Currency,
  rate: ExchangeRate = known.rate,
): PricedStay {
  const nights = nightDays(stay).map((day) => ({ day, prices: known.priceOn(day) }));
  const charges = chargesAt(known.hotel, known.now);
  return priceStay(nights, rooms, {
    planCurrency: known.plan.currency,
    currency,
    rate,
    taxBasisPoints: charges.taxBasisPoints,
    serviceBasisPoints: charges.serviceBasisPoints,
    commissionBasisPoints: known.contract.commissionBasisPoints,
    pricedAt: known.pricedAt,
  });
}
