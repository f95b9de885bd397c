import type { PortfolioHotel } from '../catalog/portfolio.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Counters } from '../inventory/calendar.ts';
import { convert, type ExchangeRate } from '../kernel/exchange.ts';
import type { Currency, Minor } from '../kernel/money.ts';
import type { Party, Stay } from '../kernel/stay.ts';
import { withCharges } from '../pricing/price-stay.ts';
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
  private readonly remembered = new Map<object, string>();

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
  total(entry: PortfolioHotel, room: ShelfRoom, { plan, dayPrices }: ShelfPlan): Minor {
    const groups = this.groupsIn(room.roomType)!;
    const currency = this.currencyOf(entry);
    let subtotal = 0;
    for (let day = this.stay.checkIn; day < this.stay.checkOut; day += 1)
      for (const group of groups) {
        const price = dayPrices.roomPriceOn(day, plan.prices, group);
        subtotal += group.rooms * convert(price, plan.currency, currency, this.rate);
      }
    return withCharges(subtotal, entry.hotel);
  }

  /** The lowest total of a hotel, or null when none of its rooms can take the party. */
  lowestTotal(entry: PortfolioHotel): Minor | null {
    let lowest: Minor | null = null;
    for (const room of this.roomsOf(entry)) {
      if (this.available(room) === 0) continue;
      for (const plan of room.plans) {
        const total = this.total(entry, room, plan);
        if (lowest === null || total < lowest) lowest = total;
      }
    }
    return lowest;
  }

  /** Words about something that are the same wherever this search meets it. */
  remember(about: object, find: () => string): string {
    let words = this.remembered.get(about);
    if (words === undefined) {
      words = find();
      this.remembered.set(about, words);
    }
    return words;
  }

  inDinars(amount: Minor, currency: Currency): Minor {
    return convert(amount, currency, 'IQD', this.rate);
  }

  /** How the party lives in rooms of this size: worked out once for all rooms of the same limits. */
  private groupsIn(limits: RoomType): RoomGroup[] | null {
    const size = limits.maxOccupancy * 10_000 + limits.maxAdults * 100 + limits.maxChildren;
    let groups = this.groupings.get(size);
    if (groups === undefined) {
      groups = groupRooms(spreadParty(this.party, limits));
      this.groupings.set(size, groups);
    }
    return groups;
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
