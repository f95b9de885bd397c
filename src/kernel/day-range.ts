import { type Day, dayOf } from './day.ts';

/** Spare days beyond the one asked for, so that a calendar that rolls forward does not grow every midnight. */
const SLACK_DAYS = 32;

const NOTHING = new Int32Array(0);

/** A run of consecutive days, each a few whole numbers in one typed array. */
export abstract class DayRange {
  protected abstract readonly cellsADay: number;
  protected cells = NOTHING;
  private firstDay = dayOf(0);
  private length = 0;

  /** Where a day's numbers begin, or -1. */
  protected cellOf(day: Day): number {
    const index = day - this.firstDay;
    return index >= 0 && index < this.length ? index * this.cellsADay : -1;
  }

  /** Where a day's numbers begin in the array, which grows to hold it. */
  protected reach(day: Day): number {
    if (this.length === 0) this.extend(day, SLACK_DAYS, 0);
    else if (day < this.firstDay) this.extend(day, this.firstDay + this.length - day, this.firstDay - day);
    else if (day >= this.firstDay + this.length)
      this.extend(this.firstDay, day - this.firstDay + SLACK_DAYS, 0);
    return (day - this.firstDay) * this.cellsADay;
  }

  /** Room for a run that is known beforehand: loading a year must not grow it twelve times. */
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
