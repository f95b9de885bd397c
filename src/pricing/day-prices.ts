import type { Day } from '../kernel/day.ts';
import { DayRange } from '../kernel/day-range.ts';
import type { Prices } from './rate-plan.ts';

const CELLS_A_DAY = 4;

/** The days on which a plan's price differs from its usual one. A single price of 0 marks an ordinary day. */
export class DayPrices extends DayRange {
  private cells = new Int32Array(0);

  protected override resize(length: number, shift: number): void {
    const grown = new Int32Array(length * CELLS_A_DAY);
    grown.set(this.cells, shift * CELLS_A_DAY);
    this.cells = grown;
  }

  set(day: Day, prices: Prices): void {
    const cell = this.reach(day) * CELLS_A_DAY;
    this.cells[cell] = prices.single;
    this.cells[cell + 1] = prices.double;
    this.cells[cell + 2] = prices.extraAdult;
    this.cells[cell + 3] = prices.child;
  }

  clear(day: Day): void {
    const index = this.indexOf(day);
    if (index >= 0) this.cells[index * CELLS_A_DAY] = 0;
  }

  /** Null on a day that has the plan's usual price. */
  find(day: Day): Prices | null {
    const index = this.indexOf(day);
    const cell = index * CELLS_A_DAY;
    if (index < 0 || this.cells[cell] === 0) return null;
    return {
      single: this.cells[cell]!,
      double: this.cells[cell + 1]!,
      extraAdult: this.cells[cell + 2]!,
      child: this.cells[cell + 3]!,
    };
  }
}
