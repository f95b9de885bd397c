import type { PortfolioHotel } from '../catalog/portfolio.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Counters } from '../inventory/calendar.ts';
import { instantInBaghdad } from '../kernel/day.ts';
import { convert, type ExchangeRate } from '../kernel/exchange.ts';
import type { Currency, Minor } from '../kernel/money.ts';
import { obtain } from '../kernel/obtain.ts';
import type { Party, Stay } from '../kernel/stay.ts';
import { withCharges } from '../pricing/price-stay.ts';
import { priceOfRoom } from '../pricing/rate-plan.ts';
import { type RoomParty, spreadParty } from '../pricing/spread-party.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ShelfPlan, ShelfRoom } from './shelf.ts';

/** Rooms of a party that are priced alike. */
interface RoomGroup extends RoomParty {
  rooms: number;
}

/** One search on its way over the shelves. Everything it asks of a room or plan is answered without an object. */
export class Walk {
  readonly stay: Stay;
  readonly now: number;
  private readonly snapshot: Snapshot;
  private readonly ledgerId: number;
  private readonly ledger: ReadonlyMap<string, Counters>;
  private readonly party: Party;
  private readonly currency: Currency | null;
  private readonly rate: ExchangeRate;
  private readonly groupings = new Map<number, RoomGroup[] | null>();
  private readonly arrivals = new Map<string, number>();
  private readonly instants = new Map<number, string>();

  constructor(
    snapshot: Snapshot,
    ledgerId: number,
    asked: { stay: Stay; party: Party; currency: Currency | null },
    now: number,
  ) {
    this.snapshot = snapshot;
    this.ledgerId = ledgerId;
    this.ledger = snapshot.ledger(ledgerId);
    this.stay = asked.stay;
    this.party = asked.party;
    this.currency = asked.currency;
    this.now = now;
    this.rate = snapshot.rateAt(now);
  }

  roomsOf(entry: PortfolioHotel): ShelfRoom[] {
    return entry.hotel.status === 'ACTIVE' ? this.snapshot.shelfOf(entry.hotel).rooms : [];
  }

  currencyOf(entry: PortfolioHotel): Currency {
    return this.currency ?? entry.hotel.currency;
  }

  /** Rooms left on the scarcest night, or 0 when this room type cannot take the party. */
  available(room: ShelfRoom): number {
    if (this.groupsIn(room.roomType) === null || !room.calendar.admits(this.stay)) return 0;
    const counters = this.ledger.get(room.roomType.id) ?? null;
    const free = this.snapshot.leastFree(room, this.ledgerId, counters, this.stay, this.now);
    return free >= this.party.rooms ? free : 0;
  }

  /** What the guest pays for the whole stay: the same additions and roundings as `priceStay`. */
  total(entry: PortfolioHotel, room: ShelfRoom, plan: ShelfPlan): Minor {
    const groups = this.groupsIn(room.roomType)!;
    return withCharges(this.subtotal(groups, plan, this.currencyOf(entry)), entry.hotel);
  }

  /** The lowest total of a hotel, or null when none of its rooms can take the party. */
  lowestTotal(entry: PortfolioHotel): Minor | null {
    const currency = this.currencyOf(entry);
    let lowest = Number.MAX_SAFE_INTEGER;
    for (const room of this.roomsOf(entry)) {
      if (this.available(room) === 0) continue;
      const groups = this.groupsIn(room.roomType)!;
      for (const plan of room.plans) {
        const subtotal = this.subtotal(groups, plan, currency);
        if (subtotal < lowest) lowest = subtotal;
      }
    }
    // Charges grow with the subtotal, so the lowest of one is the lowest of the other.
    return lowest === Number.MAX_SAFE_INTEGER ? null : withCharges(lowest, entry.hotel);
  }

  private subtotal(groups: RoomGroup[], plan: ShelfPlan, currency: Currency): Minor {
    const { dayPrices } = plan;
    if (dayPrices === null)
      return (this.stay.checkOut - this.stay.checkIn) * this.usualNight(plan, groups, currency);
    let subtotal = 0;
    for (let day = this.stay.checkIn; day < this.stay.checkOut; day += 1)
      for (const group of groups)
        subtotal +=
          group.rooms * this.inCurrency(dayPrices.roomPriceOn(day, plan, group), plan.currency, currency);
    return subtotal;
  }

  private usualNight(plan: ShelfPlan, groups: RoomGroup[], currency: Currency): Minor {
    let night = 0;
    for (const group of groups) {
      const price = priceOfRoom(plan.single, plan.double, plan.extraAdult, plan.child, group);
      night += group.rooms * this.inCurrency(price, plan.currency, currency);
    }
    return night;
  }

  private inCurrency(amount: Minor, from: Currency, to: Currency): Minor {
    return from === to ? amount : convert(amount, from, to, this.rate);
  }

  /** The instant of check-in at a hotel: most hotels share their time of day. */
  arrivalAt(checkInFrom: string): number {
    return obtain(this.arrivals, checkInFrom, () =>
      instantInBaghdad(this.stay.checkIn, checkInFrom).getTime(),
    );
  }

  /** An instant in words: policies end at a few instants, however many plans share them. */
  instant(at: number): string {
    return obtain(this.instants, at, () => new Date(at).toISOString());
  }

  inDinars(amount: Minor, currency: Currency): Minor {
    return this.inCurrency(amount, currency, 'IQD');
  }

  /** How the party lives in rooms of this size: worked out once for all rooms of the same limits. */
  private groupsIn(limits: RoomType): RoomGroup[] | null {
    const size = limits.maxOccupancy * 10_000 + limits.maxAdults * 100 + limits.maxChildren;
    return obtain(this.groupings, size, () => groupRooms(spreadParty(this.party, limits)));
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
