import { type Day, nextDay } from '../kernel/day.ts';
import { DayRange } from '../kernel/day-range.ts';
import type { Stay } from '../kernel/stay.ts';
import { CLOSED_TO_ARRIVAL, CLOSED_TO_DEPARTURE, STOP_SELL } from './night.ts';
import { type PlanDay, planDayOf } from './plan-day.ts';

/** The days on which a plan has restrictions, 4 bytes each: see `packPlanDay`. */
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
    return planDayOf(this.packedOn(day));
  }

  /** Whether a stay passes every restriction. The same rules as `planRestrictionsOn`, without creating an object. */
  admits({ checkIn, checkOut }: Stay): boolean {
    if ((this.packedOn(checkOut) & CLOSED_TO_DEPARTURE) !== 0) return false;
    const nights = checkOut - checkIn;
    const arrival = this.packedOn(checkIn);
    if ((arrival & CLOSED_TO_ARRIVAL) !== 0 || nights < ((arrival >> 8) & 0xff)) return false;
    const longest = arrival >> 24;
    if (longest > 0 && nights > longest) return false;
    for (let day = checkIn; day < checkOut; day = nextDay(day)) {
      const packed = this.packedOn(day);
      if ((packed & STOP_SELL) !== 0 || nights < ((packed >> 16) & 0xff)) return false;
    }
    return true;
  }

  private packedOn(day: Day): number {
    const cell = this.cellOf(day);
    return cell < 0 ? 0 : this.cells[cell]!;
  }
}
