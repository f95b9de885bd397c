import { describe, expect, it } from 'vitest';
import { Destinations, shareSlots } from './destinations.ts';

describe('the destinations of a channel', () => {
  it('get up to four deliveries at a time each', () => {
    const all = new Destinations(4);
    for (const left of [3, 2, 1, 0]) {
      all.began('a');
      expect(all.slotsOf('a', 0)).toBe(left);
    }
    expect(all.full(0)).toEqual(['a']);
    expect(all.slotsOf('b', 0)).toBe(4);
    all.ended('a', 'delivered', 0);
    expect(all.slotsOf('a', 0)).toBe(1);
  });

  it('get one at a time while they fail, with longer and longer rests', () => {
    const all = new Destinations(4);
    for (const _ of [1, 2, 3, 4]) all.began('a');
    for (const now of [10, 11, 12, 13]) all.ended('a', 'failed', now);
    expect(all.failing).toEqual(['a']);
    expect([all.slotsOf('a', 1_012), all.slotsOf('a', 1_013)]).toEqual([0, 1]);
    all.began('a');
    expect(all.slotsOf('a', 2_000)).toBe(0);
    all.ended('a', 'failed', 2_000);
    expect([all.slotsOf('a', 3_999), all.slotsOf('a', 4_000)]).toEqual([0, 1]);
    all.began('a');
    all.ended('a', 'skipped', 5_000);
    expect(all.slotsOf('a', 5_000)).toBe(1);
    all.began('a');
    all.ended('a', 'delivered', 5_000);
    expect([all.slotsOf('a', 5_000), all.failing]).toEqual([4, []]);
  });

  it('are forgotten an hour after they failed', () => {
    const all = new Destinations(4);
    all.began('a');
    all.ended('a', 'failed', 0);
    all.full(1_000 + 3_600_000);
    expect(all.failing).toEqual(['a']);
    all.full(1_001 + 3_600_000);
    expect(all.failing).toEqual([]);
  });
});

describe('free slots', () => {
  const share = (free: Record<string, number>, slots: number) =>
    Object.fromEntries(shareSlots(new Map(Object.entries(free)), slots));

  it('are shared among the destinations, and none gets more than it has free', () => {
    expect(share({ a: 4, b: 4, c: 1 }, 2)).toEqual({ a: 1, b: 1 });
    expect(share({ a: 4, b: 4, c: 1 }, 5)).toEqual({ a: 2, b: 2, c: 1 });
    expect(share({ a: 4, b: 4, c: 1 }, 100)).toEqual({ a: 4, b: 4, c: 1 });
    expect(share({}, 3)).toEqual({});
  });
});
