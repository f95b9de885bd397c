// Decides which updates of a part are applied, and which are rejected.

import { addDays } from '../../../kernel/day.ts';
import { lastOpenDay } from '../../../kernel/horizon.ts';
import { Layout } from './layout.ts';
import type { NamedProduct, Note, ResolvedUpdate } from './message.ts';
import type { PartDecision } from './part-decision.ts';
import { PartNotes } from './part-notes.ts';
import type { Mark, PartChanges, PartState } from './part-state.ts';
import { canBeRejected, eachReachable, isPast, type Part, type ProductUpdates } from './parts.ts';
import { changePlan } from './plan-cells.ts';
import { changeRoom } from './room-cells.ts';
import { isStale, versionOf } from './seen-cells.ts';

/**
 * The maximum number of rounds in which the updates of a product are decided. Each round that rejects updates is
 * followed by a round without these updates. After the last round, all remaining updates that can be rejected are
 * rejected.
 */
const ROUNDS_LIMIT = 8;

export function nothingChanged(): PartChanges {
  return { nights: [], prices: [], planDays: [], marks: [] };
}

/**
 * Decides one part of a message. Each update is either applied as a whole or rejected as a whole. If `isAtomic` is
 * true, all updates are applied or all updates are rejected.
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
  const past = updates.filter((update) => isPast(update, state.base)).map(({ index }) => index);
  const rejected = new Set(past);
  const rejections: Note[] = past.map((at) => ({ at, code: 'PAST' }));
  let left = updates.filter(({ index }) => !rejected.has(index));
  let rounds = 0;
  // If an update is rejected, the remaining updates result in different values on the days of this update. Therefore
  // decide the remaining updates again.
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
    // The number of rounds is limited, because each round takes milliseconds and a message can need hundreds of rounds.
    const entangled = left.filter(canBeRejected);
    rejections.push(...entangled.map(({ index }) => ({ at: index, code: 'NOT_APPLIED' as const })));
    for (const { index } of entangled) rejected.add(index);
    left = left.filter((update) => !canBeRejected(update));
  }
}

/** Applies updates to one product. Returns false when the product no longer exists. */
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

/**
 * Finds days that somebody has changed since the sender saw them. Adds a note to each update that contains such a day.
 */
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

/**
 * Returns notes about the days of an update that were left out, because they are in the past or after the end of the
 * calendar.
 */
function clamping({ index, first, last }: ResolvedUpdate, { base }: PartState): Note[] {
  const notes: Note[] = [];
  if (first < base) notes.push({ at: index, code: 'PAST_CLAMPED', day: base });
  if (last > lastOpenDay(base)) notes.push({ at: index, code: 'BEYOND_HORIZON', day: lastOpenDay(base) });
  return notes;
}
