import { addDays, type Day, nextDay } from '../../kernel/day.ts';
import { DayRange } from '../../kernel/day-range.ts';
import type { Stay } from '../../kernel/stay.ts';
import {
  CLOSED_TO_ARRIVAL,
  CLOSED_TO_DEPARTURE,
  flagsOf,
  freeRooms,
  type Night,
  NOT_OPEN,
  nightOf,
  STOP_SELL,
  UNOPENED,
} from './night.ts';

/**
 * The nights of one room type. One array contains all fields, with 12 bytes per night, so a stay of a few nights fits
 * into one cache line of the processor. With one array per field, a search would read five cache lines per night.
 */
export class Calendar extends DayRange {
  /**
   * Each night has three integers. The first integer contains the allotment and the number of blocked rooms, with 16
   * bits each. The second integer contains flags, minimum stay and maximum stay, with 8 bits each. The third integer is
   * the version.
   */
  protected override readonly cellsADay = 3;

  /**
   * Sets a night. Changes of a night may arrive twice or out of order. The method therefore ignores a change whose
   * version is older than the stored version.
   */
  set(day: Day, night: Night, version: number): void {
    const rooms = (night.allotment << 16) | night.blocked;
    const rules = flagsOf(night) | (night.minStay << 8) | (night.maxStay << 16);
    this.setPacked(day, rooms, rules, version);
  }

  /**
   * Like `set`, but takes the night as packed integers. When the process starts, it loads millions of nights and must
   * not create an object for each night.
   */
  setPacked(day: Day, rooms: number, rules: number, version: number): void {
    const cell = this.reach(day);
    const known = this.cells[cell + 2]!;
    if (version < known) return;
    if (known === 0) this.rows += 1;
    this.cells[cell] = rooms;
    this.cells[cell + 1] = rules;
    this.cells[cell + 2] = version;
  }

  clear(day: Day): void {
    const cell = this.cellOf(day);
    if (cell < 0 || this.cells[cell + 2] === 0) return;
    this.cells.fill(0, cell, cell + 3);
    this.rows -= 1;
  }

  get(day: Day): Night {
    const cell = this.cellOf(day);
    if (cell < 0 || this.cells[cell + 2] === 0) return UNOPENED;
    const rooms = this.cells[cell]!;
    const rules = this.cells[cell + 1]!;
    return nightOf(rooms >> 16, rooms & 0xffff, rules & 0xff, (rules >> 8) & 0xff, rules >> 16);
  }

  /**
   * Whether a stay passes every restriction. The rules are the same as in `restrictionsOn`, but this method creates no
   * objects.
   */
  admits(stay: Stay): boolean {
    const first = this.cellOf(stay.checkIn);
    if (first < 0 || this.cellOf(addDays(stay.checkOut, -1)) < 0) return false;
    const departure = this.cellOf(stay.checkOut);
    if (departure >= 0 && (this.cells[departure + 1]! & CLOSED_TO_DEPARTURE) !== 0) return false;
    const arrival = this.cells[first + 1]!;
    if ((arrival & CLOSED_TO_ARRIVAL) !== 0) return false;
    const nights = stay.checkOut - stay.checkIn;
    const longest = arrival >> 16;
    if (nights < ((arrival >> 8) & 0xff) || (longest > 0 && nights > longest)) return false;
    for (let night = 0; night < nights; night += 1) {
      const rules = this.cells[first + night * 3 + 1]!;
      // If `rules` is 0, the night has no row, because every night with a row has a minimum stay of at least 1.
      if (rules === 0 || (rules & (STOP_SELL | NOT_OPEN)) !== 0) return false;
    }
    return true;
  }

  /**
   * Returns the number of free rooms on the night with the fewest free rooms. The rooms of an expired hold are not free
   * until the desk has given them back.
   */
  leastFree(stay: Stay, counters: Counters | null): number {
    let least = Number.MAX_SAFE_INTEGER;
    for (let day = stay.checkIn; day < stay.checkOut; day = nextDay(day)) {
      const cell = this.cellOf(day);
      if (cell < 0) return 0;
      const rooms = this.cells[cell]!;
      const free = freeRooms(rooms >> 16, rooms & 0xffff, counters === null ? 0 : counters.takenOn(day));
      if (free < least) least = free;
    }
    return least;
  }
}

/** The booked and held rooms of one room type in one ledger. */
export class Counters extends DayRange {
  /**
   * Each night has two integers. The first integer contains the booked and the held rooms, with 16 bits each. The
   * second integer is the version.
   */
  protected override readonly cellsADay = 2;

  set(day: Day, booked: number, held: number, version: number): void {
    const cell = this.reach(day);
    const known = this.cells[cell + 1]!;
    if (version < known) return;
    if (known === 0) this.rows += 1;
    this.cells[cell] = (booked << 16) | held;
    this.cells[cell + 1] = version;
  }

  clear(day: Day): void {
    const cell = this.cellOf(day);
    if (cell < 0 || this.cells[cell + 1] === 0) return;
    this.cells.fill(0, cell, cell + 2);
    this.rows -= 1;
  }

  bookedOn(day: Day): number {
    const cell = this.cellOf(day);
    return cell < 0 ? 0 : this.cells[cell]! >> 16;
  }

  heldOn(day: Day): number {
    const cell = this.cellOf(day);
    return cell < 0 ? 0 : this.cells[cell]! & 0xffff;
  }

  takenOn(day: Day): number {
    const cell = this.cellOf(day);
    if (cell < 0) return 0;
    const rooms = this.cells[cell]!;
    return (rooms >> 16) + (rooms & 0xffff);
  }

  isHeldDuring(stay: Stay): boolean {
    for (let day = stay.checkIn; day < stay.checkOut; day = nextDay(day))
      if (this.heldOn(day) > 0) return true;
    return false;
  }
}
