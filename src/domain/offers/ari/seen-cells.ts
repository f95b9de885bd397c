import type { Day } from '../../../kernel/day.ts';
import { addDays, dayOf } from '../../../kernel/day.ts';
import { cellKey } from '../offer-draft.ts';
import type {
  CellChange,
  NamedProduct,
  ResolvedMessage,
  ResolvedUpdate,
  SeenCell,
  StaleCell,
} from './message.ts';
import type { PartDecision } from './part-decision.ts';
import type { PartState, SeenState } from './part-state.ts';
import { eachReachable } from './parts.ts';

/**
 * Lists the days that updates change, from `today` to the end of the calendar. Each day of a product is listed once.
 */
export function touchedCells(
  updates: readonly ResolvedUpdate[],
  products: readonly NamedProduct[],
  today: Day,
): { productId: string; day: Day }[] {
  const cells = new Map<string, { productId: string; day: Day }>();
  for (const update of updates) {
    const { id: productId } = products[update.product]!;
    eachReachable(update, today, (offset) => {
      const day = addDays(today, offset);
      cells.set(cellKey(productId, day), { productId, day });
    });
  }
  return [...cells.values()];
}

/**
 * Converts the list of seen days to numbers, in the form in which they are sent to the desk. Leaves out days of
 * products that do not occur in the message.
 */
export function writeSeen(seen: readonly SeenCell[], products: readonly NamedProduct[]): number[] {
  const positions = new Map(products.map(({ id }, position) => [id, position]));
  return seen.flatMap(({ product, day, version }) => {
    const position = positions.get(product);
    return position === undefined ? [] : [position, day, version];
  });
}

export function readSeen({
  seen,
  products,
}: Pick<ResolvedMessage, 'seen' | 'products'>): Map<string, number> {
  const known = new Map<string, number>();
  const numbers = seen ?? [];
  for (let at = 0; at < numbers.length; at += 3)
    known.set(cellKey(products[numbers[at]!]!.id, dayOf(numbers[at + 1]!)), numbers[at + 2]!);
  return known;
}

/**
 * Finds the first day that the updates change and that the sender has not seen. Null: the sender has seen all days that
 * the updates change.
 */
export function firstUnseen(resolved: ResolvedMessage, today: Day): { productId: string; day: Day } | null {
  const known = readSeen(resolved);
  const cells = touchedCells(resolved.updates, resolved.products, today);
  return cells.find(({ productId, day }) => !known.has(cellKey(productId, day))) ?? null;
}

/** Returns the present version of a day. */
export function versionOf({ marks }: SeenState, productId: string, day: Day): number {
  return marks.get(cellKey(productId, day))?.version ?? 0;
}

/**
 * Whether a day has changed since the sender saw it. The result is also true for a day that the sender has never seen.
 */
export function isStale(seen: SeenState, productId: string, day: Day): boolean {
  return seen.known.get(cellKey(productId, day)) !== versionOf(seen, productId, day);
}

export function staleCells(
  { seen, today }: Pick<PartState, 'seen' | 'today'>,
  updates: readonly ResolvedUpdate[],
  products: readonly NamedProduct[],
): StaleCell[] {
  if (seen === null) return [];
  return touchedCells(updates, products, today)
    .filter(({ productId, day }) => isStale(seen, productId, day))
    .map(({ productId, day }) => {
      const mark = seen.marks.get(cellKey(productId, day));
      const changed = mark === undefined ? null : { at: mark.at, by: mark.by };
      return { productId, day, version: mark?.version ?? 0, changed };
    });
}

/**
 * Lists the days that a decision changes, with their versions before the change. When the marks of these days are
 * written, each version increases by one.
 */
export function changedCells(
  { nights, prices }: Pick<PartDecision, 'nights' | 'prices'>,
  { rooms, seen }: Pick<PartState, 'rooms' | 'seen'>,
): CellChange[] {
  if (seen === null) throw new Error('the versions of the days were not loaded');
  return [
    ...nights.map(({ roomTypeId, day, before, after }): CellChange => {
      const night = before ?? {
        open: false,
        stopSell: false,
        allotment: rooms.get(roomTypeId)!.usualAllotment,
      };
      return {
        ...{ productId: roomTypeId, day, version: versionOf(seen, roomTypeId, day) },
        before: { night: nightState(night) },
        after: { night: nightState(after) },
      };
    }),
    ...prices.map(({ ratePlanId, day, before, after }) => ({
      ...{ productId: ratePlanId, day, version: versionOf(seen, ratePlanId, day) },
      before: { prices: before },
      after: { prices: after },
    })),
  ];
}

function nightState({ open, stopSell, allotment }: { open: boolean; stopSell: boolean; allotment: number }) {
  return { open, stopSell, allotment };
}
