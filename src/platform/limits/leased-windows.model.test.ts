import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SimulatedNode } from '../../../test/support/simulated-node.ts';
import { LeaseOwner } from './lease-owner.ts';

const WORKERS = 3;
/** The two windows of one client. Their limits are never the same. */
const CALLERS = ['client a', 'bookings a'];
const MOST = 12;
const limitOfCaller = (caller: number, limit: number) => (caller === 0 ? limit : MOST + 1 - limit);

type Step =
  | { verb: 'take'; worker: number; caller: number; count: number }
  | { verb: 'wait'; milliseconds: number }
  | { verb: 'sweep' }
  | { verb: 'kill'; worker: number }
  | { verb: 'limit'; worker: number; limit: number };

const worker = fc.nat(WORKERS - 1);
const take = fc.record({
  verb: fc.constant('take' as const),
  worker,
  caller: fc.nat(CALLERS.length - 1),
  count: fc.integer({ min: 1, max: 6 }),
});
const pause = fc.record({
  verb: fc.constant('wait' as const),
  milliseconds: fc.oneof(fc.nat(50), fc.nat(500), fc.nat(20_000)),
});
const sweep = fc.record({ verb: fc.constant('sweep' as const) });
const kill = fc.record({ verb: fc.constant('kill' as const), worker });
const limitOf = fc.record({
  verb: fc.constant('limit' as const),
  worker,
  limit: fc.integer({ min: 1, max: MOST }),
});

const stepsOf = (...rare: fc.Arbitrary<Step>[]) =>
  fc.array(fc.oneof({ arbitrary: take, weight: 8 }, { arbitrary: pause, weight: 6 }, sweep, ...rare), {
    minLength: 10,
    maxLength: 120,
  });
const delaysOf = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 40 });
const smallLimit = fc.integer({ min: 1, max: MOST });

/**
 * What a test expects to be exact: the limit alone, or also the refusals and the waits. While workers have different
 * limits, the wait that a caller is told may be too short.
 */
type Checked = 'limit' | 'limit, refusals' | 'limit, refusals, waits';

/** Executes the steps in the simulation, and then compares every decision with the true times of all uses. */
function play(steps: Step[], delays: number[], limit: number, checked: Checked, Owner = LeaseOwner): void {
  let turn = 0;
  const node = new SimulatedNode(() => delays[turn++ % delays.length]!, Owner);
  const ids = Array.from({ length: WORKERS }, (_, index) => index + 1);
  const limits = ids.map(() => limit);
  let nextId = WORKERS + 1;
  let asked = 0;
  for (const id of ids) node.addWorker(id);
  const uses = new Map(CALLERS.map((caller) => [caller, [] as number[]]));
  const within = (caller: string, at: number) =>
    uses.get(caller)!.filter((time) => at - time < 60_000).length;
  let decided = 0;

  for (const step of steps) {
    if (step.verb === 'wait') node.advance(step.milliseconds);
    else if (step.verb === 'sweep') {
      for (const one of node.workers.values()) one.sweep();
      node.owner.sweep();
    } else if (step.verb === 'limit') limits[step.worker] = step.limit;
    else if (step.verb === 'kill') {
      node.kill(ids[step.worker]!);
      ids[step.worker] = nextId++;
      node.addWorker(ids[step.worker]!);
    } else {
      const caller = CALLERS[step.caller]!;
      const id = ids[step.worker]!;
      const limitNow = limitOfCaller(step.caller, limits[step.worker]!);
      for (let index = 0; index < step.count; index += 1) {
        asked += 1;
        node.workers.get(id)!.take(caller, limitNow, (verdict) => {
          if (!node.workers.has(id)) return;
          decided += 1;
          expect(verdict.at).toBe(node.now);
          expect(verdict.remaining).toBeGreaterThanOrEqual(0);
          expect(verdict.remaining).toBeLessThanOrEqual(verdict.limit);
          if (verdict.allowed) {
            uses.get(caller)!.push(node.now);
            expect(within(caller, node.now), 'uses in 60 s').toBeLessThanOrEqual(verdict.limit);
          } else if (checked !== 'limit') {
            expect(within(caller, node.now), 'a refusal').toBeGreaterThanOrEqual(verdict.limit);
            const free = uses.get(caller)!.at(-verdict.limit)! + 60_000;
            const wait = Math.ceil((free - node.now) / 1_000);
            expect(verdict.resetSeconds).toBeGreaterThanOrEqual(1);
            expect(verdict.resetSeconds).toBeLessThanOrEqual(wait);
            if (checked === 'limit, refusals, waits') expect(verdict.resetSeconds).toBe(wait);
          }
        });
      }
    }
  }
  node.advance(10_000);
  if (checked !== 'limit') expect(decided).toBe(asked);
}

describe('leased windows, with random steps and messages that take random times', () => {
  it('never allow more than the limit, refuse only when all of it is used, and tell the exact wait', () => {
    fc.assert(
      fc.property(stepsOf(), delaysOf, smallLimit, (steps, delays, limit) =>
        play(steps, delays, limit, 'limit, refusals, waits'),
      ),
      { numRuns: 400 },
    );
  });

  it('never allow more than the limit, and refuse only when all of it is used, also when limits change', () => {
    fc.assert(
      fc.property(stepsOf(limitOf), delaysOf, smallLimit, (steps, delays, limit) =>
        play(steps, delays, limit, 'limit, refusals'),
      ),
      { numRuns: 400 },
    );
  });

  it('never allow more than the limit when workers end', () => {
    fc.assert(
      fc.property(stepsOf(limitOf, kill), delaysOf, smallLimit, (steps, delays, limit) =>
        play(steps, delays, limit, 'limit'),
      ),
      { numRuns: 400 },
    );
  });

  it('control: an owner that does not count the slots outside allows too much', () => {
    class Forgetful extends LeaseOwner {
      protected override slotsOutside(): number {
        return 0;
      }
    }
    expect(failureOf(Forgetful, stepsOf())).toContain('uses in 60 s');
  });

  it('control: an owner that forgets the slots of an ended worker allows too much', () => {
    class Heedless extends LeaseOwner {
      override disconnect(ended: number): void {
        for (const caller of CALLERS)
          this.receive(ended, {
            kind: 'limits',
            say: 'report',
            reports: [{ caller, uses: [], unused: 100, takenBack: [] }],
          });
        super.disconnect(ended);
      }
    }
    expect(failureOf(Heedless, stepsOf(kill))).toContain('uses in 60 s');
  });
});

function failureOf(Owner: typeof LeaseOwner, steps: fc.Arbitrary<Step[]>): string {
  const property = fc.property(steps, delaysOf, smallLimit, (...given) => play(...given, 'limit', Owner));
  return String(fc.check(property).errorInstance);
}
