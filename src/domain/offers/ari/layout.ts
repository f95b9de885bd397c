import type { Day } from '../../../kernel/day.ts';
import { getOrCreate } from '../../../kernel/get-or-create.ts';
import { CALENDAR_DAYS } from '../../../kernel/horizon.ts';
import { FIELDS } from './fields.ts';
import type { ResolvedUpdate } from './message.ts';
import { eachReachable } from './parts.ts';

/** The values that updates set for one product, day by day. A day is stored as its offset from `base`. */
export class Layout {
  /** The days that at least one update contains, in order. */
  readonly days: number[] = [];
  private readonly owners: (Int32Array | undefined)[] = new Array(FIELDS.length);
  /**
   * If several updates set the same field on the same day, one of these updates is the owner. This map contains the
   * positions of the other updates, by field and day.
   */
  private readonly others = new Map<number, number[]>();
  private readonly values: (Int32Array | undefined)[] = new Array(FIELDS.length);

  constructor(updates: readonly ResolvedUpdate[], base: Day) {
    const named = new Uint8Array(CALENDAR_DAYS);
    for (const update of updates) {
      for (let at = 0; at < update.set.length; at += 2)
        this.put(update, update.set[at]!, update.set[at + 1]!, base);
      eachReachable(update, base, (offset) => {
        named[offset] = 1;
      });
    }
    for (let offset = 0; offset < CALENDAR_DAYS; offset += 1) if (named[offset] === 1) this.days.push(offset);
  }

  /** Returns the positions of all updates that set the field on the day. These updates all set the same value. */
  ownersOf(field: number, offset: number): number[] {
    const owner = this.ownerOf(field, offset);
    return owner < 0 ? [] : [owner, ...(this.others.get(field * CALENDAR_DAYS + offset) ?? [])];
  }

  /** Returns the position of an update that sets the field on the day. -1: no update sets the field. */
  ownerOf(field: number, offset: number): number {
    return (this.owners[field]?.[offset] ?? 0) - 1;
  }

  /**
   * Returns the value that is set for the field on the day. Call this method only if an update sets the field on the
   * day.
   */
  valueOf(field: number, offset: number): number {
    return this.values[field]![offset]!;
  }

  private put(update: ResolvedUpdate, field: number, value: number, base: Day): void {
    this.owners[field] ??= new Int32Array(CALENDAR_DAYS);
    this.values[field] ??= new Int32Array(CALENDAR_DAYS);
    const [owners, values] = [this.owners[field], this.values[field]];
    eachReachable(update, base, (offset) => {
      const owner = owners[offset]!;
      if (owner > 0)
        getOrCreate(this.others, field * CALENDAR_DAYS + offset, () => [] as number[]).push(owner - 1);
      owners[offset] = update.index + 1;
      values[offset] = value;
    });
  }
}
