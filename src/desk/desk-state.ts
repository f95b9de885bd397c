import type { Booking } from '../booking/booking.ts';
import type { Command, IdempotencyScope } from '../booking/command.ts';
import type { Hold, HoldStatus } from '../booking/hold.ts';
import type { BookableHotel, BookableRoomType, StayFacts } from '../booking/stay-facts.ts';
import type { CancellationPolicy } from '../cancellation/cancellation-policy.ts';
import type { Night } from '../inventory/calendar.ts';
import { type Day, dayInBaghdad } from '../kernel/day.ts';
import type { ExchangeRate } from '../kernel/exchange.ts';
import type { Stay } from '../kernel/stay.ts';
import type { Contract } from '../partners/contract.ts';
import type { PriceAlert } from '../pricing/price-alert.ts';
import { type Quote, stayKey } from '../pricing/quote.ts';
import type { Prices, RatePlan } from '../pricing/rate-plan.ts';
import { BatchAlerts } from './batch-alerts.ts';

export interface Subject {
  hotel: BookableHotel;
  contract: Contract | null;
  roomType: BookableRoomType | null;
  plan: RatePlan | null;
  policy: CancellationPolicy | null;
}

/** One night of one room type in one ledger, and what this batch changes of it. */
export interface Cell {
  ledgerId: number;
  hotelId: string;
  roomTypeId: string;
  day: Day;
  night: Night;
  booked: number;
  held: number;
  hasCounter: boolean;
  bookedDelta: number;
  heldDelta: number;
}

/** One entry of a booking's audit log. */
export interface Revision {
  booking: Booking;
  action: 'MODIFIED' | 'CANCELLED' | 'CHECKED_OUT';
  actor: string;
  changes: Record<string, unknown>;
}

export interface IdempotencyRecord {
  clientId: string;
  scope: IdempotencyScope;
  requestHash: string;
  status: number;
  body: string;
  ledgerId: number;
  bookingId: string | null;
}

/**
 * Everything a batch has loaded under its locks, and everything it will write. Decisions read it one after
 * another, and each sees what the ones before it did.
 */
export class DeskState {
  now = 0;
  today: Day = 0;
  /** The database's clock as it was read, without the shift that tests put on `now`. */
  databaseNow = 0;
  rate: ExchangeRate = { tenThousandthsOfIqdForUsd: 0, asOf: '' };
  readonly subjects = new Map<string, Subject>();
  /** By plan and day, for every day that was asked for; null on a day with the plan's usual price. */
  readonly dayPrices = new Map<string, Prices | null>();
  /** By room type and plan, the plan of the same code in that room type; null where there is none. */
  readonly plansOfSameCode = new Map<string, string | null>();
  private readonly rooms = new Map<string, Map<Day, Cell>>();
  readonly idempotency = new Map<string, IdempotencyRecord>();
  readonly quotes = new Map<string, Quote[]>();
  readonly alerts = new BatchAlerts();
  readonly activeHolds = new Map<string, number>();
  readonly takenVouchers = new Set<string>();
  private readonly holds = new Map<string, Hold>();
  /** Counts every entry into this state: it tells whether a failed decision had already changed something. */
  changeCount = 0;

  readonly newHolds = new Map<string, Hold>();
  readonly endedHolds = new Map<string, Hold>();
  readonly newBookings: { booking: Booking; actor: string }[] = [];
  readonly newRecords: IdempotencyRecord[] = [];
  readonly changedBookings = new Map<string, Booking>();
  readonly newRevisions: Revision[] = [];
  readonly bookings = new Map<string, Booking>();

  setClock(databaseNow: number, shift: number, rate: ExchangeRate): void {
    this.databaseNow = databaseNow;
    this.now = databaseNow + shift;
    this.today = dayInBaghdad(new Date(this.now));
    this.rate = rate;
  }

  /** The nights of one room type in one ledger, by day. */
  cellsOf(ledgerId: number, roomTypeId: string): Map<Day, Cell> {
    const key = `${ledgerId}/${roomTypeId}`;
    let cells = this.rooms.get(key);
    if (cells === undefined) {
      cells = new Map();
      this.rooms.set(key, cells);
    }
    return cells;
  }

  addHold(hold: Hold): void {
    this.holds.set(hold.id, hold);
  }

  /** Locks that are due give their rooms back before anything is decided, swept or not. */
  expireDueHolds(): void {
    for (const hold of this.holds.values())
      if (hold.status === 'ACTIVE' && hold.expiresAt <= this.now) this.endHold(hold, 'EXPIRED', null);
  }

  openHold(hold: Hold): void {
    this.changeCount += 1;
    this.addHold(hold);
    this.newHolds.set(hold.id, hold);
    this.activeHolds.set(hold.clientId, this.activeHoldsOf(hold.clientId) + 1);
    this.take(hold, 0, hold.party.rooms);
  }

  endHold(hold: Hold, status: HoldStatus, bookingId: string | null): void {
    this.changeCount += 1;
    const ended = { ...hold, status, bookingId };
    this.holds.set(hold.id, ended);
    // A lock that is made and ended in one batch is written once, as it ended.
    if (this.newHolds.has(hold.id)) this.newHolds.set(hold.id, ended);
    else this.endedHolds.set(hold.id, ended);
    // A lock that was due was not counted among the active ones, and nobody counts where nobody prebooks.
    const active = this.activeHolds.get(hold.clientId);
    if (status !== 'EXPIRED' && active !== undefined) this.activeHolds.set(hold.clientId, active - 1);
    this.take(hold, 0, -hold.party.rooms);
  }

  activeHoldsOf(clientId: string): number {
    const count = this.activeHolds.get(clientId);
    if (count === undefined) throw new Error(`the active holds of ${clientId} were not loaded`);
    return count;
  }

  book(booking: Booking, actor: string): void {
    this.changeCount += 1;
    this.alerts.end({ ...booking, guestPhone: booking.guest.phone });
    this.newBookings.push({ booking, actor });
    this.takenVouchers.add(booking.voucherId);
    this.take(booking, booking.party.rooms, 0);
  }

  /** A booking as it was gives its rooms back, as it is now takes them: what stays the same cancels out. */
  change(before: Booking, revision: Revision): void {
    this.changeCount += 1;
    const { booking } = revision;
    if (booking.status === 'CANCELLED' || !isSameRoomAndStay(before, booking)) {
      this.take(before, -before.party.rooms, 0);
      if (booking.status !== 'CANCELLED') this.take(booking, booking.party.rooms, 0);
    }
    this.bookings.set(booking.id, booking);
    this.changedBookings.set(booking.id, booking);
    this.newRevisions.push(revision);
  }

  remember(record: IdempotencyRecord): void {
    this.changeCount += 1;
    this.newRecords.push(record);
    this.idempotency.set(recordKey(record.clientId, record.scope), record);
  }

  /** The guest is told that the price has changed. */
  alertGuest(alert: PriceAlert): void {
    this.changeCount += 1;
    this.alerts.tell(alert);
  }

  holdByToken(token: string, clientId: string): Hold | null {
    for (const hold of this.holds.values())
      if (hold.token === token && hold.clientId === clientId) return hold;
    return null;
  }

  holdsFor(clientId: string, ledgerId: number): Hold[] {
    return [...this.holds.values()].filter(
      (hold) => hold.clientId === clientId && hold.ledgerId === ledgerId,
    );
  }

  quotesFor(command: Extract<Command, { quotes: Quote[] }>, roomTypeId: string, ratePlanId: string): Quote[] {
    const { stay } = command.request;
    const stored =
      this.quotes.get(stayKey({ clientId: command.client.id, roomTypeId, ratePlanId, stay })) ?? [];
    // A quote from before a reset may still be in some node's memory, or on its way to the database.
    const since = command.client.resetAt ?? 0;
    return [...stored, ...command.quotes].filter((quote) => quote.createdAt > since);
  }

  factsFor(subject: Subject, ledgerId: number, roomTypeId: string): StayFacts {
    const cells = this.cellsOf(ledgerId, roomTypeId);
    const { plan } = subject;
    return {
      ...subject,
      now: this.now,
      today: this.today,
      pricedAt: this.databaseNow,
      rate: this.rate,
      nightOn: (day) => cellOn(cells, roomTypeId, day).night,
      freeOn: (day) => {
        const { night, booked, held, bookedDelta, heldDelta } = cellOn(cells, roomTypeId, day);
        return night.allotment - night.blocked - booked - held - bookedDelta - heldDelta;
      },
      priceOn: (day) => {
        const own = this.dayPrices.get(`${plan!.id}/${day}`);
        if (own === undefined) throw new Error(`the price of plan ${plan!.id} on day ${day} was not loaded`);
        return own ?? plan!.prices;
      },
    };
  }

  get hasChanges(): boolean {
    const { newHolds, endedHolds, newBookings, newRecords, newRevisions } = this;
    const rows =
      newHolds.size + endedHolds.size + newBookings.length + newRecords.length + newRevisions.length;
    return rows > 0 || this.alerts.hasChanges;
  }

  changedCells(): Cell[] {
    const changed: Cell[] = [];
    for (const cells of this.rooms.values())
      for (const cell of cells.values())
        if (cell.bookedDelta !== 0 || cell.heldDelta !== 0) changed.push(cell);
    return changed;
  }

  private take(of: { ledgerId: number; roomTypeId: string; stay: Stay }, booked: number, held: number): void {
    const cells = this.cellsOf(of.ledgerId, of.roomTypeId);
    for (let { checkIn: day } = of.stay; day < of.stay.checkOut; day += 1) {
      const cell = cellOn(cells, of.roomTypeId, day);
      cell.bookedDelta += booked;
      cell.heldDelta += held;
    }
  }
}

/** A fact that was not loaded has no default: guessing one would sell a room that is not there, or at a wrong price. */
function cellOn(cells: Map<Day, Cell>, roomTypeId: string, day: Day): Cell {
  const cell = cells.get(day);
  if (cell === undefined) throw new Error(`night ${day} of ${roomTypeId} was not loaded`);
  return cell;
}

function isSameRoomAndStay(one: Booking, other: Booking): boolean {
  return (
    one.roomTypeId === other.roomTypeId &&
    one.stay.checkIn === other.stay.checkIn &&
    one.stay.checkOut === other.stay.checkOut
  );
}

export function subjectKey(
  holderId: string,
  hotelId: string,
  roomTypeId: string,
  ratePlanId: string,
): string {
  return `${holderId}/${hotelId}/${roomTypeId}/${ratePlanId}`;
}

export function recordKey(clientId: string, scope: IdempotencyScope): string {
  return `${clientId} ${scope.operation} ${scope.key}`;
}
