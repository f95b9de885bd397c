// Stores the numbers of consecutive days in one typed array.

import { type Day, dayOf } from './day.ts';

/**
 * The number of spare days at the end of an array. Without spare days, the array of a calendar would have to grow every
 * midnight.
 */
const SLACK_DAYS = 32;

const NOTHING = new Int32Array(0);

/** A range of consecutive days. Each day has a few integers, and one typed array contains the integers of all days. */
export abstract class DayRange {
  protected abstract readonly cellsADay: number;
  protected cells = NOTHING;
  protected firstDay = dayOf(0);
  protected length = 0;
  /** The number of days that have a row. */
  protected rows = 0;

  get size(): number {
    return this.rows;
  }

  /** Returns the index of a day's first number, or -1 if the range does not contain the day. */
  protected cellOf(day: Day): number {
    const index = day - this.firstDay;
    return index >= 0 && index < this.length ? index * this.cellsADay : -1;
  }

  /** Returns the index of a day's first number. The array grows if it does not contain the day. */
  protected reach(day: Day): number {
    if (this.length === 0) this.extend(day, SLACK_DAYS, 0);
    else if (day < this.firstDay) this.extend(day, this.firstDay + this.length - day, this.firstDay - day);
    else if (day >= this.firstDay + this.length)
      this.extend(this.firstDay, day - this.firstDay + SLACK_DAYS, 0);
    return (day - this.firstDay) * this.cellsADay;
  }

  /**
   * Reserves space for a known range of days. Without this space, the array would grow twelve times while a year is
   * loaded.
   */
  reserve(firstDay: Day, days: number): void {
    if (this.length === 0) this.extend(firstDay, days + SLACK_DAYS, 0);
  }

  private extend(firstDay: Day, length: number, shift: number): void {
    const grown = new Int32Array(length * this.cellsADay);
    grown.set(this.cells, shift * this.cellsADay);
    this.cells = grown;
    this.firstDay = firstDay;
    this.length = length;
  }
}
