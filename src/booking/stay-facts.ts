import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Night } from '../inventory/calendar.ts';
import { type RestrictionReason, restrictionsOn } from '../inventory/restrictions.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import type { ExchangeRate } from '../kernel/exchange.ts';
import type { Currency } from '../kernel/money.ts';
import { accept, type Outcome, refuse, refuseInput } from '../kernel/refusal.ts';
import { arrivalProblem, nightDays, type Party, type Stay } from '../kernel/stay.ts';
import { type Contract, type Permission, permits } from '../partners/contract.ts';
import { type PricedStay, priceStay } from '../pricing/price-stay.ts';
import type { Prices, RatePlan } from '../pricing/rate-plan.ts';
import { type RoomParty, spreadParty } from '../pricing/spread-party.ts';
import type { CancellationPolicy } from './cancellation-policy.ts';

export type BookableHotel = Pick<
  Hotel,
  | 'id'
  | 'publicId'
  | 'nameEn'
  | 'nameAr'
  | 'phone'
  | 'address'
  | 'status'
  | 'currency'
  | 'checkInFrom'
  | 'taxBasisPoints'
  | 'serviceBasisPoints'
  | 'scenario'
>;
export type BookableRoomType = Pick<
  RoomType,
  'id' | 'code' | 'nameEn' | 'nameAr' | 'maxOccupancy' | 'maxAdults' | 'maxChildren' | 'active'
>;

/** Everything that decides about a stay, read at one instant: from the snapshot for a look, under the lock for a write. */
export interface StayFacts {
  now: number;
  today: Day;
  hotel: BookableHotel;
  contract: Contract | null;
  roomType: BookableRoomType | null;
  plan: RatePlan | null;
  policy: CancellationPolicy | null;
  rate: ExchangeRate;
  nightOn: (day: Day) => Night;
  /** Rooms that nobody has: it may be negative where a hotel lowered its allotment below what it sold. */
  freeOn: (day: Day) => number;
  priceOn: (day: Day) => Prices;
}

/** The facts, once it is known that partner, room type and plan belong together. */
export interface KnownStay extends StayFacts {
  contract: Contract;
  roomType: BookableRoomType;
  plan: RatePlan;
  policy: CancellationPolicy;
}

/** Permission first, so that a stranger learns nothing about a hotel's rooms. */
export function knowStay(facts: StayFacts, permission: Permission): Outcome<KnownStay> {
  const { contract, roomType, plan, policy } = facts;
  if (contract === null || !permits(contract, permission, facts.today))
    return refuse('HOTEL_ACCESS_DENIED', `your contract does not allow ${permission} for this hotel`);
  if (roomType === null || !roomType.active)
    return refuse('ROOM_TYPE_NOT_FOUND', 'this hotel has no such room type');
  if (plan === null || !plan.active || policy === null)
    return refuse('RATE_PLAN_NOT_FOUND', 'this room type has no such rate plan');
  return accept(facts as KnownStay);
}

/** How a party lives in its rooms, if the hotel takes it: dates, restrictions and occupancy, not yet inventory. */
export function admitParty(
  known: KnownStay,
  stay: Stay,
  party: Party,
  forgives: (reason: RestrictionReason) => boolean = () => false,
): Outcome<RoomParty[]> {
  const problem = arrivalProblem(stay, known.today);
  if (problem !== null) return refuseInput([problem]);
  const reasons: RestrictionReason[] = [];
  if (known.hotel.status !== 'ACTIVE') reasons.push({ code: 'HOTEL_NOT_ACTIVE' });
  const rooms = spreadParty(party, known.roomType);
  if (rooms === null) reasons.push({ code: 'OCCUPANCY_EXCEEDED' });
  reasons.push(...restrictionsOn(stay, known.nightOn).filter((reason) => !forgives(reason)));
  if (rooms !== null && reasons.length === 0) return accept(rooms);
  const codes = [...new Set(reasons.map((reason) => reason.code))].join(', ');
  return refuse('RESTRICTION_VIOLATED', `the hotel does not take this stay: ${codes}`, { reasons });
}

/** Null when every night has the rooms. `ownHeld` are rooms the caller already holds for this very stay. */
export function shortage(known: KnownStay, stay: Stay, rooms: number, ownHeld: number) {
  const nights = nightDays(stay)
    .map((day) => ({ date: formatDay(day), available: Math.max(0, known.freeOn(day) + ownHeld) }))
    .filter((night) => night.available < rooms);
  return nights.length === 0 ? null : insufficient(rooms, nights);
}

export function insufficient(rooms: number, nights: { date: string; available: number }[]) {
  return refuse(
    'INSUFFICIENT_INVENTORY',
    `not enough rooms on ${nights.map((night) => night.date).join(', ')}`,
    {
      rooms_requested: rooms,
      nights,
    },
  );
}

/** What the stay costs now, at a given exchange rate: a promise keeps the rate it was made at. */
export function priceToday(
  known: KnownStay,
  stay: Stay,
  rooms: RoomParty[],
  currency: Currency,
  rate: ExchangeRate = known.rate,
): PricedStay {
  const nights = nightDays(stay).map((day) => ({ day, prices: known.priceOn(day) }));
  return priceStay(nights, rooms, {
    planCurrency: known.plan.currency,
    currency,
    rate,
    taxBasisPoints: known.hotel.taxBasisPoints,
    serviceBasisPoints: known.hotel.serviceBasisPoints,
    commissionBasisPoints: known.contract.commissionBasisPoints,
  });
}
