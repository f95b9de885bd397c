// Computes one search without creating an object per room or plan.

import { chargesAt, type HotelCharges } from '../../domain/catalog/charges.ts';
import type { Hotel } from '../../domain/catalog/hotel.ts';
import {
  type CancellationFacts,
  cancellationFacts,
} from '../../domain/pricing/cancellation/cancellation-facts.ts';
import type { CancellationPolicy } from '../../domain/pricing/cancellation/cancellation-policy.ts';
import { withCharges } from '../../domain/pricing/price-stay.ts';
import { roomPrice, roomPriceFrom } from '../../domain/pricing/rate-plan.ts';
import { type RoomParty, spreadParty } from '../../domain/pricing/spread-party.ts';
import { dayInBaghdad, instantInBaghdad, nextDay, timeInBaghdad } from '../../kernel/day.ts';
import { convert, type ExchangeRate } from '../../kernel/exchange.ts';
import { getOrCreate } from '../../kernel/get-or-create.ts';
import type { LedgerId } from '../../kernel/ids.ts';
import type { JsonPiece } from '../../kernel/json-writer.ts';
import { add, type Currency, type Minor, minor, NOTHING, times } from '../../kernel/money.ts';
import { nightsOf, type Party, type Stay } from '../../kernel/stay.ts';
import type { PlanForSale, RoomForSale, SoldPlans } from '../hotel-for-sale.ts';
import type { PortfolioHotel } from '../portfolio.ts';
import type { Snapshot } from '../snapshot.ts';

/** The number of searches since the start. `SoldPlans` stores the number of its search. */
let searches = 0;

/** An amount that is larger than the price of any stay. */
const MOST = minor(Number.MAX_SAFE_INTEGER);

/** Rooms of a party that have the same price. */
interface RoomGroup extends RoomParty {
  rooms: number;
}

/**
 * Computes, for one search, what each hotel, room and plan offers for the stay. The search creates no object per room
 * or plan.
 */
export class StaySearch {
  readonly stay: Stay;
  readonly now: number;
  private readonly number: number;
  /** Days from today to the arrival. */
  private readonly daysAhead: number;
  private readonly timeOfDay: string;
  private readonly snapshot: Snapshot;
  private readonly ledgerId: LedgerId;
  private readonly party: Party;
  private readonly currency: Currency | null;
  /** The search distributes adults evenly over the rooms. A `fullerRoom` has one adult more than `otherRoom`. */
  private readonly fullerRoom: RoomParty;
  private readonly otherRoom: RoomParty;
  private readonly rate: ExchangeRate;
  private readonly groupings = new Map<number, RoomGroup[] | null>();
  private lastLimitsKey = 0;
  private lastGroups: RoomGroup[] | null = null;
  private lastCharged: Hotel | null = null;
  private lastCharges: HotelCharges | null = null;
  private readonly arrivals = new Map<string, number>();
  /** Pieces of the response that are the same for many plans. Each search writes each piece once. */
  readonly endings = new Map<number, JsonPiece>();
  private readonly facts = new Map<CancellationPolicy, CancellationFacts>();

  constructor(
    snapshot: Snapshot,
    ledgerId: LedgerId,
    asked: { stay: Stay; party: Party; currency: Currency | null },
    now: number,
  ) {
    searches += 1;
    this.number = searches;
    this.snapshot = snapshot;
    this.ledgerId = ledgerId;
    this.stay = asked.stay;
    this.party = asked.party;
    this.currency = asked.currency;
    const inEach = Math.floor(asked.party.adults / asked.party.rooms);
    this.fullerRoom = { adults: inEach + 1, children: 0 };
    this.otherRoom = { adults: Math.max(1, inEach), children: 0 };
    this.now = now;
    this.daysAhead = asked.stay.checkIn - dayInBaghdad(new Date(now));
    this.timeOfDay = timeInBaghdad(now);
    this.rate = snapshot.rateAt(now);
  }

  /**
   * Returns an amount in dinars that is not higher than any total of the hotel for this party. The amount is computed
   * from the lowest prices of any day, even if no room is free. The function then subtracts an amount that is larger
   * than all rounding errors together.
   */
  lowerBound(entry: PortfolioHotel): number {
    const { lowestPrices: lowest } = this.snapshot.hotelForSale(entry);
    if (lowest === null) return 0;
    const { rooms, adults, children } = this.party;
    const fuller = adults % rooms;
    const night =
      fuller * roomPrice(lowest, this.fullerRoom) +
      (rooms - fuller) * roomPrice(lowest, this.otherRoom) +
      children * lowest.child;
    const nights = this.stay.checkOut - this.stay.checkIn;
    const { taxBasisPoints, serviceBasisPoints } = this.chargesOf(entry.hotel);
    const charges = 1 + (taxBasisPoints + serviceBasisPoints) / 10_000;
    const dinarsForADollar = this.rate.tenThousandthsOfIqdForUsd / 10_000;
    const exact = night * nights * charges * (lowest.currency === 'USD' ? dinarsForADollar / 100 : 1);
    return exact - (rooms * nights * charges + 3) * (dinarsForADollar / 100 + 1);
  }

  roomsOf(entry: PortfolioHotel): RoomForSale[] {
    const { hotel } = entry;
    if (hotel.status !== 'ACTIVE') return [];
    if (this.daysAhead === 0 && this.timeOfDay > hotel.sameDayCutoff) return [];
    return this.snapshot.hotelForSale(entry).rooms;
  }

  currencyOf(entry: PortfolioHotel): Currency {
    return this.currency ?? entry.hotel.currency;
  }

  /** Returns for each room type the smallest number of rooms left on any night, or 0 if no room can be sold. */
  availableIn(entry: PortfolioHotel): number[] {
    const available: number[] = [];
    for (const room of this.roomsOf(entry)) available.push(this.available(room));
    return available;
  }

  private available(room: RoomForSale): number {
    if (this.groupsIn(room) === null || !room.calendar.admits(this.stay)) return 0;
    const counters = room.counters.get(this.ledgerId) ?? null;
    const free = this.snapshot.leastFree(room, this.ledgerId, counters, this.stay, this.now);
    if (free < this.party.rooms) return 0;
    return this.daysAhead < room.sellsAllFrom && !this.askPlans(room).any ? 0 : free;
  }

  /**
   * Returns an array with 1 for each plan that may be sold and 0 for each other plan. Returns null if all plans may be
   * sold, which is usual.
   */
  soldPlans(room: RoomForSale): Uint8Array | null {
    return this.daysAhead >= room.sellsAllFrom ? null : this.askPlans(room).plans;
  }

  /** Finds the plans whose release period has not begun and whose restrictions allow the stay. */
  private askPlans({ plans, sold }: RoomForSale): SoldPlans {
    if (sold.search === this.number) return sold;
    sold.search = this.number;
    sold.any = false;
    for (let index = 0; index < plans.length; index += 1) {
      const { releaseDays, planDays } = plans[index]!;
      const passes = this.daysAhead >= releaseDays && (planDays === null || planDays.admits(this.stay));
      sold.plans[index] = passes ? 1 : 0;
      if (passes) sold.any = true;
    }
    return sold;
  }

  /** Returns what the guest pays for the whole stay. The amount is added and rounded as in `priceStay`. */
  total(entry: PortfolioHotel, room: RoomForSale, plan: number): Minor {
    const currency = this.currencyOf(entry);
    const subtotal = room.varies
      ? this.subtotal(this.groupsIn(room)!, room.plans[plan]!, currency)
      : this.usualSubtotal(this.groupsIn(room)!, room, plan, currency);
    return withCharges(subtotal, this.chargesOf(entry.hotel));
  }

  /** Returns the lowest total of the available rooms, or null when no room is available. */
  lowestTotal(entry: PortfolioHotel, available: number[]): Minor | null {
    const currency = this.currencyOf(entry);
    const rooms = this.roomsOf(entry);
    let lowest = MOST;
    for (let index = 0; index < rooms.length; index += 1) {
      if (available[index] === 0) continue;
      const room = rooms[index]!;
      const subtotal = room.varies ? this.lowestOfEach(room, currency) : this.lowestUsual(room, currency);
      if (subtotal < lowest) lowest = subtotal;
    }
    // A lower subtotal never has higher charges, so the lowest subtotal gives the lowest total.
    return lowest === MOST ? null : withCharges(lowest, this.chargesOf(entry.hotel));
  }

  /** Returns the current charges of a hotel. The last result is cached, because all plans of a hotel share it. */
  private chargesOf(hotel: Hotel): HotelCharges {
    if (hotel.chargeChanges.length === 0) return hotel;
    if (hotel !== this.lastCharged) {
      this.lastCharged = hotel;
      this.lastCharges = chargesAt(hotel, this.now);
    }
    return this.lastCharges!;
  }

  private lowestOfEach(room: RoomForSale, currency: Currency): Minor {
    const groups = this.groupsIn(room)!;
    const sold = this.soldPlans(room);
    let lowest = MOST;
    for (let plan = 0; plan < room.plans.length; plan += 1) {
      if (sold !== null && sold[plan] === 0) continue;
      const subtotal = this.subtotal(groups, room.plans[plan]!, currency);
      if (subtotal < lowest) lowest = subtotal;
    }
    return lowest;
  }

  private lowestUsual(room: RoomForSale, currency: Currency): Minor {
    const groups = this.groupsIn(room)!;
    const sold = this.soldPlans(room);
    let lowest = MOST;
    for (let plan = 0; plan < room.plans.length; plan += 1) {
      if (sold !== null && sold[plan] === 0) continue;
      const subtotal = this.usualSubtotal(groups, room, plan, currency);
      if (subtotal < lowest) lowest = subtotal;
    }
    return lowest;
  }

  /** Returns the same result as `subtotal`, for rooms whose plans have one currency and usual prices on every day. */
  private usualSubtotal(groups: RoomGroup[], room: RoomForSale, plan: number, currency: Currency): Minor {
    const { usualPrices: usual } = room;
    const own = room.plans[0]!.plan.currency;
    const at = plan * 4;
    let night = NOTHING;
    for (const group of groups) {
      const price = roomPriceFrom(usual[at]!, usual[at + 1]!, usual[at + 2]!, usual[at + 3]!, group);
      night = add(night, times(this.inCurrency(price, own, currency), group.rooms));
    }
    return times(night, nightsOf(this.stay));
  }

  private subtotal(groups: RoomGroup[], { plan, dayPrices }: PlanForSale, currency: Currency): Minor {
    const { prices: usual } = plan;
    let subtotal = NOTHING;
    for (let day = this.stay.checkIn; day < this.stay.checkOut; day = nextDay(day))
      for (const group of groups) {
        const price = dayPrices === null ? roomPrice(usual, group) : dayPrices.roomPriceOn(day, usual, group);
        subtotal = add(subtotal, times(this.inCurrency(price, plan.currency, currency), group.rooms));
      }
    return subtotal;
  }

  private inCurrency(amount: Minor, from: Currency, to: Currency): Minor {
    return from === to ? amount : convert(amount, from, to, this.rate);
  }

  /**
   * Returns the instant of check-in at a hotel. Each instant is computed once, because many hotels have the same
   * check-in time.
   */
  private arrivalAt(checkInFrom: string): number {
    return getOrCreate(this.arrivals, checkInFrom, () =>
      instantInBaghdad(this.stay.checkIn, checkInFrom).getTime(),
    );
  }

  /** Returns the effect of a policy on this stay. The effect is computed once, because many plans share a policy. */
  cancellationOf({ hotel }: PortfolioHotel, policy: CancellationPolicy): CancellationFacts {
    return getOrCreate(this.facts, policy, () =>
      cancellationFacts(policy, this.arrivalAt(hotel.checkInFrom), nightsOf(this.stay), this.now),
    );
  }

  /**
   * Converts an amount to dinars, so that hotels can be sorted by price. Without an exchange rate, dollar amounts are
   * sorted after all dinar amounts.
   */
  inDinars(amount: Minor, currency: Currency): Minor {
    if (currency === 'USD' && this.rate.tenThousandthsOfIqdForUsd === 0) return times(amount, 1_000_000);
    return this.inCurrency(amount, currency, 'IQD');
  }

  /**
   * Distributes the party over rooms of this type. The result is cached for the next room type with the same limits.
   */
  private groupsIn(room: RoomForSale): RoomGroup[] | null {
    if (room.limitsKey === this.lastLimitsKey) return this.lastGroups;
    this.lastLimitsKey = room.limitsKey;
    this.lastGroups = getOrCreate(this.groupings, room.limitsKey, () =>
      groupRooms(spreadParty(this.party, room.roomType)),
    );
    return this.lastGroups;
  }
}

function groupRooms(rooms: RoomParty[] | null): RoomGroup[] | null {
  if (rooms === null) return null;
  const groups: RoomGroup[] = [];
  for (const room of rooms) {
    const alike = groups.find((one) => one.adults === room.adults && one.children === room.children);
    if (alike === undefined) groups.push({ ...room, rooms: 1 });
    else alike.rooms += 1;
  }
  return groups;
}
