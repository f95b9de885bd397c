import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UseTimes } from './use-times.ts';

const timesOf = (uses: UseTimes) => Array.from({ length: uses.count }, (_, index) => uses.at(index));

describe('times of uses', () => {
  it('behave like a sorted list, however they are added, removed and forgotten', () => {
    const step = fc.record({
      verb: fc.constantFrom('add', 'add', 'add', 'remove', 'forget'),
      time: fc.nat(60),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const uses = new UseTimes();
        let list: number[] = [];
        for (const { verb, time } of steps) {
          if (verb === 'add') list = [...list, time].sort((a, b) => a - b);
          else if (verb === 'forget') list = list.filter((one) => one > time);
          else if (list.includes(time)) list.splice(list.indexOf(time), 1);
          uses[verb as 'add' | 'remove' | 'forget'](time);
          expect(timesOf(uses)).toEqual(list);
        }
      }),
    );
  });

  it('forget a time exactly when it is reached', () => {
    const uses = new UseTimes();
    uses.add(10);
    uses.forget(9.999);
    expect(uses.count).toBe(1);
    uses.forget(10);
    expect(uses.count).toBe(0);
  });
});
