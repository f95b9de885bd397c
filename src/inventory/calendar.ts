import type { Day } from '../kernel/day.ts';
import { DayRange } from '../kernel/day-range.ts';

/** What a hotel offers of one room type on one night. A maximum stay of 0 means none is set. */
export interface Night {
  allotment: number;
  blocked: number;
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  minStay: number;
  maxStay: number;
}

const STOP_SELL = 1;
const CLOSED_TO_ARRIVAL = 2;
const CLOSED_TO_DEPARTURE = 4;

/** A night nobody has opened offers nothing. */
export const UNOPENED: Night = {
  allotment: 0,
  blocked: 0,
  stopSell: false,
  closedToArrival: false,
  closedToDeparture: false,
  minStay: 1,
  maxStay: 0,
};

/** The nights of one room type, 11 bytes each. */
export class Calendar extends DayRange {
  private allotment = new Int16Array(0);
  private blocked = new Int16Array(0);
  private flags = new Uint8Array(0);
  private minStay = new Uint8Array(0);
  private maxStay = new Uint8Array(0);
  private version = new Int32Array(0);

  protected override resize(length: number, shift: number): void {
    this.allotment = grow(this.allotment, new Int16Array(length), shift);
    this.blocked = grow(this.blocked, new Int16Array(length), shift);
    this.flags = grow(this.flags, new Uint8Array(length), shift);
    this.minStay = grow(this.minStay, new Uint8Array(length), shift);
    this.maxStay = grow(this.maxStay, new Uint8Array(length), shift);
    this.version = grow(this.version, new Int32Array(length), shift);
  }

  /** Changes may arrive twice, by our own hand and by the feed: one older than what we have is ignored. */
  set(day: Day, night: Night, version: number): void {
    const index = this.reach(day);
    if (version < this.version[index]!) return;
    this.version[index] = version;
    this.allotment[index] = night.allotment;
    this.blocked[index] = night.blocked;
    this.flags[index] =
      (night.stopSell ? STOP_SELL : 0) |
      (night.closedToArrival ? CLOSED_TO_ARRIVAL : 0) |
      (night.closedToDeparture ? CLOSED_TO_DEPARTURE : 0);
    this.minStay[index] = night.minStay;
    this.maxStay[index] = night.maxStay;
  }

  clear(day: Day): void {
    const index = this.indexOf(day);
    if (index < 0) return;
    this.set(day, UNOPENED, this.version[index]!);
    this.version[index] = 0;
  }

  get(day: Day): Night {
    const index = this.indexOf(day);
    if (index < 0 || this.version[index] === 0) return UNOPENED;
    const flags = this.flags[index]!;
    return {
      allotment: this.allotment[index]!,
      blocked: this.blocked[index]!,
      stopSell: (flags & STOP_SELL) !== 0,
      closedToArrival: (flags & CLOSED_TO_ARRIVAL) !== 0,
      closedToDeparture: (flags & CLOSED_TO_DEPARTURE) !== 0,
      minStay: this.minStay[index]!,
      maxStay: this.maxStay[index]!,
    };
  }
}

/** What one ledger has sold and holds of one room type. */
export class Counters extends DayRange {
  private booked = new Int16Array(0);
  private held = new Int16Array(0);
  private version = new Int32Array(0);

  protected override resize(length: number, shift: number): void {
    this.booked = grow(this.booked, new Int16Array(length), shift);
    this.held = grow(this.held, new Int16Array(length), shift);
    this.version = grow(this.version, new Int32Array(length), shift);
  }

  set(day: Day, booked: number, held: number, version: number): void {
    const index = this.reach(day);
    if (version < this.version[index]!) return;
    this.version[index] = version;
    this.booked[index] = booked;
    this.held[index] = held;
  }

  clear(day: Day): void {
    const index = this.indexOf(day);
    if (index < 0) return;
    this.booked[index] = 0;
    this.held[index] = 0;
    this.version[index] = 0;
  }

  bookedOn(day: Day): number {
    const index = this.indexOf(day);
    return index < 0 ? 0 : this.booked[index]!;
  }

  heldOn(day: Day): number {
    const index = this.indexOf(day);
    return index < 0 ? 0 : this.held[index]!;
  }
}

function grow<Cells extends Int16Array | Int32Array | Uint8Array>(
  old: Cells,
  fresh: Cells,
  shift: number,
): Cells {
  fresh.set(old, shift);
  return fresh;
}
