import type { Day } from '../../kernel/day.ts';
import { DayRange } from '../../kernel/day-range.ts';
import type { Stay } from '../../kernel/stay.ts';
import { CLOSED_TO_ARRIVAL, CLOSED_TO_DEPARTURE, STOP_SELL } from './night.ts';
import { type PlanDay, planDayOf, UNRESTRICTED } from './plan-day.ts';

/** The restrictions of a plan by day. Each day takes 4 bytes, in the format of `packPlanDay`. */
export class PlanDays extends DayRange {
  protected override readonly cellsADay = 1;

  set(day: Day, packed: number): void {
    const cell = this.reach(day);
    if (this.cells[cell] === 0) this.rows += 1;
    this.cells[cell] = packed;
  }

  clear(day: Day): void {
    const cell = this.cellOf(day);
    if (cell < 0 || this.cells[cell] === 0) return;
    this.cells[cell] = 0;
    this.rows -= 1;
  }

  get(day: Day): PlanDay {
    const cell = this.cellOf(day);
    return cell < 0 ? UNRESTRICTED : planDayOf(this.cells[cell]!);
  }

  /**
   * Whether a stay passes every restriction. The rules are the same as in `planRestrictionsOn`, but this method creates
   * no objects.
   */
  admits({ checkIn, checkOut }: Stay): boolean {
    // A search checks thousands of plans, so this method must be fast. It reads each field only once and calls no
    // method of DayRange.
    const { cells, length } = this;
    const nights = checkOut - checkIn;
    const first = checkIn - this.firstDay;
    const last = first + nights;
    const end = last < length ? last : length;
    for (let index = first < 0 ? 0 : first; index < end; index += 1) {
      const packed = cells[index]!;
      if ((packed & STOP_SELL) !== 0 || nights < ((packed >> 16) & 0xff)) return false;
    }
    if (first >= 0 && first < length) {
      const arrival = cells[first]!;
      if ((arrival & CLOSED_TO_ARRIVAL) !== 0 || nights < ((arrival >> 8) & 0xff)) return false;
      const longest = arrival >> 24;
      if (longest > 0 && nights > longest) return false;
    }
    return last < 0 || last >= length || (cells[last]! & CLOSED_TO_DEPARTURE) === 0;
  }
}
