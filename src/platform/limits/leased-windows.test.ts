import { describe, expect, it } from 'vitest';
import { SimulatedNode } from '../../../test/support/simulated-node.ts';

function nodeOf(workers: number): SimulatedNode {
  const node = new SimulatedNode(() => 1);
  for (let id = 1; id <= workers; id += 1) node.addWorker(id);
  return node;
}

const allowed = (node: SimulatedNode) => node.decisions.filter(({ verdict }) => verdict.allowed).length;
const last = (node: SimulatedNode) => node.decisions.at(-1)!.verdict;

describe('leased windows', () => {
  it('give a caller all of its limit over any workers, and then refuse until the oldest use is a minute old', () => {
    const node = nodeOf(3);
    const start = node.now;
    for (let index = 0; index < 200; index += 1) {
      node.take(1 + (index % 3), 'a', 120);
      node.advance(10);
    }
    expect([node.decisions.length, allowed(node)]).toEqual([200, 120]);
    const firstUse = Math.min(...node.decisions.map(({ verdict }) => verdict.at));
    expect(last(node)).toMatchObject({ limit: 120, remaining: 0 });
    expect(last(node).resetSeconds).toBe(Math.ceil((firstUse + 60_000 - last(node).at) / 1_000));
    node.advance(firstUse + 60_000 - node.now - 1);
    node.take(2, 'a', 120);
    expect(last(node)).toMatchObject({ allowed: false, resetSeconds: 1 });
    node.advance(1);
    node.take(2, 'a', 120);
    node.advance(10);
    expect([allowed(node), node.decisions.length]).toEqual([121, 202]);
    expect(start).toBeLessThan(firstUse);
  });

  it('decide at once and without a message while slots are left, and when the window is known to be full', () => {
    const node = nodeOf(2);
    node.take(1, 'a', 120);
    expect(node.decisions).toHaveLength(0);
    node.advance(5);
    const { messages } = node;
    // A quarter of 120 slots was granted. The refill begins when a quarter of the granted slots is left.
    for (let index = 2; index <= 23; index += 1) {
      node.take(1, 'a', 120);
      expect(node.decisions).toHaveLength(index);
    }
    expect(node.messages).toBe(messages);
    node.take(1, 'a', 120);
    expect(node.messages).toBe(messages + 1);
    for (let index = 25; index <= 150; index += 1) {
      node.take(1, 'a', 120);
      node.advance(5);
    }
    const { messages: whenFull } = node;
    for (let index = 0; index < 1_000; index += 1) node.take(1, 'a', 120);
    expect([allowed(node), node.messages, node.decisions.length]).toEqual([120, whenFull, 1_150]);
  });

  it('count down in the headers, never below zero and never above the limit', () => {
    const node = nodeOf(3);
    for (let index = 0; index < 90; index += 1) {
      node.take(1 + (index % 3), 'a', 60);
      node.advance(100);
    }
    for (const { verdict } of node.decisions) {
      expect(verdict.remaining).toBeGreaterThanOrEqual(0);
      expect(verdict.remaining).toBeLessThan(60);
      expect(verdict.resetSeconds).toBeGreaterThanOrEqual(1);
      expect(verdict.resetSeconds).toBeLessThanOrEqual(60);
    }
    expect(node.workers.get(1)!.peek('a', 60)).toMatchObject({ allowed: false, remaining: 0 });
    expect(node.workers.get(1)!.peek('b', 60)).toMatchObject({
      allowed: true,
      remaining: 60,
      resetSeconds: 0,
    });
  });

  it('are exact in the headers when one worker gets everything', () => {
    const node = nodeOf(1);
    for (let remaining = 9; remaining >= 0; remaining -= 1) {
      node.take(1, 'a', 10);
      node.advance(5);
      expect(last(node)).toMatchObject({ allowed: true, remaining });
      expect(node.workers.get(1)!.peek('a', 10)).toMatchObject({ remaining });
    }
  });

  it('follow a limit that is lowered and raised', () => {
    const node = nodeOf(2);
    const burst = (limit: number, count: number) => {
      const before = allowed(node);
      for (let index = 0; index < count; index += 1) {
        node.take(1 + (index % 2), 'a', limit);
        node.advance(5);
      }
      return allowed(node) - before;
    };
    expect(burst(10, 4)).toBe(4);
    expect(burst(6, 10)).toBe(2);
    expect(burst(8, 10)).toBe(2);
    expect(burst(3, 5)).toBe(0);
    expect(burst(10, 10)).toBe(2);
  });

  it('respond to requests of two limits that wait at the same time', () => {
    const node = nodeOf(2);
    for (const limit of [5, 5, 7, 5, 7]) node.take(1, 'a', limit);
    node.advance(50);
    expect(node.decisions.map(({ verdict }) => [verdict.limit, verdict.allowed])).toEqual([
      [5, true],
      [5, true],
      [7, true],
      [5, true],
      [7, true],
    ]);
  });

  it('count the slots of a worker that ended as used at that moment', () => {
    const node = nodeOf(2);
    node.take(1, 'a', 20);
    node.advance(10);
    node.kill(1);
    node.advance(30_000);
    for (let index = 0; index < 40; index += 1) {
      node.take(2, 'a', 20);
      node.advance(5);
    }
    // The first worker received 5 slots and used one slot.
    expect(allowed(node)).toBe(1 + 15);
    node.advance(30_000);
    node.take(2, 'a', 20);
    node.advance(5);
    expect(allowed(node)).toBe(1 + 15 + 1);
  });

  it('ignore the last messages of a worker that the owner already knows to be gone', () => {
    const node = nodeOf(2);
    node.take(1, 'a', 4);
    node.advance(10);
    node.owner.disconnect(1);
    node.workers.get(1)!.stop();
    node.advance(10);
    for (let index = 0; index < 10; index += 1) {
      node.take(2, 'a', 4);
      node.advance(5);
    }
    expect(allowed(node)).toBe(4);
  });

  it.each([
    [999, 0],
    [1_001, 1],
  ])('refuse when another worker does not give slots back: after %i ms, %i are refused', (wait, refused) => {
    const node = nodeOf(2);
    node.take(1, 'a', 4);
    node.advance(10);
    node.silence(1);
    for (let index = 0; index < 3; index += 1) node.take(2, 'a', 4);
    node.advance(10);
    node.take(2, 'a', 4);
    // A message to the owner takes 1 ms.
    node.advance(1 + wait);
    node.advance(1);
    const decided = node.decisions.filter(({ verdict }) => !verdict.allowed);
    expect(decided).toHaveLength(refused);
    for (const { verdict } of decided) expect(verdict).toMatchObject({ remaining: 0, resetSeconds: 1 });
  });

  it('refuse at once while a worker is known not to respond, and allow again when it does', () => {
    const node = nodeOf(3);
    // Worker 1 receives 2 of 12 slots and keeps one.
    node.take(1, 'a', 12);
    node.advance(10);
    node.silence(1);
    for (let index = 0; index < 11; index += 1) node.take(2, 'a', 12);
    node.advance(1_100);
    expect([allowed(node), node.decisions.length]).toEqual([11, 12]);
    node.take(3, 'a', 12);
    node.advance(5);
    expect([allowed(node), node.decisions.length]).toEqual([11, 13]);
    node.workers.get(1)!.receive({ kind: 'limits', say: 'reclaim', caller: 'a' });
    node.advance(5);
    node.take(3, 'a', 12);
    node.advance(5);
    expect([allowed(node), node.decisions.length]).toEqual([12, 14]);
  });

  it('refuse when the owner does not respond, and never allow', () => {
    const node = nodeOf(1);
    node.silence(1);
    node.take(1, 'a', 5);
    node.advance(2_999);
    expect(node.decisions).toHaveLength(0);
    node.advance(1);
    expect(last(node)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 1 });
  });

  it('give idle slots back, and forget callers after a minute, in the workers and in the owner', () => {
    const node = nodeOf(2);
    const worker = node.workers.get(1)!;
    node.take(1, 'a', 20);
    node.advance(9_000);
    worker.sweep();
    const { messages } = node;
    node.advance(2_000);
    worker.sweep();
    node.advance(5);
    // One message returned the slots. After that, worker 2 sends two `ask` messages and receives two grants, and no
    // `reclaim` message is sent.
    for (let index = 0; index < 19; index += 1) node.take(2, 'a', 20);
    node.advance(5);
    expect(allowed(node)).toBe(20);
    expect(node.messages).toBe(messages + 1 + 4);
    node.advance(59_000);
    for (const one of node.workers.values()) one.sweep();
    node.advance(5);
    node.owner.sweep();
    expect([worker.size, node.owner.size]).toEqual([0, 1]);
    node.advance(2_000);
    for (const one of node.workers.values()) one.sweep();
    node.advance(5);
    node.owner.sweep();
    expect([node.workers.get(2)!.size, node.owner.size]).toEqual([0, 0]);
  });

  it('give everything back at a stop, also what arrives afterwards', async () => {
    const node = nodeOf(2);
    node.take(1, 'a', 20);
    node.advance(10);
    node.take(1, 'b', 20);
    await node.workers.get(1)!.stop();
    node.advance(10);
    node.kill(1);
    node.advance(10);
    expect(node.decisions.map(({ verdict }) => verdict.allowed)).toEqual([true, false]);
    for (const caller of ['a', 'b']) for (let index = 0; index < 20; index += 1) node.take(2, caller, 20);
    node.advance(10);
    expect(allowed(node)).toBe(1 + 19 + 20);
  });

  it('take a use back, also when another worker was told that the window is full', () => {
    const node = nodeOf(2);
    for (let index = 0; index < 4; index += 1) node.take(1, 'a', 4);
    node.advance(5);
    node.take(2, 'a', 4);
    node.advance(5);
    expect(last(node).allowed).toBe(false);
    node.workers.get(1)!.takeBack('a', node.decisions[0]!.verdict.at);
    node.advance(5);
    for (let index = 0; index < 3; index += 1) node.take(2, 'a', 4);
    node.advance(5);
    expect([allowed(node), node.decisions.length]).toEqual([5, 8]);
  });
});
