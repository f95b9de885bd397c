import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../../kernel/day.ts';
import { CTA, MIN_STAY } from './fields.ts';
import type { ResolvedUpdate } from './message.ts';
import { cutParts, EVERY_DAY, eachReachable, PART_CELLS } from './parts.ts';

const BASE = dayOf(20_000);
const PRODUCTS = [
  { id: 'room', isPlan: false },
  { id: 'plan', isPlan: true },
  { id: 'other plan', isPlan: true },
];

function update(product: number, first: number, last: number, field = CTA, index = 0): ResolvedUpdate {
  const days = { first: addDays(BASE, first), last: addDays(BASE, last), weekdays: EVERY_DAY };
  return { index, product, ...days, set: [field, 1] };
}

/** The parts as text, with product, first day and last day of each update. */
function cut(updates: ResolvedUpdate[], isAtomic = false): string[][] {
  return cutParts({ products: PRODUCTS, isAtomic }, updates, BASE).map((part) =>
    part.flatMap((one) =>
      one.updates.map(({ first, last }) => `${PRODUCTS[one.product]!.id} ${first - BASE}–${last - BASE}`),
    ),
  );
}

describe('the parts of a message', () => {
  it('have rate plans first, and several small products each', () => {
    expect(cut([update(0, 1, 9), update(2, 1, 3), update(1, 5, 6)])).toEqual([
      ['other plan 1–3', 'plan 5–6', 'room 1–9'],
    ]);
    expect(cut([update(1, 1, PART_CELLS), update(2, 1, 1)])).toEqual([['plan 1–250'], ['other plan 1–1']]);
  });

  it('divide a long update, unless the desk could reject it', () => {
    expect(cut([update(1, -5, 600)])).toEqual([['plan -5–249'], ['plan 250–499'], ['plan 500–600']]);
    expect(cut([update(1, 0, 530, MIN_STAY)])).toEqual([['plan 0–530']]);
    expect(cut([update(1, 200, 300, MIN_STAY), update(1, 0, 530)])).toEqual([
      ['plan 200–300', 'plan 0–300'],
      ['plan 301–530'],
    ]);
    expect(cut([update(1, 0, 530)], true)).toEqual([['plan 0–530']]);
    expect(cut([])).toEqual([]);
  });

  it('contain every day once, also days that are out of reach', () => {
    const updates = [update(1, -3, 260, CTA, 0), update(1, 531, 540, CTA, 1), update(1, -9, -4, CTA, 2)];
    const parts = cutParts({ products: PRODUCTS, isAtomic: false }, updates, BASE);
    const seen: number[] = [];
    const found = parts.flat().flatMap((one) => one.updates);
    for (const one of found) eachReachable(one, BASE, (offset) => seen.push(offset));
    expect(seen).toEqual(Array.from({ length: 261 }, (_, offset) => offset));
    expect(new Set(found.map(({ index }) => index))).toEqual(new Set([0, 1, 2]));
  });
});
