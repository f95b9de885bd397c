import type { Booking } from '../booking/booking.ts';
import type { CancellationPolicy } from '../booking/cancellation-policy.ts';
import type { Command, IdempotencyScope } from '../booking/command.ts';
import type { Hold, HoldStatus } from '../booking/hold.ts';
import { type Quote, stayKey } from '../booking/quote.ts';
import type { BookableHotel, BookableRoomType, StayFacts } from '../booking/stay-facts.ts';
import { type Night, UNOPENED } from '../inventory/calendar.ts';
import { type Day, dayInBaghdad } from '../kernel/day.ts';
import type { ExchangeRate } from '../kernel/exchange.ts';
import type { Stay } from '../kernel/stay.ts';
import type { Contract } from '../partners/contract.ts';
import type { Prices, RatePlan } from '../pricing/rate-plan.ts';

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
  action: 'MODIFIED' | 'CANCELLED';
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
  rate: ExchangeRate = { tenThousandthsOfIqdForUsd: 0, asOf: '' };
  readonly subjects = new Map<string, Subject>();
  readonly dayPrices = new Map<string, Prices>();
  private readonly rooms = new Map<string, Map<Day, Cell>>();
  readonly idempotency = new Map<string, IdempotencyRecord>();
  readonly quotes = new Map<string, Quote[]>();
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

  setClock(now: number, rate: ExchangeRate): void {
    this.now = now;
    this.today = dayInBaghdad(new Date(now));
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
    this.activeHolds.set(hold.clientId, (this.activeHolds.get(hold.clientId) ?? 0) + 1);
    this.take(hold, 0, hold.party.rooms);
  }

  endHold(hold: Hold, status: HoldStatus, bookingId: string | null): void {
    this.changeCount += 1;
    const ended = { ...hold, status, bookingId };
    this.holds.set(hold.id, ended);
    // A lock that is made and ended in one batch is written once, as it ended.
    if (this.newHolds.has(hold.id)) this.newHolds.set(hold.id, ended);
    else this.endedHolds.set(hold.id, ended);
    // A lock that was due was not counted among the active ones.
    if (status !== 'EXPIRED')
      this.activeHolds.set(hold.clientId, (this.activeHolds.get(hold.clientId) ?? 1) - 1);
    this.take(hold, 0, -hold.party.rooms);
  }

  book(booking: Booking, actor: string): void {
    this.changeCount += 1;
    this.newBookings.push({ booking, actor });
    this.takenVouchers.add(booking.voucherId);
    this.take(booking, booking.party.rooms, 0);
  }

  /** A booking as it was gives its rooms back, as it is now takes them: what stays the same cancels out. */
  change(before: Booking, revision: Revision): void {
    this.changeCount += 1;
    const { booking } = revision;
    this.take(before, -before.party.rooms, 0);
    if (booking.status === 'CONFIRMED') this.take(booking, booking.party.rooms, 0);
    this.bookings.set(booking.id, booking);
    this.changedBookings.set(booking.id, booking);
    this.newRevisions.push(revision);
  }

  remember(record: IdempotencyRecord): void {
    this.changeCount += 1;
    this.newRecords.push(record);
    this.idempotency.set(recordKey(record.clientId, record.scope), record);
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
      rate: this.rate,
      nightOn: (day) => cells.get(day)?.night ?? UNOPENED,
      freeOn: (day) => {
        const found = cells.get(day);
        if (found === undefined) return 0;
        const { night, booked, held, bookedDelta, heldDelta } = found;
        return night.allotment - night.blocked - booked - held - bookedDelta - heldDelta;
      },
      priceOn: (day) => this.dayPrices.get(`${plan?.id}/${day}`) ?? plan!.prices,
    };
  }

  get hasChanges(): boolean {
    const { newHolds, endedHolds, newBookings, newRecords, newRevisions } = this;
    return newHolds.size + endedHolds.size + newBookings.length + newRecords.length + newRevisions.length > 0;
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
      const cell = cells.get(day);
      if (cell === undefined) throw new Error(`night ${day} of ${of.roomTypeId} was not loaded`);
      cell.bookedDelta += booked;
      cell.heldDelta += held;
    }
  }
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
