import type { AuditEntry } from '../domain/booking/audit.ts';
import type { Booking } from '../domain/booking/booking.ts';
import type { IdempotencyScope, RoomCommand } from '../domain/booking/command.ts';
import { type BookingEvent, EVENT_OF, type NightsChange } from '../domain/booking/events/event.ts';
import type { Hold, HoldStatus } from '../domain/booking/hold.ts';
import type { BookableHotel, BookableRoomType, StayFacts } from '../domain/booking/stay-facts.ts';
import { freeRooms, type Night } from '../domain/inventory/night.ts';
import type { Contract } from '../domain/partners/contract.ts';
import type { CancellationPolicy } from '../domain/pricing/cancellation/cancellation-policy.ts';
import type { PriceAlert } from '../domain/pricing/price-alert.ts';
import { type Quote, stayKey } from '../domain/pricing/quote.ts';
import type { RatePlan } from '../domain/pricing/rate-plan.ts';
import { BatchReception } from '../domain/reception/batch-reception.ts';
import { type Day, dayInBaghdad, nextDay } from '../kernel/day.ts';
import type { ExchangeRate } from '../kernel/exchange.ts';
import { getOrCreate } from '../kernel/get-or-create.ts';
import type { BookingId, ClientId, HotelId, LedgerId, RatePlanId, RoomTypeId } from '../kernel/ids.ts';
import { nightDays } from '../kernel/stay.ts';
import { BatchEvents, type ChangedBooking, type NewBooking } from '../outgoing/events/batch-events.ts';
import { BatchAlerts } from './batch-alerts.ts';
import type { BatchClock } from './batch-clock.ts';
import { BatchOffers, type DecidedOffer } from './batch-offers.ts';
import { BatchPlans } from './batch-plans.ts';

/** A room type, a plan and the caller's contract. They contain every fact that a decision needs, except the nights. */
export interface Product {
  hotel: BookableHotel;
  contract: Contract | null;
  roomType: BookableRoomType | null;
  plan: RatePlan | null;
  policy: CancellationPolicy | null;
}

/** One night of a room type in a ledger, with the changes that this batch makes. */
export interface LedgerNight {
  ledgerId: LedgerId;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  day: Day;
  night: Night;
  booked: number;
  held: number;
  /** True if the ledger has a counter row for the night. If the row is missing, the first change inserts it. */
  hasCounter: boolean;
  bookedDelta: number;
  heldDelta: number;
}

export interface IdempotencyRecord {
  clientId: ClientId;
  scope: IdempotencyScope;
  status: number;
  body: string;
  ledgerId: LedgerId;
  bookingId: BookingId | null;
}

/**
 * Everything that a batch has loaded under its locks, and everything that it will write. Decisions run one after
 * another. Each decision sees the changes of earlier decisions.
 */
export class DeskState {
  readonly now: number;
  readonly today: Day;
  /** The time that was read from the database. Unlike `now`, it does not include the shift that tests add. */
  readonly databaseNow: number;
  readonly rate: ExchangeRate;
  readonly epoch: number;
  readonly isHalted: boolean;
  readonly products = new Map<string, Product>();
  readonly plans = new BatchPlans();
  /**
   * For a booking that moves to another room type: the plan of the new room type that has the same code as the old
   * plan, or null if there is none. The key consists of the new room type and the old plan.
   */
  readonly plansOfSameCode = new Map<string, RatePlanId | null>();
  private readonly nights = new Map<string, Map<Day, LedgerNight>>();
  readonly idempotency = new Map<string, IdempotencyRecord>();
  readonly quotes = new Map<string, Quote[]>();
  readonly alerts = new BatchAlerts();
  readonly offers = new BatchOffers();
  readonly events: BatchEvents;
  readonly reception = new BatchReception();
  readonly activeHolds = new Map<string, number>();
  readonly takenVouchers = new Set<string>();
  private readonly holds = new Map<string, Hold>();
  /** The number of changes to this state, which shows whether a failed decision had already changed something. */
  changeCount = 0;

  readonly newHolds = new Map<string, Hold>();
  readonly endedHolds = new Map<string, Hold>();
  readonly newBookings: NewBooking[] = [];
  readonly newRecords: IdempotencyRecord[] = [];
  readonly changedBookings: ChangedBooking[] = [];
  readonly bookings = new Map<string, Booking>();

  constructor({ databaseNow, shift, rate, epoch, isHalted, numberBase }: BatchClock) {
    this.events = new BatchEvents(numberBase);
    this.epoch = epoch;
    this.isHalted = isHalted;
    this.databaseNow = databaseNow;
    this.now = databaseNow + shift;
    this.today = dayInBaghdad(new Date(this.now));
    this.rate = rate;
  }

  addNight(night: LedgerNight): void {
    this.nightsOf(night.ledgerId, night.roomTypeId).set(night.day, night);
  }

  hasNight(ledgerId: LedgerId, roomTypeId: RoomTypeId, day: Day): boolean {
    return this.nightsOf(ledgerId, roomTypeId).has(day);
  }

  addHold(hold: Hold): void {
    this.holds.set(hold.id, hold);
  }

  /**
   * Ends expired holds and makes their rooms free again before anything is decided, even if housekeeping has not ended
   * these holds yet.
   */
  expireDueHolds(): void {
    for (const hold of this.holds.values())
      if (hold.status === 'ACTIVE' && hold.expiresAt <= this.now) this.endHold(hold, 'EXPIRED', null);
  }

  openHold(hold: Hold): void {
    this.changeCount += 1;
    this.addHold(hold);
    this.newHolds.set(hold.id, hold);
    this.activeHolds.set(hold.clientId, this.activeHoldsOf(hold.clientId) + 1);
    this.hold(hold, hold.party.rooms);
  }

  endHold(hold: Hold, status: HoldStatus, bookingId: BookingId | null): void {
    this.changeCount += 1;
    const ended = { ...hold, status, bookingId };
    this.holds.set(hold.id, ended);
    // A hold that is opened and ended in the same batch is written once, with its final status.
    if (this.newHolds.has(hold.id)) this.newHolds.set(hold.id, ended);
    else this.endedHolds.set(hold.id, ended);
    // `activeHolds` does not count expired holds. It is loaded for clients that prebook in this batch, and for no other
    // client.
    const active = this.activeHolds.get(hold.clientId);
    if (status !== 'EXPIRED' && active !== undefined) this.activeHolds.set(hold.clientId, active - 1);
    this.hold(hold, -hold.party.rooms);
  }

  activeHoldsOf(clientId: ClientId): number {
    const count = this.activeHolds.get(clientId);
    if (count === undefined) throw new Error(`the active holds of ${clientId} were not loaded`);
    return count;
  }

  book(booking: Booking, actor: string): void {
    this.changeCount += 1;
    this.alerts.end(booking, booking.guest.phone);
    const event = this.events.add('booking.confirmed', null, booking);
    this.newBookings.push({ booking, actor, event });
    this.takenVouchers.add(booking.voucherId);
    this.countBooked(booking.ledgerId, event.nights);
  }

  /**
   * Changes a booking. For each night, rooms that only the old booking needs become free, and rooms that only the new
   * booking needs are taken.
   */
  change(before: Booking, entry: AuditEntry): BookingEvent {
    this.changeCount += 1;
    const { booking, action } = entry;
    const event = this.events.add(EVENT_OF[action], before, booking);
    this.countBooked(booking.ledgerId, event.nights);
    this.bookings.set(booking.id, booking);
    this.changedBookings.push({ entry, event });
    return event;
  }

  remember(record: IdempotencyRecord): void {
    this.changeCount += 1;
    this.newRecords.push(record);
    this.idempotency.set(recordKey(record.clientId, record.scope), record);
  }

  changeOffer(decided: DecidedOffer): void {
    this.changeCount += 1;
    this.offers.decided.push(decided);
  }

  /** Records that the guest was informed of a price change. */
  alertGuest(alert: PriceAlert): void {
    this.changeCount += 1;
    this.alerts.tell(alert);
  }

  holdByToken(token: string, clientId: ClientId): Hold | null {
    for (const hold of this.holds.values())
      if (hold.token === token && hold.clientId === clientId) return hold;
    return null;
  }

  holdsFor(clientId: ClientId, ledgerId: LedgerId): Hold[] {
    return [...this.holds.values()].filter(
      (hold) => hold.clientId === clientId && hold.ledgerId === ledgerId,
    );
  }

  quotesFor({ client, request }: RoomCommand): Quote[] {
    const quotes = this.quotes.get(stayKey(request));
    if (quotes === undefined) throw new Error(`the quotes of ${stayKey(request)} were not loaded`);
    // Quotes that are older than the last reset of the client are ignored. The reset may have missed such a quote,
    // because the quote was in memory and not yet in the database.
    const since = client.resetAt ?? 0;
    return quotes.filter((quote) => quote.createdAt > since);
  }

  factsFor(product: Product, ledgerId: LedgerId, roomTypeId: RoomTypeId): StayFacts {
    const nights = this.nightsOf(ledgerId, roomTypeId);
    const { plan } = product;
    return {
      hotel: product.hotel,
      contract: product.contract,
      roomType: product.roomType,
      plan,
      policy: product.policy,
      now: this.now,
      today: this.today,
      pricedAt: this.databaseNow,
      rate: this.rate,
      nightOn: (day) => getNight(nights, roomTypeId, day).night,
      freeOn: (day) => {
        const { night, booked, held, bookedDelta, heldDelta } = getNight(nights, roomTypeId, day);
        return freeRooms(night.allotment, night.blocked, booked + held + bookedDelta + heldDelta);
      },
      planDayOn: (day) => this.plans.dayOn(plan!, day),
      priceOn: (day) => this.plans.priceOn(plan!, day),
    };
  }

  get hasChanges(): boolean {
    const { newHolds, endedHolds, newBookings, newRecords, changedBookings } = this;
    const rows =
      newHolds.size + endedHolds.size + newBookings.length + newRecords.length + changedBookings.length;
    return rows > 0 || this.alerts.hasChanges || this.offers.decided.length > 0;
  }

  changedNights(): LedgerNight[] {
    const changed: LedgerNight[] = [];
    for (const nights of this.nights.values())
      for (const night of nights.values())
        if (night.bookedDelta !== 0 || night.heldDelta !== 0) changed.push(night);
    return changed;
  }

  private hold({ ledgerId, roomTypeId, stay }: Hold, rooms: number): void {
    const nights = this.nightsOf(ledgerId, roomTypeId);
    for (const day of nightDays(stay)) getNight(nights, roomTypeId, day).heldDelta += rooms;
  }

  /** Adds the nights of the event to the counters, so that the counters are the sum of all events. */
  private countBooked(ledgerId: LedgerId, changes: NightsChange[]): void {
    for (const [roomTypeId, first, last, rooms] of changes) {
      const nights = this.nightsOf(ledgerId, roomTypeId);
      for (let day = first; day <= last; day = nextDay(day))
        getNight(nights, roomTypeId, day).bookedDelta += rooms;
    }
  }

  private nightsOf(ledgerId: LedgerId, roomTypeId: RoomTypeId): Map<Day, LedgerNight> {
    return getOrCreate(this.nights, `${ledgerId}/${roomTypeId}`, () => new Map());
  }
}

/**
 * Returns a loaded night. Throws if the night was not loaded, because a default value could sell a room that is not
 * free.
 */
function getNight(nights: Map<Day, LedgerNight>, roomTypeId: RoomTypeId, day: Day): LedgerNight {
  const night = nights.get(day);
  if (night === undefined) throw new Error(`night ${day} of ${roomTypeId} was not loaded`);
  return night;
}

export function productKey(
  holderId: string,
  hotelId: HotelId,
  roomTypeId: RoomTypeId,
  ratePlanId: RatePlanId,
): string {
  return `${holderId}/${hotelId}/${roomTypeId}/${ratePlanId}`;
}

export function recordKey(clientId: ClientId, scope: IdempotencyScope): string {
  return `${clientId} ${scope.operation} ${scope.key}`;
}
