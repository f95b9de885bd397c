// Decides which updates of a part are applied, and which are rejected.

import { addDays } from '../../../kernel/day.ts';
import { lastOpenDay } from '../../../kernel/horizon.ts';
import { Layout } from './layout.ts';
import type { NamedProduct, Note, ResolvedUpdate } from './message.ts';
import type { PartDecision } from './part-decision.ts';
import { PartNotes } from './part-notes.ts';
import type { Mark, PartChanges, PartState } from './part-state.ts';
import { canBeRejected, eachReachable, type Part, type ProductUpdates } from './parts.ts';
import { changePlan } from './plan-cells.ts';
import { changeRoom } from './room-cells.ts';
import { isStale, versionOf } from './seen-cells.ts';

/**
 * A rejected update can make other updates invalid, so they are decided again. After this many rounds, the remaining
 * updates that can be rejected are rejected too.
 */
const ROUNDS_LIMIT = 8;

export function nothingChanged(): PartChanges {
  return { nights: [], prices: [], planDays: [], marks: [] };
}

/**
 * Decides one part of a message. Each update is applied as a whole or rejected. With `isAtomic`, either all updates are
 * applied or all are rejected.
 */
export function decidePart(
  state: PartState,
  products: readonly NamedProduct[],
  part: Part,
  isAtomic: boolean,
): PartDecision {
  const changes = nothingChanged();
  const notes: Note[] = [];
  const rejected = new Set<number>();
  for (const one of part) {
    const decided = decideProduct(state, products[one.product]!, one, changes);
    notes.push(...decided.notes);
    for (const index of decided.rejected) rejected.add(index);
  }
  if (!isAtomic || rejected.size === 0) return { ...changes, notes };
  const others = part.flatMap(({ updates }) => updates).filter(({ index }) => !rejected.has(index));
  return {
    ...nothingChanged(),
    notes: [
      ...notes.filter(({ at }) => rejected.has(at)),
      ...others.map(({ index }) => ({ at: index, code: 'NOT_APPLIED' as const })),
    ],
  };
}

function decideProduct(
  state: PartState,
  product: NamedProduct,
  { updates }: ProductUpdates,
  into: PartChanges,
): { notes: Note[]; rejected: Set<number> } {
  const rejected = new Set<number>();
  const rejections: Note[] = [];
  let left = updates;
  let rounds = 0;
  // A rejected update changes nothing, so a day may have other values for the remaining updates. Decide these again.
  for (;;) {
    const changes = nothingChanged();
    const notes = new PartNotes();
    if (!change(state, product, left, notes, changes)) {
      const code = product.isPlan ? 'UNKNOWN_RATE_PLAN' : 'UNKNOWN_ROOM_TYPE';
      return {
        notes: updates.map(({ index }) => ({ at: index, code })),
        rejected: new Set(updates.map(({ index }) => index)),
      };
    }
    const bad = notes.rejected;
    if (bad.size === 0) {
      into.nights.push(...changes.nights);
      into.prices.push(...changes.prices);
      into.planDays.push(...changes.planDays);
      into.marks.push(...changes.marks.map((mark) => withVersion(mark, state)));
      return {
        notes: [...rejections, ...left.flatMap((one) => clamping(one, state)), ...notes.list()],
        rejected,
      };
    }
    rejections.push(...notes.listOf(bad));
    for (const index of bad) rejected.add(index);
    left = left.filter(({ index }) => !bad.has(index));
    rounds += 1;
    if (rounds < ROUNDS_LIMIT) continue;
    // The number of rounds is limited. Each round takes milliseconds, and a sender can make a message that needs
    // hundreds.
    const entangled = left.filter(canBeRejected);
    rejections.push(...entangled.map(({ index }) => ({ at: index, code: 'NOT_APPLIED' as const })));
    for (const { index } of entangled) rejected.add(index);
    left = left.filter((update) => !canBeRejected(update));
  }
}

/** False when the product does not exist any more. */
function change(
  state: PartState,
  { id, isPlan }: NamedProduct,
  updates: ResolvedUpdate[],
  notes: PartNotes,
  changes: PartChanges,
): boolean {
  noteStale(state, id, updates, notes);
  const layout = new Layout(updates, state.base);
  if (isPlan) {
    const plan = state.plans.get(id);
    if (plan === undefined) return false;
    changePlan(id, plan, layout, state, notes, changes);
    return true;
  }
  const room = state.rooms.get(id);
  if (room === undefined) return false;
  changeRoom(id, room, layout, state, notes, changes);
  return true;
}

function withVersion(mark: Mark, { seen }: PartState): Mark {
  return seen === null ? mark : { ...mark, version: versionOf(seen, mark.productId, mark.day) + 1 };
}

/** Adds a note to each update of a day that somebody has changed since the sender saw it. */
function noteStale(
  { seen, base, today }: PartState,
  id: string,
  updates: ResolvedUpdate[],
  notes: PartNotes,
) {
  if (seen === null) return;
  for (const update of updates)
    eachReachable(update, base, (offset) => {
      const day = addDays(base, offset);
      if (day >= today && isStale(seen, id, day)) notes.add(update.index, 'CHANGED_MEANWHILE', day, 0);
    });
}

/** Notes about days that were left out, because they are in the past or beyond the end of the calendar. */
function clamping({ index, first, last }: ResolvedUpdate, { base }: PartState): Note[] {
  const notes: Note[] = [];
  if (first < base) notes.push({ at: index, code: 'PAST_CLAMPED', day: base });
  if (last > lastOpenDay(base)) notes.push({ at: index, code: 'BEYOND_HORIZON', day: lastOpenDay(base) });
  return notes;
}
