// Finds updates of one message that contradict each other.

import { type Day, dayOf } from '../../../kernel/day.ts';
import { CALENDAR_DAYS } from '../../../kernel/horizon.ts';
import { FIELDS } from './fields.ts';
import type { Note, ResolvedUpdate } from './message.ts';
import { eachReachable } from './parts.ts';

/**
 * The values of one field of a product. For each day, `firstBy` contains the first update that sets the field, and
 * `values` contains the value that this update sets. Updates are counted from 1, and 0 means that no update sets the
 * field.
 */
interface Column {
  values: Int32Array;
  firstBy: Int32Array;
  /** The first update that sets the field to a value other than the value in `values`. 0: there is no such update. */
  otherBy: Int32Array;
}

/**
 * Finds updates that set the same field of a product to different values on the same day. The order of the updates does
 * not matter. Typed arrays are used, because a message can set several fields on 200,000 days.
 */
export function findConflicts(updates: readonly ResolvedUpdate[], today: Day): Map<number, Note> {
  const columns = new Map<number, Column>();
  const columnOf = (product: number, field: number): Column => {
    const key = product * FIELDS.length + field;
    let column = columns.get(key);
    if (column === undefined) {
      const empty = () => new Int32Array(CALENDAR_DAYS);
      column = { values: empty(), firstBy: empty(), otherBy: empty() };
      columns.set(key, column);
    }
    return column;
  };
  const visit = (
    see: (column: Column, offset: number, value: number, index: number, field: number) => void,
  ) => {
    for (const update of updates)
      for (let at = 0; at < update.set.length; at += 2) {
        const [field, value] = [update.set[at]!, update.set[at + 1]!];
        const column = columnOf(update.product, field);
        eachReachable(update, today, (offset) => see(column, offset, value, update.index, field));
      }
  };
  let count = 0;
  visit((column, offset, value, index) => {
    if (column.firstBy[offset] === 0) {
      column.firstBy[offset] = index + 1;
      column.values[offset] = value;
    } else if (column.values[offset] !== value) {
      if (column.otherBy[offset] === 0) column.otherBy[offset] = index + 1;
      count += 1;
    }
  });
  const found = new Map<number, Note>();
  if (count === 0) return found;
  visit((column, offset, value, index, field) => {
    if (column.otherBy[offset] === 0 || found.has(index)) return;
    const other = column.values[offset] === value ? column.otherBy[offset]! : column.firstBy[offset]!;
    const day = dayOf(today + offset);
    found.set(index, { at: index, code: 'CONFLICTING_UPDATES', day, fields: 1 << field, other: other - 1 });
  });
  return found;
}
