// The memory from which the service serves read requests.

import { type Hold, isLive } from '../domain/booking/hold.ts';
import type { Hotel } from '../domain/catalog/hotel.ts';
import type { RoomType } from '../domain/catalog/room-type.ts';
import { Calendar, Counters } from '../domain/inventory/calendar.ts';
import { freeRooms } from '../domain/inventory/night.ts';
import { PlanDays } from '../domain/inventory/plan-days.ts';
import type { Client, StoredKey } from '../domain/partners/client.ts';
import { type Contract, contractId } from '../domain/partners/contract.ts';
import type { CataloguePolicy } from '../domain/pricing/cancellation/cancellation-policy.ts';
import { DayPrices } from '../domain/pricing/day-prices.ts';
import type { Prices, RatePlan } from '../domain/pricing/rate-plan.ts';
import { type Day, nextDay } from '../kernel/day.ts';
import type { DayRange } from '../kernel/day-range.ts';
import type { ExchangeRate } from '../kernel/exchange.ts';
import { getOrCreate } from '../kernel/get-or-create.ts';
import {
  type HotelId,
  type LedgerId,
  type RatePlanId,
  type RoomTypeId,
  readId,
  readPublicId,
} from '../kernel/ids.ts';
import type { Stay } from '../kernel/stay.ts';
import { Collection } from './collection.ts';
import { buildHotelForSale, type HotelForSale } from './hotel-for-sale.ts';
import { Portfolio, type PortfolioHotel } from './portfolio.ts';

const ENDED_HOLDS_KEPT = 20_000;

/**
 * All data for read requests, in memory. Three things change the snapshot: the first load, the change feed, and the
 * committed batches of the desk. For its decisions, the desk reads prices and permissions from the database under its
 * lock, and never from the snapshot.
 */
export class Snapshot {
  /**
   * Hotels in the form for search. An entry is built from the collections when a search first needs it, and is removed
   * when a part of the hotel changes.
   */
  private readonly forSale = new Map<string, HotelForSale>();
  private readonly portfolios = new Map<string, { today: Day; portfolio: Portfolio }>();
  private readonly dropForSale = ({ hotelId }: { hotelId: HotelId }) => {
    const hotel = this.forSale.get(hotelId);
    if (hotel !== undefined) hotel.stale = true;
    this.forSale.delete(hotelId);
  };

  readonly hotels = new Collection<Hotel>(
    (hotel) => hotel.publicId,
    (hotel) => {
      this.dropForSale({ hotelId: hotel.id });
      this.portfolios.clear();
    },
  );
  readonly roomTypes = new Collection<RoomType>((roomType) => roomType.hotelId, this.dropForSale);
  readonly ratePlans = new Collection<RatePlan>((plan) => plan.hotelId, this.dropForSale);
  readonly policies = new Collection<CataloguePolicy>((policy) => policy.hotelId, this.dropForSale);
  readonly clients = new Collection<Client>((client) => client.publicId);
  readonly keys = new Collection<StoredKey>((key) => key.clientId);
  readonly contracts = new Collection<Contract>(
    (contract) => contract.clientId,
    (contract) => this.portfolios.delete(contract.clientId),
  );
  /** Holds with the status ACTIVE, including expired holds, by ledger and room type. */
  private readonly holds = new Collection<Hold>((hold) => `${hold.ledgerId}/${hold.roomTypeId}`);
  /**
   * The ids of ended holds. The change that ended a hold may arrive before the change that created the hold. When the
   * second change arrives, the hold must not become active.
   */
  private readonly endedHolds = new Set<string>();
  private readonly rates: ExchangeRate[] = [];
  private readonly calendars = new Map<string, Calendar>();
  private readonly dayPrices = new Map<string, DayPrices>();
  private readonly planDays = new Map<string, PlanDays>();
  /** The numbers of booked and held rooms, by room type and then by ledger. */
  private readonly counters = new Map<string, Map<number, Counters>>();

  /** Finds a hotel by uuid or by public id. Both may be in upper or lower case, because partners send both. */
  findHotel(idOrPublicId: string): Hotel | null {
    const byId = this.hotels.find(readId(idOrPublicId));
    if (byId !== null) return byId;
    for (const hotel of this.hotels.in(idOrPublicId)) return hotel;
    // This code runs for unknown hotels and for public ids in lower case. The conversion therefore does not slow down
    // other requests.
    for (const hotel of this.hotels.in(readPublicId(idOrPublicId))) return hotel;
    return null;
  }

  findClient(publicId: string): Client | null {
    for (const client of this.clients.in(publicId)) return client;
    return null;
  }

  findContract(client: Client, hotelId: HotelId): Contract | null {
    return this.contracts.find(contractId(client.contractHolderId, hotelId));
  }

  /** Returns the hotels that a partner may see today. */
  portfolioOf(client: Client, today: Day): Portfolio {
    const holder = client.contractHolderId;
    const known = this.portfolios.get(holder);
    if (known?.today === today) return known.portfolio;
    const portfolio = new Portfolio(this.contracts.in(holder), (id) => this.hotels.find(id), today);
    this.portfolios.set(holder, { today, portfolio });
    return portfolio;
  }

  hotelForSale(entry: PortfolioHotel): HotelForSale {
    if (entry.forSale === null || entry.forSale.stale)
      entry.forSale = getOrCreate(this.forSale, entry.hotel.id, () => buildHotelForSale(entry.hotel, this));
    return entry.forSale;
  }

  calendarOf(roomTypeId: RoomTypeId): Calendar {
    return getOrCreate(this.calendars, roomTypeId, () => new Calendar());
  }

  /**
   * Changes the prices of some days. The entry in `forSale` was built from the old prices, so the function removes it.
   */
  changeDayPrices(ratePlanId: RatePlanId, change: (prices: DayPrices) => void): void {
    const plan = this.ratePlans.find(ratePlanId);
    if (plan !== null) this.dropForSale(plan);
    change(getOrCreate(this.dayPrices, ratePlanId, () => new DayPrices()));
  }

  findDayPrices(ratePlanId: RatePlanId): DayPrices | null {
    return this.dayPrices.get(ratePlanId) ?? null;
  }

  priceOn(plan: RatePlan, day: Day): Prices {
    return this.dayPrices.get(plan.id)?.find(day) ?? plan.prices;
  }

  /**
   * Changes the restrictions of some days of a plan. The entry in `forSale` refers to the restrictions only if the plan
   * has restrictions. Therefore the function removes the entry when the plan receives its first restriction or loses
   * its last restriction.
   */
  changePlanDays(ratePlanId: RatePlanId, change: (days: PlanDays) => void): void {
    const days = getOrCreate(this.planDays, ratePlanId, () => new PlanDays());
    const before = days.size;
    change(days);
    const plan = this.ratePlans.find(ratePlanId);
    if (plan !== null && (before === 0) !== (days.size === 0)) this.dropForSale(plan);
  }

  /** Returns null while the plan has no restrictions. */
  findPlanDays(ratePlanId: RatePlanId): PlanDays | null {
    const days = this.planDays.get(ratePlanId);
    return days === undefined || days.size === 0 ? null : days;
  }

  countersOf(ledgerId: LedgerId, roomTypeId: RoomTypeId): Counters {
    return getOrCreate(this.countersByLedger(roomTypeId), ledgerId, () => new Counters());
  }

  findCounters(ledgerId: LedgerId, roomTypeId: RoomTypeId): Counters | null {
    return this.counters.get(roomTypeId)?.get(ledgerId) ?? null;
  }

  putHold(hold: Hold): void {
    if (hold.status !== 'ACTIVE') {
      this.holds.remove(hold.id);
      this.rememberEnded(hold.id);
    } else if (!this.endedHolds.has(hold.id)) this.holds.put(hold);
  }

  removeHold(id: string): void {
    this.holds.remove(id);
    this.rememberEnded(id);
  }

  liveHolds(ledgerId: LedgerId, roomTypeId: RoomTypeId, now: number): Hold[] {
    return [...this.holds.in(`${ledgerId}/${roomTypeId}`)].filter((hold) => isLive(hold, now));
  }

  /** Counts the holds that have neither expired nor ended, in all ledgers. */
  countLiveHolds(now: number): number {
    let live = 0;
    for (const hold of this.holds.all()) if (isLive(hold, now)) live += 1;
    return live;
  }

  /** Returns the number of rows of each kind in memory. */
  sizes(): Record<string, number> {
    return {
      hotels: this.hotels.size,
      room_types: this.roomTypes.size,
      rate_plans: this.ratePlans.size,
      cancellation_policies: this.policies.size,
      nights: sizeOf(this.calendars.values()),
      night_counters: sizeOf([...this.counters.values()].flatMap((ledgers) => [...ledgers.values()])),
      day_prices: sizeOf(this.dayPrices.values()),
      plan_days: sizeOf(this.planDays.values()),
      clients: this.clients.size,
      api_keys: this.keys.size,
      contracts: this.contracts.size,
      holds: this.holds.size,
      exchange_rates: this.rates.length,
    };
  }

  /** Returns the numbers of booked and held rooms of a room type, by ledger. */
  countersByLedger(roomTypeId: RoomTypeId): Map<number, Counters> {
    return getOrCreate(this.counters, roomTypeId, () => new Map());
  }

  /** Returns the smallest number of free rooms on any night of a stay. The result may be negative: see `freeRooms`. */
  leastFree(
    room: { roomType: RoomType; calendar: Calendar },
    ledgerId: LedgerId,
    counters: Counters | null,
    stay: Stay,
    now: number,
  ): number {
    const least = room.calendar.leastFree(stay, counters);
    if (counters === null || !counters.isHeldDuring(stay)) return least;
    // The free rooms are counted night by night, because the counters may still include holds that have expired but are
    // not ended.
    let exact = Number.MAX_SAFE_INTEGER;
    for (let day = stay.checkIn; day < stay.checkOut; day = nextDay(day)) {
      const { allotment, blocked } = room.calendar.get(day);
      const held = this.heldOn(ledgerId, room.roomType.id, day, now);
      exact = Math.min(exact, freeRooms(allotment, blocked, counters.bookedOn(day) + held));
    }
    return exact;
  }

  /**
   * Returns the number of rooms on hold on a night. The counters include expired holds until these are ended, so the
   * function subtracts the rooms of expired holds.
   */
  heldOn(ledgerId: LedgerId, roomTypeId: RoomTypeId, day: Day, now: number): number {
    const counted = this.findCounters(ledgerId, roomTypeId)?.heldOn(day) ?? 0;
    if (counted === 0) return 0;
    let due = 0;
    for (const hold of this.holds.in(`${ledgerId}/${roomTypeId}`))
      if (hold.expiresAt <= now && hold.stay.checkIn <= day && day < hold.stay.checkOut)
        due += hold.party.rooms;
    return counted - due;
  }

  putRate(rate: ExchangeRate): void {
    this.removeRate(rate.asOf);
    this.rates.push(rate);
    this.rates.sort((one, other) => Date.parse(other.asOf) - Date.parse(one.asOf));
  }

  removeRate(asOf: string): void {
    const index = this.rates.findIndex((rate) => rate.asOf === asOf);
    if (index >= 0) this.rates.splice(index, 1);
  }

  /** Returns the exchange rate that is in force: the newest rate that is not dated after `now`. */
  rateAt(now: number): ExchangeRate {
    return (
      this.rates.find((rate) => Date.parse(rate.asOf) <= now) ?? { tenThousandthsOfIqdForUsd: 0, asOf: '' }
    );
  }

  private rememberEnded(id: string): void {
    this.endedHolds.add(id);
    // The oldest id can be removed, because the change that created its hold arrives at most a few seconds later. A Set
    // keeps its elements in the order of insertion, so the first element is the oldest.
    if (this.endedHolds.size > ENDED_HOLDS_KEPT)
      this.endedHolds.delete(this.endedHolds.values().next().value!);
  }

  /** Removes a room type and its nights. This happens when a private hotel of the sandbox is deleted. */
  removeRoomType(id: RoomTypeId): void {
    this.roomTypes.remove(id);
    this.calendars.delete(id);
    this.counters.delete(id);
  }

  removeRatePlan(id: RatePlanId): void {
    this.ratePlans.remove(id);
    this.dayPrices.delete(id);
    this.planDays.delete(id);
  }

  forgetLedger(ledgerId: LedgerId): void {
    for (const ledgers of this.counters.values()) ledgers.delete(ledgerId);
  }
}

function sizeOf(ranges: Iterable<DayRange>): number {
  let rows = 0;
  for (const { size } of ranges) rows += size;
  return rows;
}
