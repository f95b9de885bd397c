import type { Day } from './day.ts';

/** Spare days beyond the one asked for, so that a calendar that rolls forward does not grow every midnight. */
const SLACK_DAYS = 32;

/** A run of consecutive days over typed arrays. A subclass owns the arrays and says how they grow. */
export abstract class DayRange {
  private firstDay = 0;
  private length = 0;

  /** New arrays of this length, the old content beginning at `shift`. */
  protected abstract resize(length: number, shift: number): void;

  /** Where a day stands in the arrays, or -1. */
  indexOf(day: Day): number {
    const index = day - this.firstDay;
    return index >= 0 && index < this.length ? index : -1;
  }

  /** Where a day stands in the arrays, which grow to hold it. */
  protected reach(day: Day): number {
    if (this.length === 0) this.extend(day, SLACK_DAYS, 0);
    else if (day < this.firstDay) this.extend(day, this.firstDay + this.length - day, this.firstDay - day);
    else if (day >= this.firstDay + this.length)
      this.extend(this.firstDay, day - this.firstDay + SLACK_DAYS, 0);
    return day - this.firstDay;
  }

  private extend(firstDay: Day, length: number, shift: number): void {
    this.resize(length, shift);
    this.firstDay = firstDay;
    this.length = length;
  }
}
