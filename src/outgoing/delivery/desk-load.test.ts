import { describe, expect, it } from 'vitest';
import { DeskLoad } from './desk-load.ts';

describe('the load of the desk', () => {
  it('makes deliveries yield after a batch of 16 commands, and not after one of 15', () => {
    const load = new DeskLoad();
    expect(load.mustYield(0)).toBe(false);
    load.ran(15, 1_000);
    expect(load.mustYield(1_000)).toBe(false);
    load.ran(16, 1_000);
    expect(load.mustYield(1_000)).toBe(true);
  });

  it('is forgotten 250 ms after the last large batch', () => {
    const load = new DeskLoad();
    load.ran(64, 1_000);
    load.ran(1, 1_200);
    expect(load.mustYield(1_250)).toBe(true);
    expect(load.mustYield(1_251)).toBe(false);
  });

  it('lets deliveries run in 2 of every 10 seconds, however long the desk is busy', () => {
    const load = new DeskLoad();
    const yielded: number[] = [];
    for (let now = 5_000; now < 45_000; now += 100) {
      load.ran(64, now);
      if (!load.mustYield(now)) yielded.push(now);
    }
    expect(yielded).toHaveLength(4 * 20);
    expect(yielded[0]).toBe(13_000);
    expect(yielded.at(-1)).toBe(44_900);
  });

  it('counts the period from the start of each busy time', () => {
    const load = new DeskLoad();
    load.ran(64, 1_000);
    load.ran(64, 9_100);
    expect(load.mustYield(9_100)).toBe(true);
  });
});
