import { type Day, daysFrom } from '../../../kernel/day.ts';
import type { RatePlan } from '../../pricing/rate-plan.ts';
import { cellKey } from '../offer-draft.ts';
import type { NamedProduct } from './message.ts';
import type { LoadedPlan, LoadedRoom, PartState, SeenState, VersionMark } from './part-state.ts';
import type { StoredOffer } from './read-ari.store.ts';

/** Builds the state that a preview needs to decide about a message. The data was read without a lock on the hotel. */
export function stateOfOffer(
  stored: StoredOffer,
  products: readonly NamedProduct[],
  plans: ReadonlyMap<string, RatePlan>,
  { today, first, last }: { today: Day; first: Day; last: Day },
): PartState {
  const days = daysFrom(first, Math.max(0, last - first + 1));
  const rooms = new Map<string, LoadedRoom>();
  const loadedPlans = new Map<string, LoadedPlan>();
  for (const { id, isPlan } of products) {
    const plan = plans.get(id);
    const usualAllotment = stored.usualAllotments.get(id);
    if (isPlan && plan !== undefined) loadedPlans.set(id, planOf(stored, plan, days));
    if (!isPlan && usualAllotment !== undefined) rooms.set(id, roomOf(stored, id, usualAllotment, days));
  }
  const seen = seenAsStored(stored, products, days);
  return { today, base: today, sentAt: null, arrivedAt: null, seen, rooms, plans: loadedPlans };
}

function roomOf({ nights }: StoredOffer, id: string, usualAllotment: number, days: Day[]): LoadedRoom {
  return {
    usualAllotment,
    nights: present(days, (day) => nights.get(cellKey(id, day))?.night),
    sold: present(days, (day) => nights.get(cellKey(id, day))),
    soldSince: null,
    sent: new Map(),
  };
}

function planOf({ prices, restrictions }: StoredOffer, plan: RatePlan, days: Day[]): LoadedPlan {
  return {
    usual: plan.prices,
    prices: present(days, (day) => prices.get(cellKey(plan.id, day))),
    restrictions: present(days, (day) => restrictions.get(cellKey(plan.id, day))),
    sent: new Map(),
  };
}

/** Returns the versions for a preview. A preview assumes that the person has seen the stored versions. */
function seenAsStored(stored: StoredOffer, products: readonly NamedProduct[], days: Day[]): SeenState {
  const known = new Map<string, number>();
  const marks = new Map<string, VersionMark>();
  for (const { id } of products)
    for (const day of days) {
      const mark = stored.marks.get(cellKey(id, day));
      known.set(cellKey(id, day), mark?.version ?? 0);
      if (mark !== undefined)
        marks.set(cellKey(id, day), {
          version: mark.version,
          at: mark.changedAt,
          by: mark.person ?? mark.changedBy,
        });
    }
  return { known, marks, doneAt: null };
}

function present<Value>(days: Day[], find: (day: Day) => Value | undefined): Map<Day, Value> {
  const found = new Map<Day, Value>();
  for (const day of days) {
    const value = find(day);
    if (value !== undefined) found.set(day, value);
  }
  return found;
}
