import type { Day } from '../../kernel/day.ts';
import { DayRange } from '../../kernel/day-range.ts';
import type { Minor } from '../../kernel/money.ts';
import { type Prices, pricesFrom, roomPrice, roomPriceFrom } from './rate-plan.ts';
import type { RoomParty } from './spread-party.ts';

/** The special prices of a plan, by day. If the stored `single` price of a day is 0, the day has the usual price. */
export class DayPrices extends DayRange {
  protected override readonly cellsADay = 4;
  /**
   * The cached result of `lowest`. Null: `lowest` must compute the result, because it was never computed or a price has
   * changed since then.
   */
  private lowestKnown: Prices | null = null;

  set(day: Day, prices: Prices): void {
    const cell = this.reach(day);
    this.lowestKnown = null;
    if (this.cells[cell] === 0) this.rows += 1;
    this.cells[cell] = prices.single;
    this.cells[cell + 1] = prices.double;
    this.cells[cell + 2] = prices.extraAdult;
    this.cells[cell + 3] = prices.child;
  }

  clear(day: Day): void {
    const cell = this.cellOf(day);
    if (cell < 0 || this.cells[cell] === 0) return;
    this.lowestKnown = null;
    this.cells[cell] = 0;
    this.rows -= 1;
  }

  /** Returns the special prices of a day. Null: the day has the plan's usual price. */
  find(day: Day): Prices | null {
    const cell = this.cellOf(day);
    return cell < 0 || this.cells[cell] === 0 ? null : this.at(cell);
  }

  /**
   * Returns the lowest value of each price on the days that have special prices. If no day has special prices, the
   * values are infinite. The result is cached, because each change of a plan needs the lowest prices of all plans of
   * the hotel.
   */
  lowest(): Prices {
    this.lowestKnown ??= this.findLowest();
    return this.lowestKnown;
  }

  /**
   * Returns the price of one room on a day. A search calls this method thousands of times, so it creates no objects.
   */
  roomPriceOn(day: Day, usual: Prices, room: RoomParty): Minor {
    const cell = this.cellOf(day);
    const { cells } = this;
    return cell < 0 || cells[cell] === 0
      ? roomPrice(usual, room)
      : roomPriceFrom(cells[cell]!, cells[cell + 1]!, cells[cell + 2]!, cells[cell + 3]!, room);
  }

  private findLowest(): Prices {
    const { cells } = this;
    let single = Infinity;
    let double = Infinity;
    let extraAdult = Infinity;
    let child = Infinity;
    for (let cell = 0; cell < cells.length; cell += this.cellsADay) {
      if (cells[cell] === 0) continue;
      single = Math.min(single, cells[cell]!);
      double = Math.min(double, cells[cell + 1]!);
      extraAdult = Math.min(extraAdult, cells[cell + 2]!);
      child = Math.min(child, cells[cell + 3]!);
    }
    return pricesFrom(single, double, extraAdult, child);
  }

  private at(cell: number): Prices {
    const { cells } = this;
    return pricesFrom(cells[cell]!, cells[cell + 1]!, cells[cell + 2]!, cells[cell + 3]!);
  }
}
