import type {
  CalendarUpdate,
  CalendarView,
  CellChange,
  CellState,
  RoomDay,
  SeenCell,
} from '../../../../src/http/hotel-page/calendar-api.ts';

/** Pure functions that compute what to send for a change of rooms and prices, and for the undo of a change. */

export interface Change {
  updates: CalendarUpdate[];
  seen: SeenCell[];
}

const DAY_MILLISECONDS = 86_400_000;

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** Returns the weekday as a number. 0 means Sunday. */
export function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay();
}

/**
 * Returns the change that closes or opens one night of some room types. For each night, the change contains the version
 * that the person has seen. The change leaves out room types that already have the wanted state, and room types for
 * which nobody has opened the night. Null if no room type is left.
 */
export function closingOf(
  view: CalendarView,
  day: string,
  closed: boolean,
  roomTypes: string[],
): Change | null {
  const wanted: RoomDay['state'] = closed ? 'OPEN' : 'CLOSED';
  const cells = view.rooms
    .filter(({ id }) => roomTypes.includes(id))
    .flatMap(({ id, days }) => days.filter((one) => one.day === day).map((one) => ({ id, ...one })))
    .filter(({ state }) => state === wanted);
  if (cells.length === 0) return null;
  return {
    updates: cells.map(({ id }) => ({ room_type: id, from: day, to: day, set: { closed } })),
    seen: cells.map(({ id, version }) => [id, day, version]),
  };
}

/**
 * Returns the change that saves what a preview has shown. Days whose values stay the same are left out, so that the
 * updates are for exactly the days in `seen`.
 */
export function savingOf(changes: CellChange[], set: CalendarUpdate['set']): Change {
  const real = changes.filter(({ before, after }) => !isSame(before, after));
  return changeOf(real, () => set);
}

/**
 * Returns the change that undoes a saved change. For each day, the undo contains the version that the day has since the
 * saved change. The undo sets the values that the saved change has changed, and no others. Otherwise the undo of a
 * receptionist could contain prices, and a receptionist may not set prices. Neighbouring days with the same values
 * become one update.
 */
export function undoOf(changes: CellChange[]): Change {
  const real = changes.filter(({ before, after }) => !isSame(before, after));
  return changeOf(real, backOf);
}

function changeOf(changes: CellChange[], setOf: (one: CellChange) => CalendarUpdate['set']): Change {
  return {
    updates: groupDays(changes, (one) => JSON.stringify(setOf(one))).map(({ first, to }) => ({
      room_type: first.room_type,
      ...(first.product !== first.room_type && { rate_plan: first.product }),
      from: first.day,
      to,
      set: setOf(first),
    })),
    seen: changes.map(({ product, day, version }) => [product, day, version]),
  };
}

/**
 * Returns the old values that differ from the new values. A night that nobody had opened becomes closed, because its
 * rooms were not on sale.
 */
function backOf({ before, after }: CellChange): CalendarUpdate['set'] {
  return {
    ...(before.state !== after.state && { closed: before.state !== 'OPEN' }),
    ...(before.allotment !== undefined &&
      before.allotment !== after.allotment && { allotment: before.allotment }),
    ...(before.prices !== undefined && amountsOf(before) !== amountsOf(after) && { prices: before.prices }),
  };
}

function isSame(one: CellState, other: CellState): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(cell: CellState): string {
  return JSON.stringify([cell.state ?? null, cell.allotment ?? null, amountsOf(cell)]);
}

function amountsOf({ prices }: CellState): string {
  return prices ? [prices.single, prices.double, prices.extra_adult, prices.child].join() : '';
}

export interface DayGroup {
  first: CellChange;
  to: string;
  days: number;
}

/** Describes a change for people. Neighbouring days with the same change become one line. */
export function linesOf(changes: CellChange[]): DayGroup[] {
  return groupDays(
    changes.filter(({ before, after }) => !isSame(before, after)),
    ({ before, after }) => keyOf(before) + keyOf(after),
  );
}

/** The number of cells whose values change. */
export function countChanged(changes: CellChange[]): number {
  return changes.filter(({ before, after }) => !isSame(before, after)).length;
}

function groupDays(changes: CellChange[], likeness: (one: CellChange) => string): DayGroup[] {
  const sorted = [...changes].sort((one, other) =>
    one.product === other.product
      ? compare(one.day, other.day)
      : compare(one.room_type + one.product, other.room_type + other.product),
  );
  const groups: DayGroup[] = [];
  for (const one of sorted) {
    const last = groups.at(-1);
    const isNext =
      last !== undefined &&
      last.first.product === one.product &&
      addDays(last.to, 1) === one.day &&
      likeness(last.first) === likeness(one);
    if (isNext) {
      last.to = one.day;
      last.days += 1;
    } else groups.push({ first: one, to: one.day, days: 1 });
  }
  return groups;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
